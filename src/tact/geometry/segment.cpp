#include "tact/geometry/segment.h"

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/flat_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/predicates_impl.h"

namespace tact {
namespace {

// Neither end is off the triangle's plane, or the triangle has none.
bool flat_touch(const Vec3& p, const Vec3& q, const Triangle& t) {
  const int axis = exact::projection_axis(t);
  if (axis >= 0) return exact::coplanar_touch({p, q, q}, t, axis);
  const exact::Ends ends = exact::ends_of(t);
  return exact::segments_touch(p, q, ends.from, ends.to);
}

}  // namespace

bool segment_intersects_triangle(const Vec3& p, const Vec3& q, const Triangle& t) {
  const exact::PlaneFilter plane(t[0], t[1], t[2]);
  int p_side = plane.side(p);
  int q_side = plane.side(q);
  if (p_side == exact::uncertain) p_side = exact::orient3d_exact(t[0], t[1], t[2], p);
  if (q_side == exact::uncertain) q_side = exact::orient3d_exact(t[0], t[1], t[2], q);
  if (p_side * q_side > 0) return false;
  if (p_side == 0 && q_side == 0) return flat_touch(p, q, t);

  // The line pq meets the plane in one point; it is inside if it never passes an edge on the wrong
  // side.
  const int first = orient3d(p, q, t[0], t[1]);
  const int second = orient3d(p, q, t[1], t[2]);
  if (first * second < 0) return false;
  const int third = orient3d(p, q, t[2], t[0]);
  return first * third >= 0 && second * third >= 0;
}

bool point_on_triangle(const Vec3& p, const Triangle& t) {
  return segment_intersects_triangle(p, p, t);
}

}  // namespace tact
