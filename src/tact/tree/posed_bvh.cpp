#include "tact/tree/posed_bvh.h"

#include <algorithm>

#include "tact/tree/refit_kernels.h"

namespace tact {
namespace {

// So many updates does a tree keep its blocks that no query reaches. They cost memory, no time.
constexpr std::uint32_t linger = 64;

// What lies behind a block: where its boxes at rest are. A cache line, as blocks are made of them.
struct alignas(64) RestLink {
  const Block* block;
};
const Block*& rest_of(Block& block) { return volumes_of<RestLink>(block).block; }

}  // namespace

PosedBvh::PosedBvh(const RestTree& rest) : rest_(&rest) {
  extra_bytes_ = sizeof(RestLink);
  nested_ = false;  // each level is rounded outward for itself
  sparse_ = true;
}

void PosedBvh::reset(std::span<const TreePart> parts) {
  built_ = nullptr;
  start_over(parts);
  borrow_entries(nullptr);
}

Stats PosedBvh::update(std::span<const TreePart> parts, const BoundsFrame& frame,
                       const Extent& extent, unsigned) {
  rebind(parts, frame, extent);
  const bool queried = queried_.exchange(false);
  const bool reached = reached_.exchange(false);
  if (queried) unreached_ = reached ? 0 : unreached_ + 1;
  if (unreached_ > linger) {
    collapse();
    unreached_ = 0;
  }
  Block* const root = plain(root_.load(std::memory_order_relaxed));
  if (root == nullptr) {
    pool_.settle();  // memory that is not needed for long goes back
  } else {
    pose_is_new();
    root_.store(stale(root), std::memory_order_relaxed);
  }
  return {};
}

// The root's is asked for first, and by one thread: the others see what it leaves here.
const Block& PosedBvh::rest_block(const Place& place, Arena& arena, Stats& stats) {
  if (place.parent != nullptr) {
    const auto lane = &place.link - &place.parent->child[0];
    return *rest_of(*place.parent)->child[lane].load(std::memory_order_relaxed);
  }
  built_ = &rest_->get(arena, stats);
  pool_.allow((built_->blocks + 1) / 2);
  borrow_entries(built_->entries.data());
  pose_is_new();
  return *built_->root;
}

Block* PosedBvh::make(Block* old, const Place& place, Arena& arena, Stats& stats) {
  if (old == nullptr) {
    const Block& rest = rest_block(place, arena, stats);
    old = pool_.take();
    empty_block(*old);
    std::copy_n(rest.first, rest.lanes + 1U, old->first);
    old->lanes = rest.lanes;
    old->pure = rest.pure;
    old->leaf = rest.leaf;
    rest_of(*old) = &rest;
    if (old->leaf) name_lanes(*old, leaves_, built_->entries.data());
  }
  refresh(*old, stats);
  return old;
}

void PosedBvh::pose_is_new() {
  map_ = pose_map(parts().front().primitives->pose(), built_->frame, frame_);
  // Without positions: the few triangles that are reached are read one by one.
  leaves_ = {};
  leaves_.frame = frame_;
  leaves_.parts = parts();
}

// Leaves come from geometry in any case: the exact test is dearer than three vertices.
void PosedBvh::refresh(Block& block, Stats& stats) {
  if (block.leaf) {
    refresh_block(block, leaves_, built_->entries.data(), stats);
  } else {
    pose_block(block, rest_of(block)->boxes, map_);
    ++stats.nodes_updated;
  }
  block.active.store(0, std::memory_order_relaxed);
  for (std::uint32_t lane = 0; !block.leaf && lane < block.lanes; ++lane) {
    Block* const below = block.child[lane].load(std::memory_order_relaxed);
    block.child[lane].store(stale(below), std::memory_order_relaxed);
  }
}

}  // namespace tact
