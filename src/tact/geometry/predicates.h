#pragma once
// Exact signs for every finite double: a floating-point filter, then expansion arithmetic, then big
// integers where exponents leave the expansions' range.
#include "tact/base/vec.h"

namespace tact {

/// Sign (-1, 0, 1) of the determinant |b-a, c-a|: positive if a, b, c turn counter-clockwise.
/// Only x and y are looked at.
struct Vec2 {
  double x = 0;
  double y = 0;
};
int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

/// Sign (-1, 0, 1) of (b-a) × (c-a) · (d-a): positive if d lies on the side that the normal of the
/// counter-clockwise triangle a, b, c points to; zero if the four are coplanar.
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace tact
