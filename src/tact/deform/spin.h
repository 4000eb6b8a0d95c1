#pragma once
// The rigid motion of points as a whole: what has their momentum and angular momentum.
#include <array>
#include <span>

#include "tact/base/vec.h"

namespace tact {

/// Sums over points, w the weight and x the position relative to some origin.
struct Moments {
  Vec3 first;                      ///< Σ w x
  std::array<double, 6> second{};  ///< Σ w of xx, yy, zz, xy, yz, zx
};

/// The spin that gives points of these moments and this weight in all the angular momentum about
/// their centre. Where they have no extent there is nothing to spin.
Vec3 spin_of(const Moments& moments, double weight, const Vec3& momentum);

/// Every velocity loses `share` (0 to 1) of what it differs by from the rigid motion that has the
/// points' momentum and angular momentum; both stay as they are.
void damp(std::span<const Vec3> positions, std::span<const double> masses, double share,
          std::span<Vec3> velocities);

}  // namespace tact
