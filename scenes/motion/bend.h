#pragma once
// Deformations that bring parts of a body together: twisting about an axis, folding over a line.
#include "scenes/motion/sine.h"
#include "tact/base/vec.h"

namespace tact::scenes {

/// Turned about z by `radians` for each unit of height.
inline Vec3 twisted(const Vec3& p, double radians) {
  const double c = cosine(radians * p.z);
  const double s = sine(radians * p.z);
  return {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

/// What lies beyond x = 0 is rolled around the y axis with this radius, up to `radians`, and goes
/// on straight from there: pi folds a sheet onto itself, `2 · radius` above.
inline Vec3 folded(const Vec3& p, double radius, double radians) {
  if (p.x <= 0) return p;
  const double angle = p.x / radius < radians ? p.x / radius : radians;
  const double beyond = p.x - angle * radius;
  const double inward = radius - p.z;  // from the axis, which lies above the sheet
  return {inward * sine(angle) + beyond * cosine(angle), p.y,
          radius - inward * cosine(angle) + beyond * sine(angle)};
}

}  // namespace tact::scenes
