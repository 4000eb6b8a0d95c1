#pragma once
// The boxes of all primitives that may take part in a contact, straight from the geometry: what
// methods without a memory begin with.
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/body/body_overlaps.h"
#include "tact/body/structures.h"
#include "tact/bounds/box_item.h"
#include "tact/tree/morton_boxes.h"

namespace tact {

struct CollectedBoxes {
  std::span<BoxBody> bodies;  ///< in the order of BodyOverlaps::bodies
  std::span<BoxItem> items;   ///< with gaps: only what a run or a key names is there
  /// Items of one chunk of a body each, by body and primitive.
  std::span<std::span<BoxItem>> runs;
  /// Beside `runs`, if a grid was given.
  std::span<std::span<const MortonKey>> keys;
};

/// A body's positions as kernels read them: in place where that is possible, else mapped.
struct ReadyPositions final : Structure {
  explicit ReadyPositions(std::uint32_t) {}

  EntryGeometry geometry;
  std::vector<float> buffer;
};

/// After things moved: positions that cannot be read in place are mapped.
void ready_positions(const Task& task, Scratch& scratch);

/// Each with the box that it has in the frame, grown by half of what the overlaps are grown by, so
/// that two of them overlap if they are as near as was asked. ready_positions() has to be called in
/// the method's update(). Everything lies in `arena`. Throws Error{limit_exceeded} beyond 2^32 - 1
/// primitives.
CollectedBoxes gather_boxes(const Task& task, const BodyOverlaps& overlaps, const MortonGrid* grid,
                            Arena& arena, unsigned threads, Stats& stats);

/// For tests: throws std::logic_error unless every primitive that may touch is there exactly once,
/// with the box that its geometry has, and no other.
void validate_boxes(const Task& task, const BodyOverlaps& overlaps, const CollectedBoxes& boxes);

}  // namespace tact
