#pragma once
// The loops of shape matching over points, four at a time. All arrays hold a multiple of four
// points; what fills them up has no weight. The order of every sum is the same for every
// instruction set.
#include <cstddef>

#include "tact/deform/shape_body.h"
#include "tact/deform/shape_match.h"
#include "tact/deform/spin.h"
#include "tact/geometry/maps.h"

namespace tact {

inline constexpr std::size_t points_at_once = 4;

/// Velocities gain `gain`, positions follow them for `seconds`.
void predict(Vec3* positions, Vec3* velocities, std::size_t count, double seconds,
             const Vec3& gain);

/// Both in one pass: predict(), by a gain that depends on the place, then sum_up().
MatchSums predict_and_sum_up(Vec3* positions, Vec3* velocities, const Vec3* q,
                             const double* weights, std::size_t count, double seconds,
                             const VelocityGain& gain, const Vec3& origin, bool quadratic);

/// The sums over points, relative to `origin`.
MatchSums sum_up(const Vec3* positions, const Vec3* q, const double* weights, std::size_t count,
                 const Vec3& origin, bool quadratic);

/// What a pull did, over the points that were pulled.
struct Pulled {
  double farthest_sq = 0;  ///< of the ways to the goals that are left
  Vec3 turned;             ///< Σ w way × velocity: the angular momentum that came in by the way
  Moments moments;         ///< where the points are now, relative to an origin

  Pulled& operator+=(const Pulled& other);
};

/// Takes every point `share` of the way to its goal, and its velocity along.
Pulled pull(Vec3* positions, Vec3* velocities, const Vec3* q, const double* weights,
            std::size_t count, const ClusterMap& map, double share, double per_second,
            const Vec3& origin);

/// Velocities gain those of a spin about a centre.
void turn(const Vec3* positions, Vec3* velocities, std::size_t count, const Vec3& centre,
          const Vec3& spin);

/// goals[i] = where the map takes q[i].
void find_goals(const Vec3* q, std::size_t count, const ClusterMap& map, Vec3* goals);

/// The square of the longest distance between two arrays of points.
double farthest_sq(const Vec3* a, const Vec3* b, std::size_t count);

}  // namespace tact
