#pragma once
// What two closed triangles have in common, exactly: an oracle that shares nothing with the
// library. In integers of any size; a point that is no corner is four of them.
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/geometry/triangle.h"

namespace tact::testing {

class CommonPart {
 public:
  /// Any finite coordinates; the more bits there are between the smallest and the largest, the
  /// longer it takes: some microseconds on a lattice, some hundreds where 0.5 meets 1e-17.
  CommonPart(const Triangle& a, const Triangle& b);

  bool empty() const { return points_.empty(); }
  /// Is any of it outside the simplex that these corners of a span?
  bool reaches_beyond(std::span<const std::uint8_t> corners_of_a) const;
  /// Is it more than a point or a segment?
  bool has_area() const;

 private:
  using Integer = boost::multiprecision::cpp_int;
  using Direction = std::array<Integer, 3>;  // up to a positive factor
  struct Point {
    Direction at;
    Integer weight = 1;  // to divide by; positive
  };
  using Corners = std::array<Point, 3>;

  void read(const Triangle& a, const Triangle& b);
  static Direction between(const Point& from, const Point& to);
  static Direction times(const Direction& p, const Direction& q);
  static Integer dot(const Direction& p, const Direction& q);
  static bool is_zero(const Direction& p);
  static bool on_segment(const Point& p, const Point& from, const Point& to);
  static bool on_triangle(const Point& p, const Corners& t);
  static Point part_of_way(const Point& from, const Direction& way, const Integer& part,
                           const Integer& whole);

  void add_edge_crossing(const Point& p, const Point& to_p, const Point& q, const Point& to_q);
  void add_piercing(const Point& p, const Point& to_p, const Corners& t);

  Corners a_;
  Corners b_;
  std::vector<Point> points_;  // the part is their hull
};

/// Should two triangles that share these corners be a contact? If they have a point in common
/// beyond the simplex of the shared corners, or share all three.
inline bool touch_beyond(const Triangle& a, const Triangle& b,
                         std::span<const std::uint8_t> shared_a) {
  return shared_a.size() == 3 || CommonPart(a, b).reaches_beyond(shared_a);
}

}  // namespace tact::testing
