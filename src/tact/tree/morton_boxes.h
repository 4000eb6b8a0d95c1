#pragma once
// The boxes of the primitives of one body that may take part in a contact at all, with the numbers
// that put them in order. One pass over the geometry, nothing kept from an earlier frame.
#include <cstdint>
#include <span>

#include "tact/bounds/box_item.h"
#include "tact/tree/entry_boxes.h"
#include "tact/tree/morton_grid.h"

namespace tact {

/// A Morton number in the upper half, the place of a BoxItem in the lower.
using MortonKey = std::uint64_t;

struct CollectJob {
  const Primitives* primitives = nullptr;
  const EntryGeometry* geometry = nullptr;
  Range range;                       ///< primitives to look at
  std::uint32_t body = 0;            ///< goes into the items
  float grow = 0;                    ///< boxes are made larger by this on every side
  bool clipped = false;              ///< only boxes that overlap clip_all, and one of clip
  Aabb clip_all = Aabb::nothing();   ///< encloses all of clip
  std::span<const Aabb8> clip;       ///< empty: clip_all says it all
  const MortonGrid* grid = nullptr;  ///< null: no keys are wanted
  std::uint32_t place = 0;           ///< of items[0], for the keys
};

/// Fills items and keys (room for job.range.count each) and returns how many there are. The order
/// is that of the primitives.
std::uint32_t collect_boxes(const CollectJob& job, BoxItem* items, MortonKey* keys);

}  // namespace tact
