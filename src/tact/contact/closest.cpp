#include "tact/contact/closest.h"

#include <cmath>

#include "tact/geometry/distance.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

// Two centres with a radius each (a triangle's closest point has radius zero).
struct Gap {
  Vec3 from;
  Vec3 to;
  Vec3 direction;  // unit, or zero where the two coincide
  double length = 0;
};

// Scaling keeps the square from overflowing or vanishing.
Gap gap_between(const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from;
  const double largest = std::fmax(std::fabs(d.x), std::fmax(std::fabs(d.y), std::fabs(d.z)));
  if (!(largest > 0) || !std::isfinite(largest)) return {from, to, {}, largest > 0 ? largest : 0};
  const Vec3 scaled{d.x / largest, d.y / largest, d.z / largest};
  const double norm = length(scaled);
  return {from, to, {scaled.x / norm, scaled.y / norm, scaled.z / norm}, largest * norm};
}

struct Radii {
  double a = 0;
  double b = 0;
};

// The centres of balls, or the closest point of a triangle to the other's centre.
Gap centre_gap(const Primitives& a, std::uint32_t i, const Primitives& b, std::uint32_t j,
               Radii& radii) {
  if (a.kind() == PrimitiveKind::points && b.kind() == PrimitiveKind::points) {
    const Ball p = a.ball(i);
    const Ball q = b.ball(j);
    radii = {p.radius, q.radius};
    return gap_between(p.centre, q.centre);
  }
  if (a.kind() == PrimitiveKind::points) {
    const Ball p = a.ball(i);
    radii = {p.radius, 0};
    return gap_between(p.centre, closest_point_triangle(p.centre, b.triangle(j)).b);
  }
  const Ball q = b.ball(j);
  radii = {0, q.radius};
  return gap_between(closest_point_triangle(q.centre, a.triangle(i)).b, q.centre);
}

// Where a centre lies on a triangle, the direction is that of the triangle's front; zero for two
// balls or a degenerate triangle.
Vec3 plane_normal(const Primitives& a, std::uint32_t i, const Primitives& b, std::uint32_t j) {
  if (a.kind() != PrimitiveKind::triangles && b.kind() != PrimitiveKind::triangles) return {};
  const bool front_is_b = a.kind() == PrimitiveKind::triangles;
  const Triangle t = front_is_b ? a.triangle(i) : b.triangle(j);
  const Vec3 u = gap_between(t[0], t[1]).direction;
  const Vec3 v = gap_between(t[0], t[2]).direction;
  const Vec3 n = gap_between({}, cross(u, v)).direction;
  return front_is_b ? n : -n;
}

bool both_triangles(const Primitives& a, const Primitives& b) {
  return a.kind() == PrimitiveKind::triangles && b.kind() == PrimitiveKind::triangles;
}

ContactGeometry describe_near(const Vec3& from, const Vec3& to) {
  const Gap gap = gap_between(from, to);
  return {ContactKind::near, {from, to}, gap.direction, -gap.length};
}

}  // namespace

ClosestPrimitives closest_primitives(const Primitives& a, std::uint32_t primitive_a,
                                     const Primitives& b, std::uint32_t primitive_b) {
  if (both_triangles(a, b)) {
    const ClosestPoints closest =
        closest_triangle_triangle(a.triangle(primitive_a), b.triangle(primitive_b));
    return {closest.a, closest.b, gap_between(closest.a, closest.b).length};
  }
  Radii r;
  const Gap gap = centre_gap(a, primitive_a, b, primitive_b, r);
  const double distance = gap.length - (r.a + r.b);
  return {gap.from + gap.direction * r.a, gap.to - gap.direction * r.b,
          distance > 0 ? distance : 0};
}

ContactGeometry describe(const Primitives& a, std::uint32_t primitive_a, const Primitives& b,
                         std::uint32_t primitive_b, const Finding& found) {
  if (both_triangles(a, b)) {
    const Triangle s = a.triangle(primitive_a);
    const Triangle t = b.triangle(primitive_b);
    if (found.near) {
      const ClosestPoints closest = closest_triangle_triangle(s, t);
      return describe_near(closest.a, closest.b);
    }
    ContactGeometry contact = describe_contact(s, t, found);
    const bool fold = found.neighbours && contact.kind == ContactKind::coplanar;
    if (fold && overlap_in_area(s, t)) contact.kind = ContactKind::coincident;
    return contact;
  }
  Radii r;
  const Gap gap = centre_gap(a, primitive_a, b, primitive_b, r);
  const Vec3 on_a = gap.from + gap.direction * r.a;
  const Vec3 on_b = gap.to - gap.direction * r.b;
  const double depth = (r.a + r.b) - gap.length;
  // The kind is exact, and the rounded depth must not contradict it.
  if (found.near) {
    return {ContactKind::near, {on_a, on_b}, gap.direction, std::fmin(depth, 0)};
  }
  const Vec3 normal =
      gap.direction == Vec3{} ? plane_normal(a, primitive_a, b, primitive_b) : gap.direction;
  return {ContactKind::touching, {on_b, on_a}, normal, std::fmax(depth, 0)};
}

}  // namespace tact
