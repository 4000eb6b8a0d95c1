#include <array>

#include "tact/geometry/flat_impl.h"

namespace tact::exact {
namespace {

using Triangle2 = std::array<Vec2, 3>;

Triangle2 flatten(const Triangle& t, int axis) {
  return {project(t[0], axis), project(t[1], axis), project(t[2], axis)};
}

// Is there an edge of t with all of s strictly beyond it? For a degenerate t (turn 0) every line
// through an edge may separate, with s on either side.
bool edge_separates(const Triangle2& t, int turn, const Triangle2& s) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2& from = t[i];
    const Vec2& to = t[(i + 1) % 3];
    const int side = orient2d(from, to, s[0]);
    if (side == 0 || side == turn) continue;
    if (orient2d(from, to, s[1]) == side && orient2d(from, to, s[2]) == side) return true;
  }
  return false;
}

// Is there an edge of t with nothing of s inside of it? `turn` is t's, not 0.
bool edge_bounds(const Triangle2& t, int turn, const Triangle2& s) {
  for (std::size_t i = 0; i < 3; ++i) {
    bool outside = true;
    for (const Vec2& p : s) outside = outside && orient2d(t[i], t[(i + 1) % 3], p) != turn;
    if (outside) return true;
  }
  return false;
}

bool collinear_touch(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const bool pq = lexicographically_less(q, p);
  const bool rs = lexicographically_less(s, r);
  return !lexicographically_less(pq ? p : q, rs ? s : r) &&
         !lexicographically_less(rs ? r : s, pq ? q : p);
}

}  // namespace

int projection_axis(const Triangle& t) {
  for (int axis = 0; axis < 3; ++axis) {
    const Triangle2 flat = flatten(t, axis);
    if (orient2d(flat[0], flat[1], flat[2]) != 0) return axis;
  }
  return -1;
}

Ends ends_of(const Triangle& degenerate) {
  Ends ends{degenerate[0], degenerate[0]};
  for (std::size_t i = 1; i < 3; ++i) {
    if (lexicographically_less(degenerate[i], ends.from)) ends.from = degenerate[i];
    if (lexicographically_less(ends.to, degenerate[i])) ends.to = degenerate[i];
  }
  return ends;
}

bool coplanar_touch(const Triangle& a, const Triangle& b, int axis) {
  // Two convex polygons in a plane, one of them with an interior, are disjoint only if the line of
  // an edge separates them: the edges of their Minkowski difference are parallel to theirs.
  const Triangle2 flat_a = flatten(a, axis);
  const Triangle2 flat_b = flatten(b, axis);
  if (edge_separates(flat_b, orient2d(flat_b[0], flat_b[1], flat_b[2]), flat_a)) return false;
  return !edge_separates(flat_a, orient2d(flat_a[0], flat_a[1], flat_a[2]), flat_b);
}

bool coplanar_overlap(const Triangle& a, const Triangle& b, int axis) {
  // As above, but a line that both touch parts their interiors, too.
  const Triangle2 flat_a = flatten(a, axis);
  const Triangle2 flat_b = flatten(b, axis);
  return !edge_bounds(flat_a, orient2d(flat_a[0], flat_a[1], flat_a[2]), flat_b) &&
         !edge_bounds(flat_b, orient2d(flat_b[0], flat_b[1], flat_b[2]), flat_a);
}

bool segments_touch(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  if (orient3d(p, q, r, s) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 p2 = project(p, axis), q2 = project(q, axis);
    const Vec2 r2 = project(r, axis), s2 = project(s, axis);
    const int r_side = orient2d(p2, q2, r2), s_side = orient2d(p2, q2, s2);
    const int p_side = orient2d(r2, s2, p2), q_side = orient2d(r2, s2, q2);
    // Three points that make a triangle here: the projection of their common plane is one to one.
    if (r_side != 0 || s_side != 0 || p_side != 0 || q_side != 0) {
      return r_side * s_side <= 0 && p_side * q_side <= 0;
    }
  }
  return collinear_touch(p, q, r, s);
}

}  // namespace tact::exact
