#include "tests/support/common_part.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tact::testing {
namespace {

constexpr int whole_bits = std::numeric_limits<double>::digits;

// The exponent of the lowest bit that is set in x; of 0, none that counts.
int lowest_bit(double x) {
  if (x == 0) return std::numeric_limits<int>::max();
  int exponent = 0;
  const double whole = std::ldexp(std::frexp(std::abs(x), &exponent), whole_bits);
  return exponent - whole_bits + std::countr_zero(static_cast<std::uint64_t>(whole));
}

boost::multiprecision::cpp_int in_units_of(double x, int unit) {
  if (x == 0) return 0;
  int exponent = 0;
  const double whole = std::ldexp(std::frexp(x, &exponent), whole_bits);
  boost::multiprecision::cpp_int scaled = static_cast<std::int64_t>(whole);
  const int up = exponent - whole_bits - unit;  // below zero only as far as bits are 0
  if (up < 0) return scaled / (boost::multiprecision::cpp_int(1) << -up);
  return scaled << up;
}

}  // namespace

// A convex set in a plane or on a line is the hull of its extreme points, and each of these is a
// corner of one triangle on the other, a crossing of two edges, or an edge's way through the other
// triangle. All such points belong to the set, so that one too many does no harm.
CommonPart::CommonPart(const Triangle& a, const Triangle& b) {
  read(a, b);
  for (const Point& p : a_) {
    if (on_triangle(p, b_)) points_.push_back(p);
  }
  for (const Point& p : b_) {
    if (on_triangle(p, a_)) points_.push_back(p);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      add_edge_crossing(a_[i], a_[(i + 1) % 3], b_[j], b_[(j + 1) % 3]);
    }
    add_piercing(a_[i], a_[(i + 1) % 3], b_);
    add_piercing(b_[i], b_[(i + 1) % 3], a_);
  }
}

bool CommonPart::reaches_beyond(std::span<const std::uint8_t> corners_of_a) const {
  if (corners_of_a.empty()) return !empty();
  Corners simplex;
  for (std::size_t i = 0; i < 3; ++i) {
    simplex[i] = a_[corners_of_a[std::min(i, corners_of_a.size() - 1)]];
  }
  return std::any_of(points_.begin(), points_.end(),
                     [&](const Point& p) { return !on_triangle(p, simplex); });
}

bool CommonPart::has_area() const {
  for (const Point& p : points_) {
    for (const Point& q : points_) {
      if (!is_zero(times(between(points_[0], p), between(points_[0], q)))) return true;
    }
  }
  return false;
}

// Every axis in a unit of its own, the lowest bit that any corner has set there, and from a corner
// of a on: neither changes what lies on what.
void CommonPart::read(const Triangle& a, const Triangle& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    int lowest = std::numeric_limits<int>::max();
    for (const Triangle* t : {&a, &b}) {
      for (const Vec3& p : *t) lowest = std::min(lowest, lowest_bit(p[k]));
    }
    const Integer from = in_units_of(a[0][k], lowest);
    for (std::size_t i = 0; i < 3; ++i) {
      a_[i].at[k] = in_units_of(a[i][k], lowest) - from;
      b_[i].at[k] = in_units_of(b[i][k], lowest) - from;
    }
  }
}

CommonPart::Direction CommonPart::between(const Point& from, const Point& to) {
  Direction way;
  for (std::size_t k = 0; k < 3; ++k) way[k] = to.at[k] * from.weight - from.at[k] * to.weight;
  return way;
}
CommonPart::Direction CommonPart::times(const Direction& p, const Direction& q) {
  return {Integer(p[1] * q[2] - p[2] * q[1]), Integer(p[2] * q[0] - p[0] * q[2]),
          Integer(p[0] * q[1] - p[1] * q[0])};
}
CommonPart::Integer CommonPart::dot(const Direction& p, const Direction& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
bool CommonPart::is_zero(const Direction& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }

bool CommonPart::on_segment(const Point& p, const Point& from, const Point& to) {
  const Direction one = between(from, p);
  const Direction other = between(to, p);
  return is_zero(times(one, other)) && dot(one, other) <= 0;
}

bool CommonPart::on_triangle(const Point& p, const Corners& t) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (on_segment(p, t[i], t[(i + 1) % 3])) return true;
  }
  const Direction normal = times(between(t[0], t[1]), between(t[0], t[2]));
  if (is_zero(normal) || dot(between(t[0], p), normal) != 0) return false;
  for (std::size_t i = 0; i < 3; ++i) {
    const Direction inward = times(normal, between(t[i], t[(i + 1) % 3]));
    if (dot(between(t[i], p), inward) < 0) return false;
  }
  return true;
}

CommonPart::Point CommonPart::part_of_way(const Point& from, const Direction& way,
                                          const Integer& part, const Integer& whole) {
  Point p;
  for (std::size_t k = 0; k < 3; ++k) p.at[k] = from.at[k] * whole + part * way[k];
  p.weight = whole;
  return p;
}

// Two edges that are not parallel and meet.
void CommonPart::add_edge_crossing(const Point& p, const Point& to_p, const Point& q,
                                   const Point& to_q) {
  const Direction along_p = between(p, to_p);
  const Direction along_q = between(q, to_q);
  const Direction normal = times(along_p, along_q);
  const Direction gap = between(p, q);
  if (is_zero(normal) || dot(gap, normal) != 0) return;
  const Point at = part_of_way(p, along_p, dot(times(gap, along_q), normal), dot(normal, normal));
  if (on_segment(at, p, to_p) && on_segment(at, q, to_q)) points_.push_back(at);
}

// An edge that goes through the plane of a triangle.
void CommonPart::add_piercing(const Point& p, const Point& to_p, const Corners& t) {
  Direction normal = times(between(t[0], t[1]), between(t[0], t[2]));
  const Direction along = between(p, to_p);
  if (dot(along, normal) < 0)
    normal = {Integer(-normal[0]), Integer(-normal[1]), Integer(-normal[2])};
  const Integer rise = dot(along, normal);
  const Integer part = dot(between(p, t[0]), normal);
  if (rise == 0 || part < 0 || part > rise) return;
  const Point at = part_of_way(p, along, part, rise);
  if (on_triangle(at, t)) points_.push_back(at);
}

}  // namespace tact::testing
