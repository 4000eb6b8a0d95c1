#pragma once
// On which sides of one triangle's plane the corners of the other lie. Private to geometry.
#include <array>
#include <cstddef>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/predicates_impl.h"
#include "tact/geometry/triangle.h"

namespace tact::exact {

/// Signs of orient3d(t[0], t[1], t[2], corner); `uncertain` before resolve().
using Sides = std::array<int, 3>;

inline Sides filtered_sides(const Triangle& t, const Triangle& corners) {
  const PlaneFilter plane(t[0], t[1], t[2]);
  return {plane.side(corners[0]), plane.side(corners[1]), plane.side(corners[2])};
}

/// All strictly on one side, certainly. (Uncertain corners are never equal to 1 or -1.)
inline bool one_sided(const Sides& s) {
  return s[0] == s[1] && s[1] == s[2] && (s[0] == 1 || s[0] == -1);
}

inline bool all_zero(const Sides& s) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }

/// Replaces what the filter left open by the exact sign.
inline void resolve(Sides& s, const Triangle& t, const Triangle& corners) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (s[i] == uncertain) s[i] = orient3d_exact(t[0], t[1], t[2], corners[i]);
  }
}

/// The corner that lies alone on its side, weakly: the edges to the two others end on the other
/// side of the plane or in it, and neither lies in it. Needs sides that are neither all zero nor
/// strictly one.
inline std::size_t lone_corner(const Sides& s) {
  for (std::size_t i = 0; i < 2; ++i) {
    const int next = s[(i + 1) % 3];
    const int last = s[(i + 2) % 3];
    if (s[i] * next <= 0 && s[i] * last <= 0 && next * last >= 0 && s[i] != next && s[i] != last) {
      return i;
    }
  }
  return 2;
}

/// Two triangles whose planes cross, turned so that the first corner of each is alone on the
/// front side of the other's plane. Along the common line (direction normal a × normal b) a then
/// reaches from edge 0-2 to edge 0-1, and b from its edge 0-1 to its edge 0-2.
struct Arranged {
  Triangle a;
  Triangle b;
  std::size_t lone_a;  ///< which corner came first
  std::size_t lone_b;
  bool swapped_a;  ///< corners 1 and 2 were exchanged
  bool swapped_b;
};

inline Arranged arrange(const Triangle& a, const Sides& sides_a, const Triangle& b,
                        const Sides& sides_b) {
  const std::size_t i = lone_corner(sides_a);
  const std::size_t j = lone_corner(sides_b);
  // Below the other's plane: turn that plane over, by exchanging two corners of its triangle.
  const bool swap_b = sides_a[i] < sides_a[(i + 1) % 3] || sides_a[i] < sides_a[(i + 2) % 3];
  const bool swap_a = sides_b[j] < sides_b[(j + 1) % 3] || sides_b[j] < sides_b[(j + 2) % 3];
  const std::size_t i1 = (i + (swap_a ? 2 : 1)) % 3, i2 = (i + (swap_a ? 1 : 2)) % 3;
  const std::size_t j1 = (j + (swap_b ? 2 : 1)) % 3, j2 = (j + (swap_b ? 1 : 2)) % 3;
  return {{a[i], a[i1], a[i2]}, {b[j], b[j1], b[j2]}, i, j, swap_a, swap_b};
}

}  // namespace tact::exact
