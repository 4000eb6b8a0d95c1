#pragma once
// What is said of two primitives that touch, besides that they do.
#include <cstdint>

#include "tact/base/vec.h"

namespace tact {

/// How two primitives touch.
enum class ContactKind : std::uint8_t {
  crossing,  ///< their interiors meet in a segment, in two different planes
  touching,  ///< only a boundary is involved, or one of them is degenerate or a point
  coplanar,  ///< two triangles of one plane that share at least a point
  /// Two triangles with the same three corners; or neighbours within a body that lie in one plane
  /// and overlap in an area: a fold. Neighbours have to be asked for.
  coincident,
  near,        ///< they do not touch, but are no further apart than the tolerance asked for
  undescribed  ///< they are one of these, but only ids were asked for (Detail::pairs)
};

/// The end points of what two primitives have in common (equal where it is a point). For a coplanar
/// overlap its longest chord; for `near` the closest points, first of a, then of b.
struct Segment {
  Vec3 from;  ///< one end
  Vec3 to;    ///< the other
};

/// Computed in double from the exact decision: kind is exact, the rest is rounded.
struct ContactGeometry {
  ContactKind kind = ContactKind::touching;  ///< how they touch
  Segment segment;  ///< where they touch, in the world; a point where both ends are equal
  /// Unit vector from a to b: moving b by depth · normal takes the shallower triangle out from
  /// behind the other's plane. Zero where neither primitive has a plane.
  Vec3 normal;
  /// How far the shallower triangle lies behind the other's plane (winding gives the front). A
  /// measure of the two triangles, not of the bodies. For `near`, minus the distance.
  double depth = 0;
};

}  // namespace tact
