#include "tact/deform/spin.h"

#include <algorithm>
#include <cmath>

namespace tact {

Vec3 spin_of(const Moments& moments, double weight, const Vec3& momentum) {
  const Vec3& s = moments.first;
  const std::array<double, 6>& m = moments.second;
  // About the centre.
  const Vec3 square{m[0] - s.x * s.x / weight, m[1] - s.y * s.y / weight,
                    m[2] - s.z * s.z / weight};
  if (!(square.x + square.y + square.z > 0)) return {};
  // By a power of two to numbers near one: third powers of what is large or tiny are no numbers.
  const double unit = std::ldexp(1.0, std::min(1000, -std::ilogb(square.x + square.y + square.z)));
  const double xx = square.x * unit;
  const double yy = square.y * unit;
  const double zz = square.z * unit;
  const double xy = (m[3] - s.x * s.y / weight) * unit;
  const double yz = (m[4] - s.y * s.z / weight) * unit;
  const double zx = (m[5] - s.z * s.x / weight) * unit;
  const double size = 2 * (xx + yy + zz);
  // A line has no inertia about itself, and no momentum either: next to none, so that there is
  // something to divide by.
  const double least = 1e-9 * size;
  const Vec3 x{yy + zz + least, -xy, -zx};
  const Vec3 y{-xy, zz + xx + least, -yz};
  const Vec3 z{-zx, -yz, xx + yy + least};
  const bool flat = !(dot(x, cross(y, z)) > 1e-6 * size * size * size);
  const double by = flat ? 0 : least;  // where there is no need, nothing is added
  const Vec3 a{x.x - by, x.y, x.z};
  const Vec3 b{y.x, y.y - by, y.z};
  const Vec3 c{z.x, z.y, z.z - by};
  const Vec3 turn = momentum * unit;
  const Vec3 spin = cross(b, c) * turn.x + cross(c, a) * turn.y + cross(a, b) * turn.z;
  return spin * (1 / dot(a, cross(b, c)));
}

void damp(std::span<const Vec3> positions, std::span<const double> masses, double share,
          std::span<Vec3> velocities) {
  double mass = 0;
  Vec3 centre;
  Vec3 drift;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    mass += masses[i];
    centre = centre + positions[i] * masses[i];
    drift = drift + velocities[i] * masses[i];
  }
  centre = centre * (1 / mass);
  drift = drift * (1 / mass);
  Moments moments;
  Vec3 momentum;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const Vec3 r = positions[i] - centre;
    momentum = momentum + cross(r, velocities[i] - drift) * masses[i];
    moments.first = moments.first + r * masses[i];
    const double products[6] = {r.x * r.x, r.y * r.y, r.z * r.z, r.x * r.y, r.y * r.z, r.z * r.x};
    for (std::size_t k = 0; k < 6; ++k) moments.second[k] += masses[i] * products[k];
  }
  const Vec3 spin = spin_of(moments, mass, momentum);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const Vec3 rigid = drift + cross(spin, positions[i] - centre);
    velocities[i] = velocities[i] + (rigid - velocities[i]) * share;
  }
}

}  // namespace tact
