#pragma once
// Exact tests of rays and segments against triangles and balls, and where they first meet them.
#include "tact/base/vec.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// The points origin + t (direction + tail), t from 0 to t_max, without any rounding. All finite,
/// but for t_max, which is not negative; direction + tail is not zero, and direction is that sum
/// rounded.
struct RayLine {
  Vec3 origin;
  Vec3 direction;
  Vec3 tail;
  double t_max = 0;
};

/// Where a ray first meets a primitive.
struct RayMeeting {
  double t = 0;  ///< exact, then rounded to the nearest double; infinite beyond the last of them
  double u = 0;  ///< weight of a triangle's second corner there, to within 2^-40
  double v = 0;  ///< of its third
};

/// Have the ray and the closed triangle a point in common? Exact for all finite input.
bool ray_meets(const RayLine& ray, const Triangle& t);
/// The closed ball, with all that is in it, likewise.
bool ray_meets(const RayLine& ray, const Ball& ball);

/// Of two for which ray_meets() is true: the first common point. Of a degenerate triangle weights
/// that give the point.
RayMeeting first_meeting(const RayLine& ray, const Triangle& t);
RayMeeting first_meeting(const RayLine& ray, const Ball& ball);

}  // namespace tact
