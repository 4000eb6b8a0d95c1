#pragma once
// Rays against primitives by rational numbers of any length: shares nothing with the library but
// the definition.
#include <optional>

#include "tact/base/vec.h"

namespace tact::testing {

/// A ray or, with `to`, the segment from origin to there, t from 0 to 1.
struct OracleRay {
  Vec3 origin;
  Vec3 direction;
  std::optional<Vec3> to;
  double t_max = 0;
};

/// Where the ray first meets the closed triangle, rounded to the nearest double, ties to even;
/// nothing where it does not.
std::optional<double> first_of_triangle(const OracleRay& ray, const Triangle& t);

/// Do they meet, and is `t` no further than half a step of double from where?
bool meets_ball(const OracleRay& ray, const Vec3& centre, double radius);
bool is_entry_of_ball(const OracleRay& ray, const Vec3& centre, double radius, double t);

/// Is the point of these weights, of the second and third corner, no further from that of the exact
/// t than `share` of the triangle's largest edge, along each axis?
bool weights_fit(const OracleRay& ray, const Triangle& t, double u, double v, double share);

}  // namespace tact::testing
