#pragma once
// Exact tests of segments, points and balls, the smaller relatives of geometry/triangle.h.
#include "tact/base/vec.h"
#include "tact/geometry/triangle.h"

namespace tact {

/// Does the closed segment pq share a point with the closed triangle? p = q is a point.
bool segment_intersects_triangle(const Vec3& p, const Vec3& q, const Triangle& t);

/// Does p lie on the closed triangle?
bool point_on_triangle(const Vec3& p, const Triangle& t);

/// |p - q|² <= (r + s)², exactly. Radii are finite and not negative.
bool balls_touch(const Vec3& p, double r, const Vec3& q, double s);

/// Is the closed ball of radius r about p within reach of the closed triangle (distance² <= r²),
/// exactly?
bool ball_touches_triangle(const Vec3& p, double r, const Triangle& t);

}  // namespace tact
