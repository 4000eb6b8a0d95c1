#pragma once
// k-DOPs: boxes along the axes of a frame, cut further by slabs along the diagonals of the cube
// (k = 14) or of its faces (k = 18), and eight of them side by side.
#include <cstddef>

#include "tact/bounds/obb.h"
#include "tact/bounds/placement.h"

namespace tact {

/// The directions beyond the three of the box. Not longer than one, and with components that are
/// floats: along them nothing is lost to rounding.
template <int Extra>
struct DopDirections;

template <>
struct DopDirections<4> {
  static constexpr float s = 0x1.279a74p-1F;  // just below 1 / √3
  static constexpr float at[4][3] = {{s, s, s}, {s, s, -s}, {s, -s, s}, {-s, s, s}};
};
template <>
struct DopDirections<6> {
  static constexpr float s = 0x1.6a09e6p-1F;  // just below 1 / √2
  static constexpr float at[6][3] = {{s, s, 0},  {s, -s, 0}, {s, 0, s},
                                     {s, 0, -s}, {0, s, s},  {0, s, -s}};
};

/// The points of the box with |direction[m] · p − mid[m]| <= radius[m]; k = 6 + 2 · Extra.
template <int Extra>
struct KDop : CentredBox {
  float mid[Extra];
  float radius[Extra];
};

/// A direction as a multiple of one of the k-DOP's own and a remaining vector: what a point set
/// reaches along a sum is at most the sum of what it reaches.
struct DopShare {
  int own;
  float factor;
  float remaining[3];
};

/// What k-DOPs need of a placement beyond a box, once per query.
template <int Extra>
struct DopPlacement : Placement {
  float along[Extra][3];     ///< own directions of the body that is placed, in the other's frame
  DopShare by_other[Extra];  ///< those, by the directions of the other
  DopShare by_own[Extra];    ///< the other's directions in the placed body's frame, by its own

  DopPlacement() = default;
  DopPlacement(const Placement& at);  // NOLINT(google-explicit-constructor): it is one, and more
};

/// A k-DOP of one body in the frame of another.
template <int Extra>
struct PlacedDop : PlacedBox {
  const DopPlacement<Extra>* at;
  float low[Extra];  ///< along the directions of the frame, outward
  float high[Extra];
  float own_low[Extra];  ///< along its own, which are at->along, outward
  float own_high[Extra];
};

template <int Extra>
PlacedDop<Extra> place(const DopPlacement<Extra>& at, const KDop<Extra>& dop);

/// Eight k-DOPs side by side.
template <int Extra>
struct alignas(32) KDop8 : CentredBox8 {
  using Box = KDop<Extra>;
  using Place = DopPlacement<Extra>;

  float mid[Extra][8];
  float radius[Extra][8];

  void set(std::size_t lane, const Box& dop) {
    CentredBox8::set(lane, dop);
    for (int m = 0; m < Extra; ++m) {
      mid[m][lane] = dop.mid[m];
      radius[m][lane] = dop.radius[m];
    }
  }
  Box get(std::size_t lane) const {
    Box dop;
    static_cast<CentredBox&>(dop) = CentredBox8::get(lane);
    for (int m = 0; m < Extra; ++m) {
      dop.mid[m] = mid[m][lane];
      dop.radius[m] = radius[m][lane];
    }
    return dop;
  }
};

extern template struct DopPlacement<4>;
extern template struct DopPlacement<6>;

}  // namespace tact
