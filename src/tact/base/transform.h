#pragma once
// Transform: a rigid pose. Its apply() defines what a posed vertex is, everywhere in the library.
#include <array>
#include <cstdint>
#include <span>

#include "tact/base/export.h"
#include "tact/base/vec.h"

namespace tact {

/// A rotation as x, y, z (the vector part) and w.
struct Quaternion {
  double x = 0;  ///< of the axis, times the sine of half the angle
  double y = 0;  ///< likewise
  double z = 0;  ///< likewise
  double w = 1;  ///< cosine of half the angle
};

/// How the numbers of a matrix follow each other: C and NumPy row by row, OpenGL, Eigen and Fortran
/// column by column.
enum class MatrixOrder : std::uint8_t {
  by_rows,    ///< the first row, then the second
  by_columns  ///< the first column, then the second
};

/// A rotation followed by a translation, from a body's own frame into the world.
class TACT_API Transform {
 public:
  /// The identity.
  constexpr Transform() = default;

  /// The quaternion is normalised. Throws Error{bad_pose} if it has no direction (zero, NaN,
  /// infinite) or if the translation is not finite.
  static Transform from_quaternion(const Quaternion& rotation, const Vec3& translation);

  /// Rotation by `radians` about `axis` (any length but zero), then the translation. Throws
  /// Error{bad_pose} for an axis of length zero and what is not finite.
  static Transform from_axis_angle(const Vec3& axis, double radians, const Vec3& translation);

  /// Shifts, and does not turn. Not checked.
  static constexpr Transform from_translation(const Vec3& translation) {
    Transform t;
    t.translation_ = translation;
    return t;
  }

  /// From 16 numbers of a 4 × 4 matrix whose last row is 0 0 0 1, or 12 of a 3 × 4. Throws
  /// Error{bad_pose} for another number of them, and unless all are finite and the rotation is one
  /// to within 10^-6 (no scale, shear or mirror image). Rotations that are off by more than
  /// rounding are made right; what matrix4() gave comes back with every bit.
  static Transform from_matrix(std::span<const double> numbers, MatrixOrder order);
  static Transform from_matrix(std::span<const float> numbers, MatrixOrder order);

  /// The pose that has the effect of this one after `first`. Its rotation is made right, so that
  /// long chains do not drift. Not checked: a translation may leave the range of double, which
  /// whoever is given the pose refuses.
  Transform after(const Transform& first) const;
  /// (a * b).apply(p) is a.apply(b.apply(p)), to within rounding.
  friend Transform operator*(const Transform& a, const Transform& b) { return a.after(b); }
  /// The way back, to within rounding.
  Transform inverse() const;

  /// The 16 numbers of the 4 × 4 matrix, or the 12 of the 3 × 4 one.
  std::array<double, 16> matrix4(MatrixOrder order) const;
  /// Without the last row, or column, of 0 0 0 1.
  std::array<double, 12> matrix3x4(MatrixOrder order) const;
  /// The rotation, with w >= 0.
  Quaternion rotation() const;

  /// One fixed sequence of operations without fused multiply-add: every method and back-end that
  /// needs a posed vertex gets these bits.
  constexpr Vec3 apply(const Vec3& p) const {
    return {((row_[0].x * p.x + row_[0].y * p.y) + row_[0].z * p.z) + translation_.x,
            ((row_[1].x * p.x + row_[1].y * p.y) + row_[1].z * p.z) + translation_.y,
            ((row_[2].x * p.x + row_[2].y * p.y) + row_[2].z * p.z) + translation_.z};
  }

  /// Row `i` of the rotation matrix, i in 0..2.
  constexpr const Vec3& row(std::size_t i) const { return row_[i]; }
  /// Where the origin goes.
  constexpr const Vec3& translation() const { return translation_; }
  friend constexpr bool operator==(const Transform&, const Transform&) = default;

 private:
  Vec3 row_[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 translation_;
};

}  // namespace tact
