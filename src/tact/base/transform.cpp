#include "tact/base/transform.h"

#include <algorithm>
#include <cmath>

#include "tact/base/error.h"

namespace tact {

Transform Transform::from_quaternion(const Quaternion& rotation, const Vec3& translation) {
  if (!is_finite(translation)) {
    throw Error(ErrorCode::bad_pose, "pose: the translation has a NaN or infinite component");
  }
  // Scaling by the largest component first keeps the squares from overflowing or vanishing.
  const double largest = std::max(
      {std::fabs(rotation.x), std::fabs(rotation.y), std::fabs(rotation.z), std::fabs(rotation.w)});
  const double sum = rotation.x + rotation.y + rotation.z + rotation.w;
  if (!(largest > 0) || std::isinf(largest) || std::isnan(sum)) {
    throw Error(ErrorCode::bad_pose,
                "pose: the quaternion cannot be normalised (zero, NaN or infinite)");
  }
  double x = rotation.x / largest;
  double y = rotation.y / largest;
  double z = rotation.z / largest;
  double w = rotation.w / largest;
  const double norm = std::sqrt(x * x + y * y + z * z + w * w);
  x /= norm;
  y /= norm;
  z /= norm;
  w /= norm;
  Transform t;
  t.row_[0] = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)};
  t.row_[1] = {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)};
  t.row_[2] = {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)};
  t.translation_ = translation;
  return t;
}

Transform Transform::from_axis_angle(const Vec3& axis, double radians, const Vec3& translation) {
  const double scale = std::max({std::fabs(axis.x), std::fabs(axis.y), std::fabs(axis.z)});
  if (!is_finite(axis) || !(scale > 0) || !std::isfinite(radians)) {
    throw Error(ErrorCode::bad_pose, "pose: the rotation axis is zero or something is not finite");
  }
  const Vec3 unscaled{axis.x / scale, axis.y / scale, axis.z / scale};
  const double s = std::sin(radians / 2) / length(unscaled);
  return from_quaternion({unscaled.x * s, unscaled.y * s, unscaled.z * s, std::cos(radians / 2)},
                         translation);
}

}  // namespace tact
