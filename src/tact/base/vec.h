#pragma once
// Vec3: the one maths type for positions, always double; Extent, the box around some of them.
// Operations are written out in a fixed order and never fused, because exact predicates and hashes
// depend on every rounding.
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tact {

/// A point or direction in space. Units are the user's own.
struct Vec3 {
  double x = 0;  ///< along the first axis
  double y = 0;  ///< along the second
  double z = 0;  ///< along the third

  /// x, y or z by number: 0, 1, 2.
  constexpr double operator[](std::size_t axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  /// Likewise.
  constexpr double& operator[](std::size_t axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

/// Component by component.
constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
/// Component by component.
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
/// Longer by a factor.
constexpr Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(double s, const Vec3& a) { return a * s; }

/// x x + y y + z z, rounded in that order.
constexpr double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
/// At right angles to both; a, b and it are right-handed.
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// dot(a, a).
constexpr double length_sq(const Vec3& a) { return dot(a, a); }
/// Its root.
inline double length(const Vec3& a) { return std::sqrt(length_sq(a)); }

/// The lesser of each component.
constexpr Vec3 min(const Vec3& a, const Vec3& b) {
  return {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
/// The larger of each component.
constexpr Vec3 max(const Vec3& a, const Vec3& b) {
  return {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
/// Neither NaN nor infinite, all three?
inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// Three corners.
using Triangle = std::array<Vec3, 3>;

/// A box of doubles, exact: nothing is rounded. Empty at first.
struct Extent {
  /// Least coordinates.
  Vec3 lo{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::infinity()};
  /// Largest.
  Vec3 hi{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
          -std::numeric_limits<double>::infinity()};

  /// Does it hold no point? Also where one axis alone is the wrong way round, or NaN.
  bool empty() const { return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z); }
  /// Grows it to hold a point.
  void add(const Vec3& p) {
    lo = min(lo, p);
    hi = max(hi, p);
  }
  /// Grows it to hold another.
  void add(const Extent& other) {
    lo = min(lo, other.lo);
    hi = max(hi, other.hi);
  }
  /// Is every point of the other one in it?
  bool contains(const Extent& other) const {
    return other.empty() || (lo.x <= other.lo.x && lo.y <= other.lo.y && lo.z <= other.lo.z &&
                             hi.x >= other.hi.x && hi.y >= other.hi.y && hi.z >= other.hi.z);
  }
  /// Is a point in both? Closed: what touches counts; an empty one meets nothing.
  bool meets(const Extent& other) const {
    return lo.x <= other.hi.x && lo.y <= other.hi.y && lo.z <= other.hi.z && hi.x >= other.lo.x &&
           hi.y >= other.lo.y && hi.z >= other.lo.z && !empty() && !other.empty();
  }
};

}  // namespace tact
