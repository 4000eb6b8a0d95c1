#pragma once
// Extent: the corners of what a set of points occupies, in double. Bodies have one; the boxes that
// are tested by the million live in bounds/.
#include <limits>

#include "tact/base/vec.h"

namespace tact {

struct Extent {
  Vec3 lo{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::infinity()};
  Vec3 hi{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()};

  bool empty() const { return !(lo.x <= hi.x); }
  void add(const Vec3& p) {
    lo = min(lo, p);
    hi = max(hi, p);
  }
  void add(const Extent& other) {
    lo = min(lo, other.lo);
    hi = max(hi, other.hi);
  }
  bool contains(const Extent& other) const {
    return other.empty() || (lo.x <= other.lo.x && lo.y <= other.lo.y && lo.z <= other.lo.z &&
                             hi.x >= other.hi.x && hi.y >= other.hi.y && hi.z >= other.hi.z);
  }
  /// Closed: what touches counts.
  bool meets(const Extent& other) const {
    return lo.x <= other.hi.x && lo.y <= other.hi.y && lo.z <= other.hi.z && hi.x >= other.lo.x &&
           hi.y >= other.lo.y && hi.z >= other.lo.z;
  }
};

}  // namespace tact
