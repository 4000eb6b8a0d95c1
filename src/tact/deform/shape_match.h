#pragma once
// ShapeMatch: finds the map that takes a cluster at rest closest to where its points are, from a
// few sums over them.
#include <array>
#include <memory>
#include <span>

#include "tact/deform/shape_body.h"
#include "tact/geometry/maps.h"

namespace tact {

/// Sums over the points of a cluster, w the weight, x the position relative to some origin, and
/// q̃ = (q_x, q_y, q_z, q_x², q_y², q_z², q_x q_y, q_y q_z, q_z q_x) at rest.
struct MatchSums {
  std::array<double, 3> position{};                ///< Σ w x
  std::array<std::array<double, 9>, 3> product{};  ///< Σ w x q̃ᵀ; without quadratic: three columns

  MatchSums& operator+=(const MatchSums& other);
};

class ShapeMatch {
 public:
  /// `q` are the points at rest, relative to rest_centre, which is their weighted mean.
  ShapeMatch(const Vec3& rest_centre, std::span<const Vec3> q, std::span<const double> weights,
             const ShapeOptions& options);

  /// The map to the goals, with its norms; its drift is left at 0.
  ClusterMap solve(const MatchSums& sums, const Vec3& origin) const;

 private:
  struct Basis;  // what is known of the points at rest
  std::shared_ptr<const Basis> basis_;
};

}  // namespace tact
