#pragma once
// Building a tree whose topology stays: all of it at once.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/tree/block_pool.h"
#include "tact/tree/entry_boxes.h"

namespace tact {

/// What it is built of, and where; permutes the entries. Blocks that were taken before it throws
/// are not given back.
struct FixedBuild {
  const EntryGeometry& from;
  TreeEntry* entries;
  BlockPool& pool;
  Arena& arena;
  Stats& stats;
  std::uint32_t levels = 0;  ///< that were made

  /// The block of entries[first, last), which lie in `box`, with everything below it.
  Block* build(std::uint32_t first, std::uint32_t last, const Aabb& box, std::uint32_t level = 0);
};

}  // namespace tact
