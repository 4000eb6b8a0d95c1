#pragma once
// The loops of lumps over points, four at a time. The order of every sum is the same for every
// instruction set.
#include <array>
#include <cstddef>

#include "tact/base/vec.h"

namespace tact {

/// Sums over points of mass m, x relative to an origin.
struct PointSums {
  double mass = 0;
  Vec3 position;                   ///< Σ m x
  Vec3 momentum;                   ///< Σ m v
  std::array<double, 6> spread{};  ///< Σ m x xᵀ: xx, xy, xz, yy, yz, zz
  std::array<Vec3, 3> flowing{};   ///< Σ m v xᵀ by columns
};
PointSums sum_points(const Vec3* positions, const Vec3* velocities, const double* masses,
                     std::size_t count, const Vec3& origin);

/// v += gain + Σ rate[k] (x - centre)_k
void add_affine(const Vec3* positions, std::size_t count, const Vec3& centre, const Vec3& gain,
                const std::array<Vec3, 3>& rate, Vec3* velocities);

}  // namespace tact
