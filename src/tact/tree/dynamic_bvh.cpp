#include "tact/tree/dynamic_bvh.h"

#include <algorithm>

#include "tact/tree/block_volumes.h"
#include "tact/tree/cluster_kernels.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

void DynamicBvh::reset(std::span<const TreePart> parts) {
  LazyTree::reset(parts);
  forget_runs();
}

void DynamicBvh::reindex(std::span<const TreePart> parts) {
  LazyTree::reindex(parts);
  forget_runs();
}

// Entries have moved, or have other vertices. Bodies with as many vertices as triangles, or more,
// as broken ones are, have nothing to gain.
void DynamicBvh::forget_runs() {
  std::uint64_t vertices = 0;
  for (const TreePart& part : parts()) vertices += part.primitives->mesh().positions.size();
  const bool pays = !parts().empty() &&
                    parts().front().primitives->kind() == PrimitiveKind::triangles &&
                    4 * vertices <= std::uint64_t{3} * size();
  runs_.reset(pays ? size() : 0);
}

void DynamicBvh::resize(std::span<const TreePart> parts) {
  const auto is_empty = [](const TreePart& part) { return part.primitives->size() == 0; };
  const bool triangles = parts.front().primitives->kind() == PrimitiveKind::triangles;
  if (!triangles || root_.load() == nullptr || std::all_of(parts.begin(), parts.end(), is_empty) ||
      change_to(parts) > size() / 4) {
    reset(parts);
  } else {
    carry_to(parts);
    forget_runs();
  }
}

Stats DynamicBvh::update(std::span<const TreePart> parts, const BoundsFrame& frame,
                         const Extent& extent, unsigned threads) {
  Stats stats;
  rebind(parts, frame, extent);
  const bool queried = queried_.exchange(false);
  const bool reached = reached_.exchange(false);
  Block* const root = root_.load(std::memory_order_relaxed);
  if (root == nullptr) {
    pool_.settle();
    return stats;
  }
  if (queried) unreached_ = reached ? 0 : unreached_ + 1;
  if (unreached_ > options_.linger || !refit_root(rules(queried && reached), threads, stats)) {
    ++stats.nodes_collapsed;
    collapse();
    unreached_ = 0;
  } else {
    refresh_volumes(volume_, *root, geometry(), entries());
  }
  pool_.settle();
  return stats;
}

RefitRules DynamicBvh::rules(bool use_marks) {
  return {options_.invalid_ratio,
          options_.degraded_ratio,
          options_.worthwhile_ratio,
          options_.grace,
          options_.linger,
          options_.cluster,
          use_marks,
          false,
          ~std::uint32_t{0},
          &runs_};
}

Block* DynamicBvh::make(Block* old, const Place& place, Arena& arena, Stats& stats) {
  static_cast<void>(old);  // nothing here is ever out of date: it is refitted or given up
  const std::uint32_t count = place.last - place.first;
  Block* const block = pool_.take();
  try {
    if (count <= options_.cluster && count > Block::width) {
      build_cluster(*block, geometry(), entries(), place.first, place.last, rules(true), pool_);
    } else {
      split_block(*block, geometry(), entries(), place.first, place.last, place.box, rules(true),
                  arena);
    }
  } catch (...) {
    pool_.undo(block);
    throw;
  }
  runs_.forget(place.first);
  for (std::uint32_t lane = 0; lane < block->lanes; ++lane) runs_.forget(block->first[lane]);
  if (parts().size() > 1 && !block->leaf) find_pure(*block);
  refresh_volumes(volume_, *block, geometry(), entries());
  ++stats.nodes_split;
  stats.primitives_read += count;
  return block;
}

// A parent has at least an eighth of its children's volumes: a rating of four, rounded down.
bool DynamicBvh::keeps_rules(const Block& block) const {
  if (block.age > options_.linger) return false;
  return block.leaf || (block.ratio >= 3 && block.grace <= options_.grace);
}

void DynamicBvh::find_pure(Block& block) {
  const TreePart& part = part_of(parts(), entries()[block.first[0]].id);
  const std::uint32_t last = part.first + part.primitives->size();
  block.pure = std::all_of(
      entries() + block.first[0], entries() + block.first[block.lanes],
      [&](const TreeEntry& entry) { return entry.id >= part.first && entry.id < last; });
}

}  // namespace tact
