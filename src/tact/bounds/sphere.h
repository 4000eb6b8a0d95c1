#pragma once
// Sphere: a ball around points, in world coordinates and in double, so that it stays tight wherever
// the scene lies. Its radius is rounded up by whoever makes it.
#include <cmath>

#include "tact/base/vec.h"

namespace tact {

struct Sphere {
  Vec3 centre;
  double radius = -1;  ///< below zero: nothing

  bool empty() const { return radius < 0; }
  void grow(double amount) {
    if (!empty()) radius = (radius + amount) * (1 + 0x1p-52);
  }
  friend bool operator==(const Sphere&, const Sphere&) = default;
};

/// Closed: touching counts. Errs only towards "overlap", also where squares overflow or vanish.
/// Not for empty spheres. `tolerance`: closer than this counts.
inline bool overlaps(const Sphere& a, const Sphere& b, double tolerance = 0) {
  const double reach = a.radius + b.radius + tolerance;
  // The difference of two centres may be off by half a unit in its last place, whatever it cancels;
  // the rest of the errors are a few units as well.
  return !(length_sq(a.centre - b.centre) > reach * reach * (1 + 0x1p-48) + 0x1p-1000);
}

/// The smallest sphere that encloses both, rounded up.
Sphere merge(const Sphere& a, const Sphere& b);

}  // namespace tact
