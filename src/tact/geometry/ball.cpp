// Exact tests of balls: a bound in double decides nearly all, big integers the rest.
#include <algorithm>
#include <cmath>

#include "tact/geometry/distance.h"
#include "tact/geometry/exact_integer_impl.h"
#include "tact/geometry/segment.h"

namespace tact {
namespace {

using exact::Integer;
using exact::IntegerVec;

constexpr double unit_roundoff = 0x1p-53;

bool balls_touch_exactly(const Vec3& p, double r, const Vec3& q, double s) {
  const double x[8] = {p.x, p.y, p.z, q.x, q.y, q.z, r, s};
  const int unit = exact::common_exponent(x, 8);
  const IntegerVec d = exact::to_integer(p, unit) - exact::to_integer(q, unit);
  const Integer reach = exact::to_integer(r, unit) + exact::to_integer(s, unit);
  return exact::dot(d, d) <= reach * reach;
}

// Squared distances are compared feature by feature, without division: to each corner; to each edge
// and to the plane where the foot of the perpendicular is inside. One of these is the least.
bool ball_touches_triangle_exactly(const Vec3& p, double r, const Triangle& t) {
  const double x[13] = {p.x,    p.y,    p.z,    t[0].x, t[0].y, t[0].z, t[1].x,
                        t[1].y, t[1].z, t[2].x, t[2].y, t[2].z, r};
  const int unit = exact::common_exponent(x, 13);
  const IntegerVec centre = exact::to_integer(p, unit);
  IntegerVec corner[3];
  IntegerVec to_centre[3];
  for (std::size_t i = 0; i < 3; ++i) {
    corner[i] = exact::to_integer(t[i], unit);
    to_centre[i] = centre - corner[i];
  }
  const Integer radius = exact::to_integer(r, unit);
  const Integer reach = radius * radius;
  const IntegerVec normal = exact::cross(corner[1] - corner[0], corner[2] - corner[0]);
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const Integer corner_sq = exact::dot(to_centre[i], to_centre[i]);
    if (corner_sq <= reach) return true;
    const IntegerVec edge = corner[(i + 1) % 3] - corner[i];
    const Integer along = exact::dot(to_centre[i], edge);
    const Integer whole = exact::dot(edge, edge);
    if (along > 0 && along < whole && corner_sq * whole - along * along <= reach * whole) {
      return true;
    }
    inside = inside && exact::dot(exact::cross(edge, to_centre[i]), normal) > 0;
  }
  if (!inside) return false;
  const Integer height = exact::dot(to_centre[0], normal);
  return height * height <= reach * exact::dot(normal, normal);
}

// 1 touching, -1 apart, 0 not certain. The closest point, computed in double, is within 64
// roundings of the largest coordinate of a point of the triangle: that shows touching. The plane
// through it, square to the way from it to p, leaves all corners behind: that shows distance.
int ball_touches_triangle_roughly(const Vec3& p, double r, const Triangle& t) {
  double most = 0;
  for (const Vec3* v : {&p, &t[0], &t[1], &t[2]}) {
    most = std::max({most, std::abs(v->x), std::abs(v->y), std::abs(v->z)});
  }
  if (!(most > 0x1p-300 && most < 0x1p300 && r < 0x1p300)) return 0;
  const Vec3 closest = closest_point_triangle(p, t).b;
  const Vec3 away = p - closest;
  const double distance = length(away);
  if (distance * (1 + 16 * unit_roundoff) + 64 * unit_roundoff * most < r) return 1;
  double least = 0x1p1000;
  for (const Vec3& v : t) {
    const Vec3 w = p - v;
    const double sum = std::abs(away.x * w.x) + std::abs(away.y * w.y) + std::abs(away.z * w.z);
    least = std::min(least, dot(away, w) - 8 * unit_roundoff * sum);
  }
  return least > r * distance * (1 + 16 * unit_roundoff) + 0x1p-900 ? -1 : 0;
}

}  // namespace

bool balls_touch(const Vec3& p, double r, const Vec3& q, double s) {
  const double distance_sq = length_sq(p - q);
  const double reach = r + s;
  const double reach_sq = reach * reach;
  if (distance_sq < 0x1p1000 && reach_sq < 0x1p1000) {  // no overflow on the way
    const double slack = 16 * unit_roundoff * reach_sq + 0x1p-1000;
    if (distance_sq < reach_sq - slack) return true;
    if (distance_sq > reach_sq + slack) return false;
  }
  return balls_touch_exactly(p, r, q, s);
}

bool ball_touches_triangle(const Vec3& p, double r, const Triangle& t) {
  const int rough = ball_touches_triangle_roughly(p, r, t);
  return rough != 0 ? rough > 0 : ball_touches_triangle_exactly(p, r, t);
}

}  // namespace tact
