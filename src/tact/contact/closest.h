#pragma once
// The closest points of two primitives of any kinds, and what is said of two that are in contact.
#include "tact/geometry/finding.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Closest points on two primitives (on the surface of a ball), and their distance, rounded; 0 if
/// they touch.
struct ClosestPrimitives {
  Vec3 a;
  Vec3 b;
  double distance = 0;
};
ClosestPrimitives closest_primitives(const Primitives& a, std::uint32_t primitive_a,
                                     const Primitives& b, std::uint32_t primitive_b);

/// Kind, segment, normal and depth of two primitives that touch or are near: which of the two the
/// caller knows, and says in `found` (see Narrow); nothing is tested here. Neighbours that overlap
/// in an area are `coincident`.
ContactGeometry describe(const Primitives& a, std::uint32_t primitive_a, const Primitives& b,
                         std::uint32_t primitive_b, const Finding& found);

}  // namespace tact
