#pragma once
// BoxCollector: the boxes of all primitives that may take part in a contact, straight from the
// geometry: what methods without a memory begin with.
#include <span>
#include <vector>

#include "tact/body/body_overlaps.h"
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

class BoxCollector {
 public:
  /// After things moved: positions that cannot be read in place are mapped.
  void update(const Task& task);

  /// Everything lies in `arena`. Throws Error{limit_exceeded} beyond 2^32 - 1 primitives.
  CollectedBoxes collect(const Task& task, const BodyOverlaps& overlaps, const MortonGrid* grid,
                         Arena& arena, unsigned threads, Stats& stats) const;

 private:
  struct Body {
    SlotGeometry geometry;
    std::vector<float> buffer;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };
  std::span<CollectJob> plan(const Task& task, const BodyOverlaps& overlaps, const MortonGrid* grid,
                             Arena& arena, std::uint32_t& total) const;

  std::vector<Body> bodies_;  // by slot
};

/// For tests: throws std::logic_error unless every primitive that may touch is there exactly once,
/// with the box that its geometry has, and no other.
void validate_boxes(const Task& task, const BodyOverlaps& overlaps, const CollectedBoxes& boxes);

}  // namespace tact
