// Triangles that share corners: what else they have in common.
#include <array>

#include "tact/base/error.h"
#include "tact/geometry/flat_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

// Every corner set, degenerate or not, is the union of the segments from `apex` to the points of
// its base [from, to], if the base leaves out the apex. Where it does not, the triangle is
// degenerate and falls into one or two segments that start at the apex.
struct Fan {
  Vec3 from;
  Vec3 to;
};
struct Fans {
  std::array<Fan, 2> fan;
  std::size_t count = 0;
  void add(const Vec3& from, const Vec3& to) { fan[count++] = {from, to}; }
};

Fans fans_of(const Vec3& apex, const Vec3& p, const Vec3& q) {
  Fans fans;
  if (!exact::segments_touch(apex, apex, p, q)) {
    fans.add(p, q);
    return fans;
  }
  if (!(p == apex)) fans.add(p, p);
  if (!(q == apex)) fans.add(q, q);
  return fans;
}

// Is all of a triangle but its corner `apex` on one side of a plane through that?
bool leaves_plane(const Vec3& apex, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
  const int side = orient3d(apex, p, q, r);
  return side != 0 && side == orient3d(apex, p, q, s);
}

// A ray from the apex through another common point leaves both triangles through their bases, and
// the base that it leaves through first belongs to both.
bool meet_beyond_corner(const Vec3& apex, const Vec3& p, const Vec3& q, const Vec3& r,
                        const Vec3& s) {
  // So it is with most neighbours on a surface, and quick to see.
  if (leaves_plane(apex, p, q, r, s) || leaves_plane(apex, r, s, p, q)) return false;
  const Fans a = fans_of(apex, p, q);
  const Fans b = fans_of(apex, r, s);
  for (std::size_t i = 0; i < a.count; ++i) {
    for (std::size_t j = 0; j < b.count; ++j) {
      const Fan& f = a.fan[i];
      const Fan& g = b.fan[j];
      if (segment_intersects_triangle(f.from, f.to, {apex, g.from, g.to}) ||
          segment_intersects_triangle(g.from, g.to, {apex, f.from, f.to})) {
        return true;
      }
    }
  }
  return false;
}

// The place of p, on the line of from and to, with respect to them: beyond from (-1), between (0)
// or beyond to (1).
int place_on_line(const Vec3& from, const Vec3& to, const Vec3& p) {
  const bool forward = exact::lexicographically_less(from, to);
  const Vec3& low = forward ? from : to;
  const Vec3& high = forward ? to : from;
  if (exact::lexicographically_less(p, low)) return forward ? -1 : 1;
  if (exact::lexicographically_less(high, p)) return forward ? 1 : -1;
  return 0;
}

// A triangle with an edge on a line has nothing else there unless it is degenerate. So only two in
// one plane, on one side of the edge, have more than the edge in common, or two that are degenerate
// and longer than the edge at the same end.
bool meet_beyond_edge(const Vec3& from, const Vec3& to, const Vec3& p, const Vec3& q) {
  if (from == to) return meet_beyond_corner(from, p, p, q, q);
  if (orient3d(from, to, p, q) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 from2 = exact::project(from, axis), to2 = exact::project(to, axis);
    const int p_side = orient2d(from2, to2, exact::project(p, axis));
    const int q_side = orient2d(from2, to2, exact::project(q, axis));
    if (p_side != 0 || q_side != 0) return p_side == q_side;
  }
  const int p_place = place_on_line(from, to, p);
  return p_place != 0 && p_place == place_on_line(from, to, q);
}

}  // namespace

bool overlap_in_area(const Triangle& a, const Triangle& b) {
  const int axis = exact::projection_axis(a);
  if (axis < 0 || exact::projection_axis(b) < 0) return false;
  for (const Vec3& p : b) {
    if (orient3d(a[0], a[1], a[2], p) != 0) return false;
  }
  return exact::coplanar_overlap(a, b, axis);
}

bool intersects_beyond(const Triangle& a, const Triangle& b, std::span<const std::uint8_t> shared_a,
                       std::span<const std::uint8_t> shared_b) {
  TACT_ASSERT(shared_a.size() == shared_b.size() && shared_a.size() <= 3);
  if (shared_a.empty()) return intersects(a, b);
  const std::size_t i = shared_a[0];
  const std::size_t j = shared_b[0];
  if (shared_a.size() == 1) {
    return meet_beyond_corner(a[i], a[(i + 1) % 3], a[(i + 2) % 3], b[(j + 1) % 3], b[(j + 2) % 3]);
  }
  if (shared_a.size() == 2) {
    const std::size_t k = shared_a[1];
    const std::size_t l = shared_b[1];
    return meet_beyond_edge(a[i], a[k], a[3 - i - k], b[3 - j - l]);
  }
  return true;  // one and the same triangle
}

}  // namespace tact
