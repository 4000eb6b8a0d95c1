#pragma once
// The exact steps of rays on their own, for whoever has filtered already. Private to geometry.
#include "tact/geometry/ray.h"

namespace tact::exact {

/// Sign of direction · ((a - origin) × (b - origin)): on which side of a line the edge ab passes.
int turn_exact(const RayLine& ray, const Vec3& a, const Vec3& b);

/// On which side of the triangle's plane the ray ends; t_max is finite.
int end_side_exact(const RayLine& ray, const Triangle& t);

/// The ray lies in the triangle's plane, or the triangle has none and lies in one plane with it:
/// have they a common point, and which is the first?
bool flat_meeting(const RayLine& ray, const Triangle& t, RayMeeting& first);

/// The ray crosses the triangle's plane, in the triangle.
RayMeeting crossing_exact(const RayLine& ray, const Triangle& t);

bool ball_exact(const RayLine& ray, const Ball& ball);
/// Of a ball that the ray meets; `about` is near the answer, as a rule.
double ball_entry(const RayLine& ray, const Ball& ball, double about);

}  // namespace tact::exact
