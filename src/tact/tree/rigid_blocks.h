#pragma once
// What a rigid body's tree looks like to a traversal: blocks with the boxes of their eight lanes
// side by side, at rest, never changed once built. A lane is a smaller block or a primitive.
#include <cstdint>
#include <span>

#include "tact/bounds/obb.h"
#include "tact/bounds/placement.h"

namespace tact {

template <class Eight>
struct alignas(64) RigidBlock {
  Eight boxes;
  std::uint32_t child[8];  ///< the block of a lane, or the id of its primitive
  float size[8];           ///< longest half edge of a lane's box, in the user's units
  std::uint8_t lanes;
  std::uint8_t primitive;  ///< bit i: lane i is a primitive

  std::uint32_t all() const { return (1U << lanes) - 1U; }
};

/// A lane of a block: 8 · block + lane. The root is lane 0 of block 0.
using LaneRef = std::uint32_t;

template <class Eight>
struct RigidBlocks {
  using Block = RigidBlock<Eight>;

  std::span<const Block> blocks;  ///< empty if the body is

  const Block& block_of(LaneRef ref) const { return blocks[ref >> 3U]; }
  typename Eight::Box box(LaneRef ref) const { return block_of(ref).boxes.get(ref & 7U); }
  bool is_primitive(LaneRef ref) const {
    return ((block_of(ref).primitive >> (ref & 7U)) & 1U) != 0;
  }
  std::uint32_t child(LaneRef ref) const { return block_of(ref).child[ref & 7U]; }
  float size(LaneRef ref) const { return block_of(ref).size[ref & 7U]; }
};

}  // namespace tact
