// Rays from just beside a point of a surface: the rational half of geometry/crossing.h.
#include <algorithm>
#include <cmath>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/rational_impl.h"
#include "tact/geometry/surface_cells.h"

namespace tact {
namespace {

using exact::Rational;
using exact::RationalPoint;

constexpr std::size_t y_axis = 1;
constexpr std::size_t z_axis = 2;

// The sign of (b - a) × (p - a) in y and z for all p of the box, or `uncertain`.
int filtered_side(const Vec3& a, const Vec3& b, const Extent& box) {
  const double py = 0.5 * box.lo.y + 0.5 * box.hi.y;
  const double pz = 0.5 * box.lo.z + 0.5 * box.hi.z;
  const double dy = b.y - a.y;
  const double dz = b.z - a.z;
  const double left = dy * (pz - a.z);
  const double right = dz * (py - a.y);
  // Twice what the box leaves open outweighs the rounding of doing so.
  const double open = std::abs(dy) * (box.hi.z - box.lo.z) + std::abs(dz) * (box.hi.y - box.lo.y);
  return exact::certified_sign(
      left - right,
      exact::filter2_factor * (std::abs(left) + std::abs(right)) + open + exact::underflow);
}

// The same of (b - a) × (c - a) · (p - a).
int filtered_orientation(const Triangle& t, const Extent& box) {
  const Vec3 p = 0.5 * box.lo + 0.5 * box.hi;
  const exact::PlaneFilter plane(t[0], t[1], t[2]);
  double value = 0;
  double bound = 0;
  plane.evaluate(p, value, bound);
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Vec3 wide = box.hi - box.lo;
  const double open = (std::abs(u.y * v.z) + std::abs(u.z * v.y)) * wide.x +
                      (std::abs(u.z * v.x) + std::abs(u.x * v.z)) * wide.y +
                      (std::abs(u.x * v.y) + std::abs(u.y * v.x)) * wide.z;
  return exact::certified_sign(value, bound + open + exact::underflow);
}

int exact_side(const Vec3& a, const Vec3& b, const SurfacePoint& p) {
  const Vec3& near = p.extent().lo;
  if (p.is_double()) return orient2d({a.y, a.z}, {b.y, b.z}, {near.y, near.z});
  const RationalPoint from = exact::to_rational(a);
  const RationalPoint way = exact::to_rational(b) - from;
  const RationalPoint to = p.exact() - from;
  return (way.at[1] * to.at[2] - way.at[2] * to.at[1]).sign();
}

int exact_orientation(const Triangle& t, const SurfacePoint& p) {
  if (p.is_double()) return orient3d(t[0], t[1], t[2], p.extent().lo);
  return dot(exact::normal_of(t), p.exact() - exact::to_rational(t[0])).sign();
}

// Which way the normal points along an axis.
int facing(const Triangle& t, std::size_t axis) {
  const std::size_t u = (axis + 1) % 3;
  const std::size_t v = (axis + 2) % 3;
  return orient2d({t[0][u], t[0][v]}, {t[1][u], t[1][v]}, {t[2][u], t[2][v]});
}

// On which side of the edge from a to b the point lies, seen along x: where it is on the line, that
// to which it is moved by `step` along `axis`, else as in moved_side() of crossing.cpp.
int side_beside(const Vec3& a, const Vec3& b, const SurfacePoint& p, int step) {
  const int filtered = filtered_side(a, b, p.extent());
  if (filtered != exact::uncertain) return filtered;
  const int side = exact_side(a, b, p);
  if (side != 0) return side;
  const int with_y = a.z != b.z ? (a.z > b.z ? 1 : -1) : 0;
  const int with_z = static_cast<int>(b.y > a.y) - static_cast<int>(b.y < a.y);
  if (p.axis() == y_axis && with_y != 0) return with_y * step;
  if (p.axis() == z_axis && with_z != 0) return with_z * step;
  return with_y != 0 ? with_y : with_z;
}

}  // namespace

int cross_beside(const Triangle& t, const SurfacePoint& p, bool to_front) {
  const int step = to_front ? p.front() : -p.front();
  const int side = side_beside(t[0], t[1], p, step);
  if (side == 0 || side_beside(t[1], t[2], p, step) != side ||
      side_beside(t[2], t[0], p, step) != side) {
    return 0;
  }
  int above = filtered_orientation(t, p.extent());
  if (above == exact::uncertain) {
    above = exact_orientation(t, p);
    if (above == 0) above = step * facing(t, p.axis());
  }
  return above == -side ? side : 0;
}

}  // namespace tact
