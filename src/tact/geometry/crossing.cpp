#include "tact/geometry/crossing.h"

#include <algorithm>

#include "tact/geometry/predicates.h"
#include "tact/geometry/segment.h"

namespace tact {
namespace {

// On which side of the edge from a to b p lies, seen along x and moved as the header says; zero
// only where a and b look like one point.
int moved_side(const Vec3& a, const Vec3& b, const Vec3& p) {
  const int side = orient2d({a.y, a.z}, {b.y, b.z}, {p.y, p.z});
  if (side != 0) return side;
  // The determinant (b - a) × (p - a) grows with p.y by a.z - b.z, with p.z by b.y - a.y.
  if (a.z != b.z) return a.z > b.z ? 1 : -1;
  return static_cast<int>(b.y > a.y) - static_cast<int>(b.y < a.y);
}

bool within_reach(const Triangle& t, const Vec3& p, std::size_t axis) {
  return p[axis] >= std::min({t[0][axis], t[1][axis], t[2][axis]}) &&
         p[axis] <= std::max({t[0][axis], t[1][axis], t[2][axis]});
}

}  // namespace

RayCrossing cross_along_x(const Triangle& t, const Vec3& p) {
  if (p.x > std::max({t[0].x, t[1].x, t[2].x})) return {};
  if (!within_reach(t, p, 1) || !within_reach(t, p, 2)) return {};
  if (within_reach(t, p, 0) && point_on_triangle(p, t)) return {0, true};
  const int side = moved_side(t[0], t[1], p);
  if (side == 0 || moved_side(t[1], t[2], p) != side || moved_side(t[2], t[0], p) != side) {
    return {};
  }
  // Seen along x the triangle surrounds the point, so its plane is not parallel to the ray, and the
  // point is not in it, or it were on the triangle.
  if (p.x < std::min({t[0].x, t[1].x, t[2].x})) return {side, false};
  return {orient3d(t[0], t[1], t[2], p) == -side ? side : 0, false};
}

}  // namespace tact
