#pragma once
// What is said of two bodies as a whole: how far they are apart, or how deep in each other.
#include <cstdint>

#include "tact/base/stats.h"
#include "tact/base/vec.h"

namespace tact {

/// How far two bodies are apart, and where.
struct Distance {
  double distance = 0;  ///< infinite if one of the bodies is empty; 0 if they touch
  Vec3 point_a;         ///< the closest points, in the world; a common one if they touch
  Vec3 point_b;
  std::uint32_t primitive_a = 0;
  std::uint32_t primitive_b = 0;
  Stats stats;
};

/// `distance` is 0 if the bodies touch.
struct Separation : Distance {
  /// Of bodies that touch: moving b by depth · direction takes all pairs that touch now apart. The
  /// least over a fixed set of directions, the contacts' mean normal, the axes and the diagonals: a
  /// measure of the triangles that touch, not of what the bodies enclose. Rounded.
  double depth = 0;
  Vec3 direction;  ///< from a to b: unit, or zero if the bodies do not touch
};

}  // namespace tact
