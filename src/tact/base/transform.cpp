#include "tact/base/transform.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tact/base/error.h"

namespace tact {
namespace {

// How far a rotation matrix may be from one: files and other programs round to float.
constexpr double off_by = 1e-6;
// Bounds of posed bodies allow for this (bounds/placement.cpp): what is off by more is made right.
constexpr double harmless = 0x1p-50;

void require_pose(bool holds, const char* what) {
  if (!holds) throw Error(ErrorCode::bad_pose, std::string("pose: ") + what);
}

// Are the rows of unit length and at right angles, to within `least`, and no mirror image?
bool is_rotation(const Vec3 (&row)[3], double least) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::fabs(dot(row[i], row[i]) - 1) <= least)) return false;
    if (!(std::fabs(dot(row[i], row[(i + 1) % 3])) <= least)) return false;
  }
  return dot(cross(row[0], row[1]), row[2]) > 0;
}

// The rotation next to rows that are nearly one.
void make_right(Vec3 (&row)[3]) {
  if (is_rotation(row, harmless)) return;
  row[0] = row[0] * (1 / length(row[0]));
  row[1] = row[1] - row[0] * dot(row[1], row[0]);
  row[1] = row[1] * (1 / length(row[1]));
  row[2] = cross(row[0], row[1]);
}

}  // namespace

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

Transform Transform::from_matrix(std::span<const double> numbers, MatrixOrder order) {
  require_pose(numbers.size() == 16 || numbers.size() == 12, "a matrix has 16 or 12 numbers");
  for (const double number : numbers) {
    require_pose(std::isfinite(number), "the matrix has a NaN or infinite number");
  }
  const std::size_t rows = numbers.size() / 4;
  const auto at = [&](std::size_t row, std::size_t column) {
    return order == MatrixOrder::by_rows ? numbers[4 * row + column] : numbers[rows * column + row];
  };
  if (rows == 4) {
    require_pose(at(3, 0) == 0 && at(3, 1) == 0 && at(3, 2) == 0 && at(3, 3) == 1,
                 "the last row of a 4 x 4 matrix must be 0 0 0 1 (is the order the other one?)");
  }
  Transform t;
  for (std::size_t k = 0; k < 3; ++k) t.row_[k] = {at(k, 0), at(k, 1), at(k, 2)};
  require_pose(is_rotation(t.row_, off_by),
               "the matrix does more than to turn (a scale, a shear or a mirror image)");
  make_right(t.row_);
  t.translation_ = {at(0, 3), at(1, 3), at(2, 3)};
  return t;
}

Transform Transform::from_matrix(std::span<const float> numbers, MatrixOrder order) {
  require_pose(numbers.size() == 16 || numbers.size() == 12, "a matrix has 16 or 12 numbers");
  std::array<double, 16> wide{};
  std::copy(numbers.begin(), numbers.end(), wide.begin());
  return from_matrix(std::span<const double>(wide.data(), numbers.size()), order);
}

Transform Transform::after(const Transform& first) const {
  Transform t;
  for (std::size_t k = 0; k < 3; ++k) {
    t.row_[k] = first.row_[0] * row_[k].x + first.row_[1] * row_[k].y + first.row_[2] * row_[k].z;
  }
  make_right(t.row_);
  t.translation_ = apply(first.translation_);
  return t;
}

Transform Transform::inverse() const {
  Transform t;
  t.row_[0] = {row_[0].x, row_[1].x, row_[2].x};
  t.row_[1] = {row_[0].y, row_[1].y, row_[2].y};
  t.row_[2] = {row_[0].z, row_[1].z, row_[2].z};
  t.translation_ = -Vec3{dot(t.row_[0], translation_), dot(t.row_[1], translation_),
                         dot(t.row_[2], translation_)};
  return t;
}

std::array<double, 16> Transform::matrix4(MatrixOrder order) const {
  std::array<double, 16> numbers{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const double last = k == 3 ? 1 : 0;
      const double value = i == 3 ? last : k == 3 ? translation_[i] : row_[i][k];
      numbers[order == MatrixOrder::by_rows ? 4 * i + k : 4 * k + i] = value;
    }
  }
  return numbers;
}

std::array<double, 12> Transform::matrix3x4(MatrixOrder order) const {
  std::array<double, 12> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      numbers[order == MatrixOrder::by_rows ? 4 * i + k : 3 * k + i] =
          k == 3 ? translation_[i] : row_[i][k];
    }
  }
  return numbers;
}

// By the largest of the four components, which no rounding can make small.
Quaternion Transform::rotation() const {
  const double xx = row_[0].x;
  const double yy = row_[1].y;
  const double zz = row_[2].z;
  const double four[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
  const auto largest = static_cast<std::size_t>(std::max_element(four, four + 4) - four);
  const double twice = std::sqrt(four[largest]);
  const double by = 0.5 / twice;
  const double yz = row_[2].y - row_[1].z;
  const double zx = row_[0].z - row_[2].x;
  const double xy = row_[1].x - row_[0].y;
  const double sum_xy = row_[1].x + row_[0].y;
  const double sum_zx = row_[0].z + row_[2].x;
  const double sum_yz = row_[2].y + row_[1].z;
  Quaternion q;
  if (largest == 0) q = {twice / 2, sum_xy * by, sum_zx * by, yz * by};
  if (largest == 1) q = {sum_xy * by, twice / 2, sum_yz * by, zx * by};
  if (largest == 2) q = {sum_zx * by, sum_yz * by, twice / 2, xy * by};
  if (largest == 3) q = {yz * by, zx * by, xy * by, twice / 2};
  return q.w < 0 ? Quaternion{-q.x, -q.y, -q.z, -q.w} : q;
}

}  // namespace tact
