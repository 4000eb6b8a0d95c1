#pragma once
// Pairs of overlapping spheres at one level of two trees, by their blocks: sixteen pairs of spheres
// a step.
#include <cstdint>
#include <vector>

#include "tact/tree/sphere_blocks.h"

namespace tact {

/// A sphere by its block and its place in it.
struct BlockPlace {
  std::uint32_t block = 0;
  std::uint32_t lane = 0;
};
struct BlockPair {
  BlockPlace a;
  BlockPlace b;
};

struct BlockPairs {
  std::vector<BlockPair> found;
  std::vector<Pair> open;  ///< memory of the walk
};

/// All overlapping pairs of spheres at the level of both blocks, which must be the same; closer
/// than `tolerance` counts. Covers what touches, as find_sphere_pairs() does; since levels are
/// skipped, the pairs are not quite the same: a few more in all.
void find_block_pairs(const SphereBlocks& a, const SphereBlocks& b, double tolerance,
                      BlockPairs& pairs, Stats& stats);

}  // namespace tact
