#include "tact/response/lump.h"

#include <algorithm>
#include <cmath>

#include "tact/response/lump_kernels.h"

namespace tact {
namespace {

// Inverts a symmetric matrix of n × n by Cholesky's decomposition, n at most 9. Directions without
// extent, to about nine digits of the largest one, are left out: their rows and columns are zero.
void invert(std::array<double, 81>& m, std::size_t n) {
  double low[9][9] = {};
  bool dead[9] = {};
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, m[i * n + i]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      double sum = m[i * n + k];
      for (std::size_t j = 0; j < k; ++j) sum -= low[i][j] * low[k][j];
      if (k < i) {
        low[i][k] = dead[k] ? 0 : sum / low[k][k];
      } else {
        dead[i] = !(sum > 1e-9 * largest);  // a NaN is dead, too
        low[i][i] = dead[i] ? 1 : std::sqrt(sum);
      }
    }
    if (dead[i]) std::fill(low[i], low[i] + i, 0.0);
  }
  for (std::size_t column = 0; column < n; ++column) {
    double x[9] = {};
    for (std::size_t i = 0; i < n; ++i) {
      double sum = i == column ? 1 : 0;
      for (std::size_t j = 0; j < i; ++j) sum -= low[i][j] * x[j];
      x[i] = dead[i] ? 0 : sum / low[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
      double sum = x[i];
      for (std::size_t j = i + 1; j < n; ++j) sum -= low[j][i] * x[j];
      x[i] = dead[i] ? 0 : sum / low[i][i];
    }
    for (std::size_t i = 0; i < n; ++i) m[i * n + column] = dead[column] ? 0 : x[i];
  }
}

void set_rigid(const PointSums& sum, Modes& modes) {
  const auto& [xx, xy, xz, yy, yz, zz] = sum.spread;
  std::array<double, 81> m{yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy};
  invert(m, 3);
  std::copy(m.begin(), m.begin() + 9, modes.inverse_inertia.begin());
  const Vec3 angular{sum.flowing[1].z - sum.flowing[2].y, sum.flowing[2].x - sum.flowing[0].z,
                     sum.flowing[0].y - sum.flowing[1].x};
  modes.spin = times(modes.inverse_inertia, angular);
}

void set_affine(const PointSums& sum, Modes& modes) {
  const auto& [xx, xy, xz, yy, yz, zz] = sum.spread;
  modes.inverse = {xx, xy, xz, xy, yy, yz, xz, yz, zz};
  invert(modes.inverse, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    modes.rate[k] = Vec3{};
    for (std::size_t j = 0; j < 3; ++j) {
      modes.rate[k] = modes.rate[k] + sum.flowing[j] * modes.inverse[3 * j + k];
    }
  }
}

// A second and third look at the points: the mean of the basis, then its moments.
void set_quadratic(const MovingPoints& points, const Lump& lump, const PointSums& sum,
                   Modes& modes) {
  modes.inverse = {};
  const double size_sq = (sum.spread[0] + sum.spread[3] + sum.spread[5]) * lump.inverse_mass;
  modes.scale = size_sq > 0 ? 1 / std::sqrt(size_sq) : 1;
  std::array<double, 6> mean{};
  double phi[9];
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    fill_basis(Freedom::quadratic, modes, points.positions[i] - lump.centre, phi);
    for (std::size_t k = 0; k < 6; ++k) mean[k] += points.masses[i] * phi[3 + k];
  }
  for (std::size_t k = 0; k < 6; ++k) modes.mean[k] = mean[k] * lump.inverse_mass;
  std::array<Vec3, 9> flowing{};
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    fill_basis(Freedom::quadratic, modes, points.positions[i] - lump.centre, phi);
    const Vec3 v = points.velocities[i] - lump.velocity;
    for (std::size_t k = 0; k < 9; ++k) {
      const double weighed = points.masses[i] * phi[k];
      flowing[k] = flowing[k] + v * weighed;
      for (std::size_t j = 0; j < 9; ++j) modes.inverse[9 * k + j] += weighed * phi[j];
    }
  }
  invert(modes.inverse, 9);
  for (std::size_t k = 0; k < 9; ++k) {
    for (std::size_t j = 0; j < 9; ++j) {
      modes.rate[k] = modes.rate[k] + flowing[j] * modes.inverse[9 * j + k];
    }
  }
}

}  // namespace

void fill_basis(Freedom freedom, const Modes& modes, const Vec3& r, double* phi) {
  phi[0] = r.x;
  phi[1] = r.y;
  phi[2] = r.z;
  if (freedom != Freedom::quadratic) return;
  const Vec3 q = r * modes.scale;
  phi[3] = q.x * q.x - modes.mean[0];
  phi[4] = q.y * q.y - modes.mean[1];
  phi[5] = q.z * q.z - modes.mean[2];
  phi[6] = q.x * q.y - modes.mean[3];
  phi[7] = q.y * q.z - modes.mean[4];
  phi[8] = q.z * q.x - modes.mean[5];
}

void gather(const MovingPoints& points, Freedom freedom, Lump& lump, Modes& modes) {
  modes = {};
  lump.freedom = freedom;
  const Vec3 origin = points.positions.empty() ? Vec3{} : points.positions.front();
  PointSums sum = sum_points(points.positions.data(), points.velocities.data(),
                             points.masses.data(), points.positions.size(), origin);
  lump.inverse_mass = sum.mass > 0 ? 1 / sum.mass : 0;
  const Vec3 middle = sum.position * lump.inverse_mass;
  lump.centre = origin + middle;
  lump.velocity = sum.momentum * lump.inverse_mass;
  for (std::size_t k = 0, at = 0; k < 3; ++k) {  // about the centre
    sum.flowing[k] = sum.flowing[k] - lump.velocity * sum.position[k];
    for (std::size_t j = k; j < 3; ++j, ++at) sum.spread[at] -= middle[j] * sum.position[k];
  }
  if (freedom != Freedom::together) set_rigid(sum, modes);
  if (freedom == Freedom::affine) set_affine(sum, modes);
  if (freedom == Freedom::quadratic) set_quadratic(points, lump, sum, modes);
}

void scatter(std::span<const Vec3> positions, const Lump& lump, const Modes& modes,
             const LumpChange& change, std::span<Vec3> velocities) {
  if (lump.freedom != Freedom::quadratic) {
    add_affine(positions.data(), positions.size(), lump.centre, change.velocity,
               {change.rate[0], change.rate[1], change.rate[2]}, velocities.data());
    return;
  }
  double phi[9];
  for (std::size_t i = 0; i < positions.size(); ++i) {
    fill_basis(lump.freedom, modes, positions[i] - lump.centre, phi);
    Vec3 gain = change.velocity;
    for (std::size_t k = 0; k < 9; ++k) gain = gain + change.rate[k] * phi[k];
    velocities[i] = velocities[i] + gain;
  }
}

}  // namespace tact
