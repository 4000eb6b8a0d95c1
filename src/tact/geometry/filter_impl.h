#pragma once
// The floating-point filters: a determinant in double with a bound on its error. Private.
//
// Bounds. Let e = 2^-53. Each term of the 3 × 3 determinant (u × v) · w passes through eight
// roundings (three differences, two products, one subtraction, two additions), so its error is
// below (1 + e)^8 - 1 < 8.01 e of the sum P of the terms' magnitudes; the computed P is short of
// the true one by less than 12 roundings. Hence 9 e P. For 2 × 2: four roundings, hence 5 e P.
// Underflow: a difference never suffers from it; a product of differences loses at most 2^-1075, so
// `underflow` added to each component of |u| × |v| (then scaled by w) and to the sum outweighs
// every loss by far. Overflow makes P infinite or NaN, and no comparison with such a bound
// succeeds.
#include <cmath>

#include "tact/base/vec.h"

namespace tact::exact {

inline constexpr double filter3_factor = 9 * 0x1p-53;
inline constexpr double filter2_factor = 5 * 0x1p-53;
inline constexpr double underflow = 0x1p-1000;

/// The sign of what `value` approximates, or `uncertain`. Never a certain zero.
inline constexpr int uncertain = 0;
inline int certified_sign(double value, double bound) {
  return static_cast<int>(value > bound) - static_cast<int>(value < -bound);
}

/// The plane of three points, prepared for orientation tests of many.
class PlaneFilter {
 public:
  PlaneFilter(const Vec3& a, const Vec3& b, const Vec3& c) : base_(a) {
    const Vec3 u = b - a;
    const Vec3 v = c - a;
    const double yz = u.y * v.z, zy = u.z * v.y;
    const double zx = u.z * v.x, xz = u.x * v.z;
    const double xy = u.x * v.y, yx = u.y * v.x;
    normal_ = {yz - zy, zx - xz, xy - yx};
    magnitude_ = {std::abs(yz) + underflow + std::abs(zy), std::abs(zx) + underflow + std::abs(xz),
                  std::abs(xy) + underflow + std::abs(yx)};
  }

  /// The determinant orient3d(a, b, c, p) in double and a bound on its error.
  void evaluate(const Vec3& p, double& value, double& bound) const {
    const Vec3 w = p - base_;
    value = normal_.x * w.x + normal_.y * w.y + normal_.z * w.z;
    const double sum =
        magnitude_.x * std::abs(w.x) + magnitude_.y * std::abs(w.y) + magnitude_.z * std::abs(w.z);
    bound = filter3_factor * sum + underflow;
  }

  /// Its sign, or `uncertain`.
  int side(const Vec3& p) const {
    double value;
    double bound;
    evaluate(p, value, bound);
    return certified_sign(value, bound);
  }

 private:
  Vec3 base_;
  Vec3 normal_;
  Vec3 magnitude_;
};

/// Sign of |u, v| for the differences u = b - a, v = c - a, or `uncertain`.
inline int filtered_orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (bx - ax) * (cy - ay);
  const double right = (by - ay) * (cx - ax);
  return certified_sign(left - right,
                        filter2_factor * (std::abs(left) + std::abs(right)) + underflow);
}

}  // namespace tact::exact
