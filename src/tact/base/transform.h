#pragma once
// Transform: a rigid pose. Its apply() defines what a posed vertex is, everywhere in the library.
#include "tact/base/vec.h"

namespace tact {

/// A rotation as x, y, z (the vector part) and w.
struct Quaternion {
  double x = 0;
  double y = 0;
  double z = 0;
  double w = 1;
};

/// A rotation followed by a translation, from a body's own frame into the world.
class Transform {
 public:
  /// The identity.
  constexpr Transform() = default;

  /// The quaternion is normalised. Throws Error{bad_pose} if it has no direction (zero, NaN,
  /// infinite) or if the translation is not finite.
  static Transform from_quaternion(const Quaternion& rotation, const Vec3& translation);

  /// Rotation by `radians` about `axis` (any length but zero), then the translation.
  static Transform from_axis_angle(const Vec3& axis, double radians, const Vec3& translation);

  static constexpr Transform from_translation(const Vec3& translation) {
    Transform t;
    t.translation_ = translation;
    return t;
  }

  /// One fixed sequence of operations without fused multiply-add: every method and back-end that
  /// needs a posed vertex gets these bits.
  constexpr Vec3 apply(const Vec3& p) const {
    return {((row_[0].x * p.x + row_[0].y * p.y) + row_[0].z * p.z) + translation_.x,
            ((row_[1].x * p.x + row_[1].y * p.y) + row_[1].z * p.z) + translation_.y,
            ((row_[2].x * p.x + row_[2].y * p.y) + row_[2].z * p.z) + translation_.z};
  }

  /// Row `i` of the rotation matrix, i in 0..2.
  constexpr const Vec3& row(std::size_t i) const { return row_[i]; }
  constexpr const Vec3& translation() const { return translation_; }
  friend constexpr bool operator==(const Transform&, const Transform&) = default;

 private:
  Vec3 row_[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 translation_;
};

}  // namespace tact
