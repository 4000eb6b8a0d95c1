#pragma once
// On which sides of one triangle's plane the corners of the other lie. Private to geometry.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/finding.h"
#include "tact/geometry/predicates_impl.h"
#include "tact/geometry/triangle.h"

namespace tact::exact {

/// Signs of orient3d(t[0], t[1], t[2], corner). Before resolve(), zero is `uncertain`.
using Sides = std::array<int, 3>;

inline Sides filtered_sides(const Triangle& t, const Triangle& corners) {
  const PlaneFilter plane(t[0], t[1], t[2]);
  return {plane.side(corners[0]), plane.side(corners[1]), plane.side(corners[2])};
}

/// All strictly on one side.
inline bool one_sided(const Sides& s) { return std::abs(s[0] + s[1] + s[2]) == 3; }

inline bool all_zero(const Sides& s) { return (s[0] | s[1] | s[2]) == 0; }

/// Replaces what the filter left open by the exact sign.
inline void resolve(Sides& s, const Triangle& t, const Triangle& corners) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (s[i] == uncertain) s[i] = orient3d_exact(t[0], t[1], t[2], corners[i]);
  }
}

/// As a Finding holds them.
inline std::uint8_t code_of(const Sides& s) { return Finding::code_of(s[0], s[1], s[2]); }

/// The sides of the corners of one triangle, in a Finding or else by looking.
inline Sides known_sides(std::uint8_t code, const Triangle& t, const Triangle& corners) {
  if (code != 0) return Finding::signs_of(code);
  Sides s = filtered_sides(t, corners);
  resolve(s, t, corners);
  return s;
}

/// The corner that lies alone on its side, weakly: the edges to the two others end on the other
/// side of the plane or in it, and neither lies in it. Needs sides that are neither all zero nor
/// strictly one.
constexpr std::size_t find_lone_corner(int s0, int s1, int s2) {
  const int s[3] = {s0, s1, s2};
  for (std::size_t i = 0; i < 2; ++i) {
    const int next = s[(i + 1) % 3];
    const int last = s[(i + 2) % 3];
    if (s[i] * next <= 0 && s[i] * last <= 0 && next * last >= 0 && s[i] != next && s[i] != last) {
      return i;
    }
  }
  return 2;
}

/// find_lone_corner() by table: signs are as good as random, and branches on them mispredicted.
inline constexpr auto lone_corners = [] {
  std::array<std::uint8_t, 27> table{};
  for (int i = 0; i < 27; ++i) {
    table[static_cast<std::size_t>(i)] =
        static_cast<std::uint8_t>(find_lone_corner(i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1));
  }
  return table;
}();
inline std::size_t lone_corner(const Sides& s) {
  return lone_corners[static_cast<std::size_t>(9 * s[0] + 3 * s[1] + s[2] + 13)];
}

/// Two triangles whose planes cross, turned so that the first corner of each is alone on the
/// front side of the other's plane. Along the common line (direction normal a × normal b) a then
/// reaches from its edge 0-2 to its edge 0-1, and b from its edge 0-1 to its edge 0-2.
struct Arranged {
  std::array<std::size_t, 3> a;  ///< corners of a in their new order
  std::array<std::size_t, 3> b;
};

inline Arranged arrange(const Sides& sides_a, const Sides& sides_b) {
  const std::size_t i = lone_corner(sides_a);
  const std::size_t j = lone_corner(sides_b);
  // Below the other's plane: turn that plane over, by exchanging two corners of its triangle.
  const std::size_t over_b = 3 * sides_a[i] < sides_a[0] + sides_a[1] + sides_a[2] ? 1 : 0;
  const std::size_t over_a = 3 * sides_b[j] < sides_b[0] + sides_b[1] + sides_b[2] ? 1 : 0;
  constexpr std::size_t turn[5] = {0, 1, 2, 0, 1};
  return {{i, turn[i + 1 + over_a], turn[i + 2 - over_a]},
          {j, turn[j + 1 + over_b], turn[j + 2 - over_b]}};
}

}  // namespace tact::exact
