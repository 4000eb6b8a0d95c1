#pragma once
// Rotations of points and poses of rigid bodies, by the scenes' own sine.
#include "scenes/motion/sine.h"
#include "tact/base/transform.h"

namespace tact::scenes {

/// The pose that turns by `radians` about `axis` (any length but zero) and then moves.
inline Transform pose(const Vec3& axis, double radians, const Vec3& translation) {
  const Vec3 u = axis * (sine(radians / 2) / length(axis));
  return Transform::from_quaternion({u.x, u.y, u.z, cosine(radians / 2)}, translation);
}

}  // namespace tact::scenes
