#include "tact/tree/fixed_bvh.h"

#include <algorithm>

#include "tact/tree/cluster_kernels.h"

namespace tact {
namespace {

// A posed tree's blocks have the boxes at rest behind them.
Aabb8& rest_of(Block& block) { return volumes_of<Aabb8>(block); }

}  // namespace

Stats FixedBvh::update(std::span<const TreePart> parts, const BoundsFrame& frame,
                       const Extent& extent, unsigned threads) {
  Stats stats;
  rebind(parts, frame, extent);
  queried_.store(false);
  const bool reached = reached_.exchange(false);
  Block* const root = plain(root_.load(std::memory_order_relaxed));
  if (root == nullptr) return stats;
  if (way_ == Way::posed || (way_ == Way::coherent && !reached)) {
    if (way_ == Way::posed) pose_is_new();
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
    levels_ = 0;
    try {
      if (way_ == Way::posed) return build_at_rest(arena, stats);
      return build(geometry(), place.first, place.last, place.box, 0, arena, stats);
    } catch (...) {
      pool_.forget();  // it was the root: there are no other blocks
      throw;
    }
  }
  refresh(*old, stats);
  return old;
}

Block* FixedBvh::build(const SlotGeometry& from, std::uint32_t first, std::uint32_t last,
                       const Aabb& box, std::uint32_t level, Arena& arena, Stats& stats) {
  Block* const block = pool_.take();
  ++stats.nodes_split;
  stats.primitives_read += last - first;
  levels_ = std::max(levels_, level + 1);
  const RefitRules rules;
  if (last - first <= cluster_size && last - first > Block::width) {
    build_cluster(*block, from, slots(), first, last, rules, pool_);
    levels_ = std::max(levels_, level + 2);
    return block;
  }
  split_block(*block, from, slots(), first, last, box, rules, arena);
  for (std::uint32_t lane = 0; !block->leaf && lane < block->lanes; ++lane) {
    block->child[lane].store(build(from, block->first[lane], block->first[lane + 1],
                                   block->boxes.get(lane), level + 1, arena, stats),
                             std::memory_order_relaxed);
  }
  return block;
}

Block* FixedBvh::build_at_rest(Arena& arena, Stats& stats) {
  TreePart part = parts().front();
  const Primitives at_rest = Primitives::triangles(part.primitives->mesh(), nullptr);
  part.primitives = &at_rest;
  const PositionsView& positions = at_rest.mesh().positions;
  Extent extent;
  for (std::size_t i = 0; i < positions.size(); ++i) extent.add(positions[i]);
  rest_frame_ = BoundsFrame::around(extent);
  std::vector<float> mapped;
  const SlotGeometry from = slot_geometry({&part, 1}, rest_frame_, mapped);
  Block* const root = build(from, 0, size(), fit(extent, rest_frame_), 0, arena, stats);
  keep_rest(*root);
  pose_is_new();
  refresh(*root, stats);
  return root;
}

void FixedBvh::pose_is_new() {
  map_ = pose_map(parts().front().primitives->pose(), rest_frame_, frame_);
  // Without positions: the few triangles that are reached are read one by one.
  leaves_ = {};
  leaves_.frame = frame_;
  leaves_.parts = parts();
}

void FixedBvh::keep_rest(Block& block) const {
  if (block.leaf) return;
  rest_of(block) = block.boxes;
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    keep_rest(*block.child[lane].load(std::memory_order_relaxed));
  }
}

// Leaves come from geometry in any case: the exact test is dearer than three vertices.
void FixedBvh::refresh(Block& block, Stats& stats) {
  if (way_ == Way::posed && !block.leaf) {
    pose_block(block, rest_of(block), map_);
    ++stats.nodes_updated;
  } else {
    refresh_block(block, way_ == Way::posed ? leaves_ : geometry(), slots(), stats);
  }
  block.active.store(0, std::memory_order_relaxed);
  for (std::uint32_t lane = 0; !block.leaf && lane < block.lanes; ++lane) {
    Block* const below = block.child[lane].load(std::memory_order_relaxed);
    block.child[lane].store(stale(below), std::memory_order_relaxed);
  }
}

}  // namespace tact
