#pragma once
// Exact tests in a plane or on a line: what remains of two triangles when one has no volume with
// the other. Private to geometry.
#include "tact/base/vec.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/triangle.h"

namespace tact::exact {

/// p without its coordinate `axis`, the others in cyclic order.
inline Vec2 project(const Vec3& p, int axis) {
  if (axis == 0) return {p.y, p.z};
  if (axis == 1) return {p.z, p.x};
  return {p.x, p.y};
}

/// An axis along which the triangle projects to one that is not degenerate, or -1 for a degenerate
/// triangle.
int projection_axis(const Triangle& t);

/// By x, then y, then z.
inline bool lexicographically_less(const Vec3& a, const Vec3& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

/// The ends of a degenerate triangle, in lexicographical order.
struct Ends {
  Vec3 from;
  Vec3 to;
};
Ends ends_of(const Triangle& degenerate);

/// Do the closed triangles touch? b is not degenerate, a lies in its plane and may be; `axis` is
/// b's projection_axis.
bool coplanar_touch(const Triangle& a, const Triangle& b, int axis);

/// Do the interiors of two triangles in one plane meet? Neither is degenerate; `axis` is the
/// projection_axis of either.
bool coplanar_overlap(const Triangle& a, const Triangle& b, int axis);

/// Do the closed segments touch? Each may be a point.
bool segments_touch(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);

}  // namespace tact::exact
