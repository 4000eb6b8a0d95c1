#include "tact/tree/fixed_bvh.h"

#include <algorithm>

#include "tact/tree/fixed_build.h"

namespace tact {

Stats FixedBvh::update(std::span<const TreePart> parts, const BoundsFrame& frame,
                       const Extent& extent, unsigned threads) {
  Stats stats;
  rebind(parts, frame, extent);
  queried_.store(false);
  const bool reached = reached_.exchange(false);
  Block* const root = plain(root_.load(std::memory_order_relaxed));
  if (root == nullptr) return stats;
  if (way_ == Way::coherent && !reached) {
    root_.store(stale(root), std::memory_order_relaxed);
    return stats;
  }
  RefitRules rules;
  rules.fixed = true;
  rules.use_marks = way_ == Way::coherent;
  if (way_ == Way::hybrid) rules.levels = std::max(levels_ / 2, 1U);
  root_.store(root, std::memory_order_relaxed);
  refit_root(rules, threads, stats);
  return stats;
}

Block* FixedBvh::make(Block* old, const Place& place, Arena& arena, Stats& stats) {
  if (old == nullptr) {
    try {
      FixedBuild build{geometry(), entries(), pool_, arena, stats};
      Block* const root = build.build(place.first, place.last, place.box);
      levels_ = build.levels;
      return root;
    } catch (...) {
      pool_.forget();  // it was the root: there are no other blocks
      throw;
    }
  }
  refresh(*old, stats);
  return old;
}

void FixedBvh::refresh(Block& block, Stats& stats) {
  refresh_block(block, geometry(), entries(), stats);
  block.active.store(0, std::memory_order_relaxed);
  for (std::uint32_t lane = 0; !block.leaf && lane < block.lanes; ++lane) {
    Block* const below = block.child[lane].load(std::memory_order_relaxed);
    block.child[lane].store(stale(below), std::memory_order_relaxed);
  }
}

}  // namespace tact
