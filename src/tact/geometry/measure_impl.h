#pragma once
// Points and directions in double that stay accurate however close to degenerate the input is:
// where the rounded value cannot be trusted, it is rounded from the exact one. Private to geometry.
#include "tact/geometry/predicates.h"
#include "tact/geometry/triangle.h"

namespace tact::exact {

/// The point of the segment pq in the plane of t; p and q are strictly on different sides of it.
/// Finite, within the segment's box, and the same for qp.
Vec3 cross_plane(const Vec3& p, const Vec3& q, const Triangle& t);

/// The point of the segment pq on the line rs, in a plane that projects along `axis`; p and q are
/// strictly on different sides of that line.
Vec3 cross_line(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis);

/// The direction of (t1 - t0) × (t2 - t0), of length 1. The triangle is not degenerate.
Vec3 unit_normal(const Triangle& t);

}  // namespace tact::exact
