#pragma once
// Distances in double, for `tolerance` and closest points. Rounded, symmetric in their arguments:
// swapping them gives the same bits.
#include "tact/base/vec.h"
#include "tact/geometry/triangle.h"

namespace tact {

/// The two closest points, first of the first argument, and the squared distance between them.
struct ClosestPoints {
  Vec3 a;
  Vec3 b;
  double distance_sq = 0;
};

ClosestPoints closest_point_triangle(const Vec3& p, const Triangle& t);
/// Zero, with a common point, if the triangles touch (decided exactly).
ClosestPoints closest_triangle_triangle(const Triangle& a, const Triangle& b);

}  // namespace tact
