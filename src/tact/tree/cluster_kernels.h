#pragma once
// Building a whole small subtree at once.
#include "tact/tree/block_pool.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

inline constexpr std::uint32_t cluster_size = 64;

/// Makes `root` the node of entries[first, last), at most cluster_size of them, with all blocks
/// below it: halved at the median of the longest side again and again, eight primitives to a leaf.
/// Permutes only these entries.
void build_cluster(Block& root, const EntryGeometry& geometry, TreeEntry* entries,
                   std::uint32_t first, std::uint32_t last, const RefitRules& rules,
                   BlockPool& pool);

}  // namespace tact
