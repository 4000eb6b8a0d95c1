#pragma once
// A moving polygon during a span of time, in double with bounds on every error: whether it can hold
// the origin, and whether it must. Private to the filter of moving features.
//
// Everything is a polynomial of time in Bernstein form: while all its coefficients have one sign,
// so has the polynomial. Bounds, with e = 2^-53 and `reach` the largest magnitude of a coordinate
// of a corner during the motion: a corner at a time in the span, (1 - t) from + t to of two rounded
// differences, is off by at most 4.01 e reach in each coordinate. A product of two such coordinates
// in a weight goes through three more roundings: 11.1 e of the product of the reaches, times two
// products. A product of three in a coefficient of the volume goes through eight more, 20.1 e. The
// factors below are larger, which covers the rounding of the bounds themselves. Underflow: 2^-1000
// is added to each reach and each sum, and outweighs what is lost, a few times 2^-1074. Overflow
// makes a bound infinite or NaN, and nothing exceeds that.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/moving_impl.h"

namespace tact::exact {

inline constexpr double moving_weight_factor = 14 * 0x1p-53;
inline constexpr double moving_volume_factor = 24 * 0x1p-53;

/// Coefficients of a cubic in Bernstein form.
using BernsteinCubic = std::array<double, 4>;

/// The polygon at one time.
using PolygonAt = std::array<Vec3, 4>;

/// The polygon over all its motion.
class MovingPolygon {
 public:
  explicit MovingPolygon(const MovingPair& pair) : corners_(pair.corners()) {
    for (std::size_t i = 0; i < corners_; ++i) {
      const PolygonCorner& c = polygon_corner(pair, i);
      from_[i] = pair.point[c.to].from - pair.point[c.from].from;
      to_[i] = pair.point[c.to].to - pair.point[c.from].to;
      for (std::size_t k = 0; k < 3; ++k) {
        reach_[i][k] = std::max(std::abs(from_[i][k]), std::abs(to_[i][k])) + underflow;
      }
    }
    const Vec3 &x = reach_[0], &y = reach_[1], &z = reach_[2];
    volume_error_ = moving_volume_factor * (x.x * (y.y * z.z + y.z * z.y + underflow) +
                                            x.y * (y.z * z.x + y.x * z.z + underflow) +
                                            x.z * (y.x * z.y + y.y * z.x + underflow)) +
                    underflow;
  }

  std::size_t corners() const { return corners_; }
  const PolygonAt& from() const { return from_; }
  const PolygonAt& to() const { return to_; }
  const Vec3& reach(std::size_t i) const { return reach_[i]; }
  /// Of each coefficient of the volume, in every span.
  double volume_error() const { return volume_error_; }

  PolygonAt at(double t) const {
    PolygonAt out;
    for (std::size_t i = 0; i < corners_; ++i) out[i] = from_[i] * (1 - t) + to_[i] * t;
    return out;
  }
  /// Is the polynomial of a weight, seen along the axis other than x and y, exactly zero? So it is
  /// where equal coordinates make each of its products zero.
  bool weight_vanishes(std::size_t i, std::size_t next, std::size_t x, std::size_t y) const {
    return (stays_zero(i, x) && (stays_zero(next, x) || stays_zero(i, y))) ||
           (stays_zero(next, y) && (stays_zero(i, y) || stays_zero(next, x)));
  }
  /// Does a plane across an axis keep it from the origin all the time? Differences have the signs
  /// of what they approximate, so this is certain.
  bool misses_along_an_axis() const {
    for (std::size_t k = 0; k < 3; ++k) {
      double least = from_[0][k];
      double most = least;
      for (std::size_t i = 0; i < corners_; ++i) {
        least = std::min({least, from_[i][k], to_[i][k]});
        most = std::max({most, from_[i][k], to_[i][k]});
      }
      if (least > 0 || most < 0) return true;
    }
    return false;
  }

 private:
  bool stays_zero(std::size_t i, std::size_t k) const { return from_[i][k] == 0 && to_[i][k] == 0; }

  std::size_t corners_;
  PolygonAt from_{};
  PolygonAt to_{};
  std::array<Vec3, 4> reach_{};
  double volume_error_ = 0;
};

/// Part of its motion.
struct MovingSpan {
  double lo = 0;
  double hi = 1;
  PolygonAt at_lo{};
  PolygonAt at_hi{};
};

inline BernsteinCubic volume_of(const MovingSpan& s) {
  const Vec3 at_lo = cross(s.at_lo[1], s.at_lo[2]);
  const Vec3 mixed = cross(s.at_lo[1], s.at_hi[2]) + cross(s.at_hi[1], s.at_lo[2]);
  const Vec3 at_hi = cross(s.at_hi[1], s.at_hi[2]);
  return {dot(s.at_lo[0], at_lo), (dot(s.at_hi[0], at_lo) + dot(s.at_lo[0], mixed)) / 3,
          (dot(s.at_hi[0], mixed) + dot(s.at_lo[0], at_hi)) / 3, dot(s.at_hi[0], at_hi)};
}

/// Of the weights, seen along an axis: can the origin be inside, must it be where the volume is
/// zero?
enum class WeightSigns : std::uint8_t { differ, agree, open };

inline WeightSigns weight_signs(const MovingPolygon& polygon, const MovingSpan& s,
                                std::size_t axis) {
  const std::size_t x = axis == 2 ? 0 : axis + 1;
  const std::size_t y = axis == 0 ? 2 : axis - 1;
  std::size_t plus = 0;
  std::size_t minus = 0;
  std::size_t zero = 0;
  for (std::size_t i = 0; i < polygon.corners(); ++i) {
    const std::size_t next = i + 1 == polygon.corners() ? 0 : i + 1;
    const Vec3 &a = s.at_lo[i], &b = s.at_lo[next], &c = s.at_hi[i], &d = s.at_hi[next];
    const double first = a[x] * b[y] - a[y] * b[x];
    const double mixed = 0.5 * ((a[x] * d[y] - a[y] * d[x]) + (c[x] * b[y] - c[y] * b[x]));
    const double last = c[x] * d[y] - c[y] * d[x];
    const Vec3 &r = polygon.reach(i), &q = polygon.reach(next);
    const double error = moving_weight_factor * (r[x] * q[y] + r[y] * q[x]) + underflow;
    if (first > error && mixed > error && last > error) {
      ++plus;
    } else if (first < -error && mixed < -error && last < -error) {
      ++minus;
    } else if (polygon.weight_vanishes(i, next, x, y)) {
      ++zero;
    }
  }
  if (plus > 0 && minus > 0) return WeightSigns::differ;
  return plus + minus > 0 && plus + minus + zero == polygon.corners() ? WeightSigns::agree
                                                                      : WeightSigns::open;
}

}  // namespace tact::exact
