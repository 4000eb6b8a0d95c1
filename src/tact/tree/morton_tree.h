#pragma once
// MortonTree: an implicit eight-wide tree over boxes in Morton order. Block i of a level holds the
// boxes of the blocks 8 i … 8 i + 7 of the level below; no pointers, nothing that outlives a frame.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"
#include "tact/tree/morton_boxes.h"

namespace tact {

/// Eight boxes, and which body's primitives are below each, as body_number() has it; NaN stands for
/// several bodies as well.
struct alignas(64) MortonBlock {
  Aabb8 boxes;  ///< unused lanes hold nothing
  float body[8];
  Aabb box;    ///< of all lanes
  float only;  ///< the body that all lanes have in common, or NaN
};
static_assert(sizeof(MortonBlock) == 4 * 64, "a block is four cache lines");

/// The primitives of a block of the lowest level.
struct MortonLeaf {
  std::uint32_t id[8];
  std::uint32_t body[8];
};

struct MortonTree {
  static constexpr std::uint32_t most_levels = 11;  ///< 8^11 is more than 2^32

  std::span<MortonBlock> level[most_levels];  ///< level 0 has the primitives' boxes
  std::span<MortonLeaf> leaves;               ///< beside level 0
  std::uint32_t levels = 0;                   ///< the last of them is one block
  std::uint32_t size = 0;                     ///< primitives

  std::uint64_t blocks() const {
    std::uint64_t sum = 0;
    for (std::uint32_t k = 0; k < levels; ++k) sum += level[k].size();
    return sum;
  }
};

/// Builds the tree over items in the order of their keys. Everything lies in `arena`.
MortonTree build_tree(std::span<const MortonKey> keys, const BoxItem* items,
                      std::span<const BoxBody> bodies, Arena& arena, unsigned threads);

/// Throws std::logic_error if a block does not enclose what is below it, or a primitive is not
/// there exactly once.
void validate_tree(const MortonTree& tree, std::span<const MortonKey> keys, const BoxItem* items);

}  // namespace tact
