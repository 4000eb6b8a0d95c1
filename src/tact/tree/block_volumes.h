#pragma once
// The volumes of a tree's nodes beyond their boxes (Larsson 2006, section 2: "other volumes"),
// which lie behind each block.
#include "tact/bounds/lane_volumes.h"
#include "tact/tree/entry_boxes.h"
#include "tact/tree/tree.h"

namespace tact {

/// Makes the volumes of the block and of all blocks below it fit: from geometry where nothing is
/// below a lane, else around what is there. Their boxes are right already.
void refresh_volumes(Volume volume, Block& block, const EntryGeometry& geometry,
                     const TreeEntry* entries);

/// Throws std::logic_error unless the volumes of the block's lane hold the primitive.
void validate_volume(Volume volume, const Block& block, std::uint32_t lane,
                     const Primitives& primitives, std::uint32_t id, const BoundsFrame& frame);

}  // namespace tact
