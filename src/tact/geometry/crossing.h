#pragma once
// How a ray passes through triangles: what the winding number of a closed surface about a point is
// counted from. Exact for every finite coordinate; private to questions, never a rounded direction.
//
// The ray leaves its point along +x. Where it would meet an edge or a corner, the point is taken to
// be moved by an amount in y that is smaller than any number, and by one in z that is smaller still
// (Edelsbrunner and Mücke 1990): then it meets neither, and as long as the point itself is on no
// triangle the winding number is that of the point where it stands.
#include "tact/base/vec.h"

namespace tact {

/// Where a triangle lies for a point and the ray from it.
struct RayCrossing {
  int winding = 0;  ///< 1 where the ray leaves through the triangle's front, -1 where it comes in
  bool on_surface = false;  ///< the point lies on the closed triangle; `winding` is void then
};

/// Whatever the triangle: one without area is never crossed, though the point may lie on it.
RayCrossing cross_along_x(const Triangle& t, const Vec3& p);

}  // namespace tact
