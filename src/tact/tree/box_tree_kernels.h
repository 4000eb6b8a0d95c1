#pragma once
// The loops over items in the construction of a BoxTree. The instruction set is chosen once per
// call; answers do not depend on it.
#include <bit>
#include <cstdint>
#include <span>

#include "tact/bounds/aabb.h"

namespace tact {

/// An item within a box that is being cut.
struct alignas(16) BoxTreeItem {
  float lo[4];  ///< the fourth are the bits of the item's number: rows of four are moved fast
  float hi[4];  ///< the fourth does not count

  std::uint32_t id() const { return std::bit_cast<std::uint32_t>(lo[3]); }
  Aabb box() const { return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}}; }
  void set_id(std::uint32_t id) { lo[3] = std::bit_cast<float>(id); }
};

/// Which of a few bins on each axis a coordinate is in.
struct BoxBinning {
  static constexpr int most = 16;

  BoxBinning(const Aabb& box, int bins);
  /// In bins; those outside of the box count to the first or last bin.
  float place(float x, std::size_t axis) const { return (x - origin[axis]) * scale[axis]; }
  /// The places of the two bins beside a limit between two bins.
  struct Places {
    float from;
    float to;
  };
  Places beside(int limit) const;

  float origin[4] = {};
  float scale[4] = {};  ///< zero: the box has no extent there
  float last[4];        ///< the last bin
};

/// How many items begin and end in each bin.
struct BoxBins {
  std::uint32_t starts[3][BoxBinning::most] = {};
  std::uint32_t ends[3][BoxBinning::most] = {};
};

BoxBins bin_items(std::span<const BoxTreeItem> items, const BoxBinning& binning);

/// A thick plane. Items that touch it from one side are on that side; those that are as thin as the
/// plane are on its left.
struct ThickPlane {
  std::uint32_t axis;
  float at;
  float thickness;

  bool has_left(const BoxTreeItem& item) const { return item.hi[axis] <= at + thickness; }
  bool has_right(const BoxTreeItem& item) const {
    return !has_left(item) && item.lo[axis] >= at - thickness;
  }
};

/// Deals out items: those of the left half come to lie at the beginning of `items`, those of the
/// right half in `right`, which has room for all; crossing items come to both, each with its part
/// of the box. Returns how many there are of each.
struct DealtItems {
  std::size_t left;
  std::size_t right;
};
DealtItems deal_items(std::span<BoxTreeItem> items, const ThickPlane& plane, BoxTreeItem* right);

Aabb box_around(std::span<const BoxTreeItem> items);

}  // namespace tact
