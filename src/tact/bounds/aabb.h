#pragma once
// Aabb: an axis-aligned box in float, in the coordinates of a BoundsFrame, rounded outward.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tact {

/// An amount that is at least the distance from x to the next float on either side, and more than
/// the rounding errors of mapping a coordinate into a BoundsFrame (half an ulp of float and the
/// underflow of values that are nothing compared with the unit size of the frame).
constexpr float outward_step(float x) { return (x < 0 ? -x : x) * 0x1p-23F + 0x1p-100F; }
constexpr float round_down(float x) { return x - outward_step(x); }
constexpr float round_up(float x) { return x + outward_step(x); }

/// A closed box: lo <= hi on every axis, or empty.
struct Aabb {
  float lo[3];
  float hi[3];

  static constexpr Aabb nothing() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    return {{inf, inf, inf}, {-inf, -inf, -inf}};
  }
  constexpr bool empty() const { return !(lo[0] <= hi[0]); }
  /// By at least `amount` (finite: an infinite box would overlap even nothing()) on every side.
  /// Nothing stays nothing.
  constexpr void grow(float amount) {
    if (empty()) return;
    for (int k = 0; k < 3; ++k) {
      lo[k] = round_down(lo[k] - amount);
      hi[k] = round_up(hi[k] + amount);
    }
  }
  /// Half the surface area.
  constexpr double cost() const {
    if (empty()) return 0;
    const double x = double{hi[0]} - double{lo[0]};
    const double y = double{hi[1]} - double{lo[1]};
    const double z = double{hi[2]} - double{lo[2]};
    return x * y + y * z + z * x;
  }
  constexpr float centre(int axis) const { return 0.5F * lo[axis] + 0.5F * hi[axis]; }
  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

constexpr bool overlaps(const Aabb& a, const Aabb& b) {
  return a.lo[0] <= b.hi[0] && b.lo[0] <= a.hi[0] && a.lo[1] <= b.hi[1] && b.lo[1] <= a.hi[1] &&
         a.lo[2] <= b.hi[2] && b.lo[2] <= a.hi[2];
}

constexpr Aabb merge(const Aabb& a, const Aabb& b) {
  Aabb m{};
  for (int k = 0; k < 3; ++k) {
    m.lo[k] = a.lo[k] < b.lo[k] ? a.lo[k] : b.lo[k];
    m.hi[k] = a.hi[k] > b.hi[k] ? a.hi[k] : b.hi[k];
  }
  return m;
}

/// What both have in common; empty if they do not overlap.
constexpr Aabb intersection(const Aabb& a, const Aabb& b) {
  if (!overlaps(a, b)) return Aabb::nothing();
  Aabb m{};
  for (int k = 0; k < 3; ++k) {
    m.lo[k] = a.lo[k] > b.lo[k] ? a.lo[k] : b.lo[k];
    m.hi[k] = a.hi[k] < b.hi[k] ? a.hi[k] : b.hi[k];
  }
  return m;
}

constexpr bool encloses(const Aabb& outer, const Aabb& inner) {
  for (int k = 0; k < 3; ++k) {
    if (inner.lo[k] < outer.lo[k] || inner.hi[k] > outer.hi[k]) return false;
  }
  return true;
}

/// Eight boxes side by side, for one-against-eight tests. Unused lanes hold Aabb::nothing().
struct alignas(32) Aabb8 {
  float lo[3][8];
  float hi[3][8];

  void set(std::size_t lane, const Aabb& box) {
    for (int k = 0; k < 3; ++k) {
      lo[k][lane] = box.lo[k];
      hi[k][lane] = box.hi[k];
    }
  }
  Aabb get(std::size_t lane) const {
    return {{lo[0][lane], lo[1][lane], lo[2][lane]}, {hi[0][lane], hi[1][lane], hi[2][lane]}};
  }
};

}  // namespace tact
