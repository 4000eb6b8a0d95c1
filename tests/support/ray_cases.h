#pragma once
// Rays and primitives that are hard: on a coarse grid, through corners and along edges, in the
// triangle's plane, degenerate, far from zero, at the ends of the range of double.
#include <cmath>
#include <limits>

#include "tact/base/vec.h"
#include "tests/support/random.h"
#include "tests/support/ray_oracle.h"

namespace tact::testing {

inline Vec3 grid_point(Random& random, int side) {
  const auto one = [&] {
    return static_cast<double>(random.below(static_cast<std::uint32_t>(2 * side + 1))) - side;
  };
  const double x = one();
  const double y = one();
  const double z = one();
  return {x, y, z};
}

inline Triangle hard_triangle(Random& random) {
  Triangle t{grid_point(random, 3), grid_point(random, 3), grid_point(random, 3)};
  if (random.chance(3)) t = {random.vector(-3, 3), random.vector(-3, 3), random.vector(-3, 3)};
  if (random.chance(8)) t[2] = t[random.below(2)];
  if (random.chance(8)) t[1] = (t[0] + t[2]) * 0.5;
  if (random.chance(30)) t = {t[0], t[0], t[0]};
  return t;
}

inline OracleRay hard_ray(const Triangle& t, Random& random) {
  OracleRay ray;
  ray.origin = random.chance(3) ? random.vector(-4, 4) : grid_point(random, 4);
  if (random.chance(10)) ray.origin = t[random.below(3)];
  ray.direction = random.chance(3) ? random.vector(-1, 1) : grid_point(random, 2);
  // At a corner, at a point of an edge, at a point of the plane.
  if (random.chance(3)) ray.direction = t[random.below(3)] - ray.origin;
  if (random.chance(6)) ray.direction = (t[0] + t[1]) * 0.5 - ray.origin;
  if (random.chance(8)) ray.direction = t[1] - t[0];
  if (random.chance(8)) ray.direction = (t[2] - t[0]) + (t[1] - t[0]) * 2;
  if (random.chance(8)) ray.origin = t[0] + (t[0] - t[1]);
  while (ray.direction == Vec3{}) ray.direction = grid_point(random, 2);
  const double ends[] = {0, 0.25, 0.5, 1, 2, 1.0 / 3, std::numeric_limits<double>::infinity()};
  ray.t_max = random.chance(2) ? ends[6] : ends[random.below(7)];
  if (random.chance(4)) {
    ray.to = random.chance(2) ? t[random.below(3)] : random.vector(-4, 4);
    if (*ray.to == ray.origin) ray.to = ray.origin + ray.direction;
  }
  return ray;
}

/// Everything times a power of two, or moved, or both: what is said stays the same kind of hard.
struct Removal {
  double factor = 1;
  Vec3 shift;
  double way = 1;  ///< of directions
  Vec3 of(const Vec3& p) const { return p * factor + shift; }
};
inline Removal removal(Random& random) {
  Removal out;
  if (random.chance(3)) {
    const int exponents[] = {-1030, -600, -300, -40, 40, 300, 600, 1015};
    out.factor = std::ldexp(1.0, exponents[random.below(8)]);
  } else if (random.chance(2)) {
    out.shift = Vec3{1e6, -3e5, 7} * (random.chance(2) ? 1.0 : 1e6);
  }
  if (random.chance(4)) out.way = std::ldexp(1.0, random.chance(2) ? -700 : 700);
  return out;
}

}  // namespace tact::testing
