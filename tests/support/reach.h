#pragma once
// Reach: what the oracle leaves out of its pairs of primitives, so that it gets through thousands
// of them. Its own code, in double: it judges bounds, and takes nothing from them.
#include <cmath>
#include <limits>

#include "tact/geometry/triangle.h"

namespace tact::testing {

/// From the least coordinates of a primitive to the greatest, rounded outward.
struct Reach {
  Vec3 lo;
  Vec3 hi;

  static Reach of(const Triangle& t) {
    return {min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2])};
  }
  static Reach of(const Vec3& centre, double radius) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Reach reach;
    for (std::size_t k = 0; k < 3; ++k) {
      reach.lo[k] = std::nextafter(centre[k] - radius, -infinity);
      reach.hi[k] = std::nextafter(centre[k] + radius, infinity);
    }
    return reach;
  }
};

/// No more than the distance between what lies within, nor than what rounding makes of it; 0 or
/// less where that may be 0.
inline double gap_below(const Reach& a, const Reach& b) {
  const Vec3 apart = max(a.lo - b.hi, b.lo - a.hi);
  const double widest = std::fmax(apart.x, std::fmax(apart.y, apart.z));
  const Vec3 size = max(max(a.hi, b.hi), max(-a.lo, -b.lo));
  const double rounding = std::fmax(size.x, std::fmax(size.y, size.z)) * 0x1p-44;
  return widest - rounding;
}

}  // namespace tact::testing
