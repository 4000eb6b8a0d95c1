#pragma once
// Boxes that are cut by a slab across a direction of their own. Around a piece of a smooth surface
// that is nearly as tight as an oriented box, and needs no axes.
#include <cstddef>

#include "tact/bounds/aabb.h"
#include "tact/bounds/placement.h"

namespace tact {

/// The points p with |normal · (p − c) − offset| <= half, c being the centre of the box it cuts.
struct Slab {
  float normal[3] = {};  ///< at most one long; zero: everything
  float offset = 0;
  float half = 0;

  /// From `lo` to `hi` along the normal, seen from the centre of the box; rounded outward.
  void set_reach(double lo, double hi) {
    offset = static_cast<float>(0.5 * (lo + hi));
    const double above = hi - double{offset};
    const double below = double{offset} - lo;
    // Coordinates are within a few units, and double rounds their products.
    half = round_up(static_cast<float>(above > below ? above : below) + 0x1p-40F);
  }
};

struct FlatBox {
  CentredBox box;
  Slab slab;
};

/// Eight slabs side by side.
struct alignas(32) ThickSlabs8 {
  float normal[3][8];
  float offset[8];
  float half[8];

  void set(std::size_t lane, const Slab& slab) {
    for (int k = 0; k < 3; ++k) normal[k][lane] = slab.normal[k];
    offset[lane] = slab.offset;
    half[lane] = slab.half;
  }
  Slab get(std::size_t lane) const {
    return {{normal[0][lane], normal[1][lane], normal[2][lane]}, offset[lane], half[lane]};
  }
};

/// Eight slabs that are as thin as float can tell.
struct alignas(32) ThinSlabs8 {
  float normal[3][8];
  float offset[8];

  void set(std::size_t lane, const Slab& slab) {
    for (int k = 0; k < 3; ++k) normal[k][lane] = slab.normal[k];
    offset[lane] = slab.offset;
  }
  Slab get(std::size_t lane) const {
    return {{normal[0][lane], normal[1][lane], normal[2][lane]}, offset[lane], 0};
  }
};

/// Eight boxes, and what cuts them.
template <class Slabs>
struct FlatBoxes8 {
  CentredBox8 boxes;
  Slabs slabs;

  void set(std::size_t lane, const FlatBox& flat) {
    boxes.set(lane, flat.box);
    slabs.set(lane, flat.slab);
  }
  FlatBox get(std::size_t lane) const { return {boxes.get(lane), slabs.get(lane)}; }
};

/// A box with its slab in the frame of another body.
struct PlacedFlatBox {
  PlacedBox box;
  Slab slab;
};

inline PlacedFlatBox place(const Placement& at, const FlatBox& flat) {
  PlacedFlatBox out;
  out.box = place(at, flat.box);
  const float(&n)[3] = flat.slab.normal;
  for (int k = 0; k < 3; ++k) {
    out.slab.normal[k] =
        at.rotation[k][0] * n[0] + at.rotation[k][1] * n[1] + at.rotation[k][2] * n[2];
  }
  out.slab.offset = flat.slab.offset * at.ratio;
  out.slab.half = flat.slab.half * at.ratio;
  return out;
}

}  // namespace tact
