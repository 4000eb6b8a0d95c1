#include "tact/tree/fixed_build.h"

#include <algorithm>

#include "tact/tree/cluster_kernels.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

Block* FixedBuild::build(std::uint32_t first, std::uint32_t last, const Aabb& box,
                         std::uint32_t level) {
  Block* const block = pool.take();
  ++stats.nodes_split;
  stats.primitives_read += last - first;
  levels = std::max(levels, level + 1);
  const RefitRules rules;
  if (last - first <= cluster_size && last - first > Block::width) {
    build_cluster(*block, from, entries, first, last, rules, pool);
    levels = std::max(levels, level + 2);
    return block;
  }
  split_block(*block, from, entries, first, last, box, rules, arena);
  for (std::uint32_t lane = 0; !block->leaf && lane < block->lanes; ++lane) {
    block->child[lane].store(
        build(block->first[lane], block->first[lane + 1], block->boxes.get(lane), level + 1),
        std::memory_order_relaxed);
  }
  return block;
}

}  // namespace tact
