// Whole subtrees of up to 64 primitives at once, leaves full: where a node of this size is reached
// after things broke, most of what is below it is reached too, and splitting it level by level
// would read its primitives once for each level.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/cluster_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <span>

#include "tact/tree/cluster_kernels.h"
#include "tact/tree/cluster_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// All or none.
inline void take_all(BlockPool& pool, std::span<Block*> blocks) {
  std::size_t taken = 0;
  try {
    for (; taken < blocks.size(); ++taken) blocks[taken] = pool.take();
  } catch (...) {
    while (taken > 0) pool.undo(blocks[--taken]);
    throw;
  }
}

void cluster_impl(Block& root, const EntryGeometry& geometry, TreeEntry* entries,
                  std::uint32_t first, std::uint32_t last, BlockPool& pool) {
  Cluster cluster;
  const Shares shares(last - first, Block::width);
  // Now, so that their memory has come when it is filled.
  Block* leaves[Block::width];
  take_all(pool, std::span(leaves, shares.number));
  with_boxes(geometry, [&](const auto& boxes) HWY_ATTR {
    read_entries(cluster, boxes, entries + first, last - first);
  });
  for (std::uint32_t i = 0; i < cluster.count; ++i) {
    cluster.name[i] = geometry.name(cluster.entry[i]);
  }
  order_into_shares(cluster, shares, 0, shares.number);
  empty_block(root);
  for (std::uint32_t lane = 0; lane < shares.number; ++lane) {
    empty_block(*leaves[lane]);
    root.child[lane].store(leaves[lane], std::memory_order_relaxed);
  }
  fill_lanes(root, cluster, shares, first);
  put_entries(cluster, entries + first);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(cluster_impl);
}  // namespace

void build_cluster(Block& root, const EntryGeometry& geometry, TreeEntry* entries,
                   std::uint32_t first, std::uint32_t last, const RefitRules& rules,
                   BlockPool& pool) {
  HWY_DYNAMIC_DISPATCH(cluster_impl)(root, geometry, entries, first, last, pool);
  rate_split(root, rules);
}

}  // namespace tact
#endif
