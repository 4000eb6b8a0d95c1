#include "tact/tree/dynamic_bvh.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/tree/cluster_kernels.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

void DynamicBvh::reset(std::span<const TreePart> parts) {
  parts_.assign(parts.begin(), parts.end());
  count_ = 0;
  std::uint32_t vertices = 0;
  for (TreePart& part : parts_) {
    part.first = count_;
    part.first_vertex = vertices;
    count_ += part.primitives->size();
    vertices += static_cast<std::uint32_t>(part.primitives->mesh().positions.size());
  }
  slots_.assign(count_ + prefetch_slots, Slot{});
  fill_slots(parts_, std::span<Slot>(slots_).first(count_));
  root_ = nullptr;
  pool_.reset(count_, options_.reserve_all);
}

void DynamicBvh::reindex(std::span<const TreePart> parts) {
  TACT_ASSERT(parts.size() == parts_.size());
  std::uint32_t vertices = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts_[i].primitives = parts[i].primitives;
    parts_[i].first_vertex = vertices;
    vertices += static_cast<std::uint32_t>(parts[i].primitives->mesh().positions.size());
  }
  reindex_slots(parts_, std::span<Slot>(slots_).first(count_));
}

void DynamicBvh::collapse() {
  Block* const root = root_.exchange(nullptr);
  if (root == nullptr) return;
  dropped_.clear();
  drop_subtree(root, dropped_);
  for (Block* block : dropped_) pool_.give(block);
  pool_.settle();
}

Stats DynamicBvh::update(std::span<const TreePart> parts, const BoundsFrame& frame,
                         const Extent& extent) {
  TACT_ASSERT(parts.size() == parts_.size());
  Stats stats;
  for (std::size_t i = 0; i < parts.size(); ++i) parts_[i].primitives = parts[i].primitives;
  frame_ = frame;
  geometry_ready_ = false;
  box_ = count_ == 0 ? Aabb::nothing() : fit(extent, frame);
  const bool queried = queried_.exchange(false);
  const bool reached = root_reached_.exchange(false) || !queried;
  Block* root = root_.load(std::memory_order_relaxed);
  dropped_.reserve(pool_.capacity());
  if (root != nullptr && reached) {
    read_geometry();
    dropped_.clear();
    const RefitResult result =
        refit_block(*root, geometry_, slots_.data(), rules(queried), dropped_, stats);
    box_ = result.box;
    for (Block* block : dropped_) pool_.give(block);
    root_reached_ = !queried;  // nothing is known of this frame yet: it stays for one more
    if (result.valid) root = nullptr;
  }
  if (root != nullptr) {
    ++stats.nodes_collapsed;
    collapse();
  }
  pool_.settle();
  return stats;
}

RefitRules DynamicBvh::rules(bool use_marks) const {
  return {options_.invalid_ratio,
          options_.degraded_ratio,
          options_.worthwhile_ratio,
          options_.rest,
          options_.linger,
          options_.cluster,
          use_marks};
}

void DynamicBvh::read_geometry() {
  geometry_ = slot_geometry(parts_, frame_, mapped_);
  geometry_ready_ = true;
}

Block* DynamicBvh::root(Arena& arena, Stats& stats) {
  queried_.store(true, std::memory_order_relaxed);
  root_reached_.store(true, std::memory_order_relaxed);
  Block* const block = root_.load(std::memory_order_acquire);
  if (block != nullptr && block != in_work()) return block;
  return prepare(root_, 0, size(), box_, arena, stats);
}

Block* DynamicBvh::prepare(std::atomic<Block*>& place, std::uint32_t first, std::uint32_t last,
                           const Aabb& box, Arena& arena, Stats& stats) {
  Block* expected = nullptr;
  if (!place.compare_exchange_strong(expected, in_work(), std::memory_order_acquire)) {
    // Somebody else is at it: a split takes microseconds, so that waiting beats doing it twice.
    while (expected == in_work()) {
      std::this_thread::yield();
      expected = place.load(std::memory_order_acquire);
    }
    return expected;
  }
  // Only whoever splits the root can find the geometry unread: all others come after.
  if (!geometry_ready_) read_geometry();
  Block* const block = pool_.take();
  if (last - first <= options_.cluster && last - first > Block::width) {
    build_cluster(*block, geometry_, slots_.data(), first, last, rules(true), pool_);
  } else {
    split_block(*block, geometry_, slots_.data(), first, last, box, rules(true), arena);
  }
  if (parts_.size() > 1 && !block->leaf) find_pure(*block);
  ++stats.nodes_split;
  stats.primitives_read += last - first;
  place.store(block, std::memory_order_release);
  return block;
}

void DynamicBvh::find_pure(Block& block) const {
  const TreePart& part = part_of(parts_, slots_[block.first[0]].id);
  const std::uint32_t last = part.first + part.primitives->size();
  block.pure =
      std::all_of(slots_.data() + block.first[0], slots_.data() + block.first[block.lanes],
                  [&](const Slot& slot) { return slot.id >= part.first && slot.id < last; });
}

std::size_t DynamicBvh::bytes() const {
  return slots_.capacity() * sizeof(Slot) + mapped_.capacity() * sizeof(float) + pool_.bytes();
}

void DynamicBvh::validate() const {
  const Block* const root = root_.load();
  std::vector<std::uint8_t> seen(count_, 0);
  if (root == nullptr) {
    for (const Slot& slot : std::span<const Slot>(slots_).first(count_)) ++seen[slot.id];
  } else {
    if (root->first[0] != 0 || root->first[root->lanes] != count_) {
      throw std::logic_error("dbvh: the root does not hold all primitives");
    }
    validate_block(*root, seen);
  }
  for (const std::uint8_t count : seen) {
    if (count != 1) throw std::logic_error("dbvh: a primitive is not in exactly one leaf");
  }
}

void DynamicBvh::validate_block(const Block& block, std::vector<std::uint8_t>& seen) const {
  if (block.lanes < (block.leaf ? 1 : 2) || block.lanes > Block::width) {
    throw std::logic_error("dbvh: a block with a wrong number of lanes");
  }
  for (std::uint32_t lane = 0; lane < Block::width; ++lane) {
    const Aabb box = block.boxes.get(lane);
    if (lane >= block.lanes) {
      if (!box.empty()) throw std::logic_error("dbvh: an unused lane has a box");
      continue;
    }
    if (block.lane_size(lane) == 0 || (block.leaf && block.lane_size(lane) != 1)) {
      throw std::logic_error("dbvh: a lane with a wrong number of primitives");
    }
    if (!encloses(block.box, box)) throw std::logic_error("dbvh: a block does not enclose a lane");
    const Block* const below = block.leaf ? nullptr : block.child[lane].load();
    if (below != nullptr) {
      if (below->first[0] != block.first[lane] ||
          below->first[below->lanes] != block.first[lane + 1] || !encloses(box, below->box)) {
        throw std::logic_error("dbvh: a child does not fit its lane");
      }
      validate_block(*below, seen);
      continue;
    }
    for (std::uint32_t i = block.first[lane]; i < block.first[lane + 1]; ++i) {
      ++seen[slots_[i].id];
      validate_primitive(slots_[i], box);
    }
  }
}

// From the geometry itself, in double, without the code that made the box: every vertex (or the
// reach of a point) lies inside.
void DynamicBvh::validate_primitive(const Slot& slot, const Aabb& box) const {
  Extent extent;
  const TreePart& part = part_of(parts_, slot.id);
  const std::uint32_t id = slot.id - part.first;
  if (part.primitives->kind() == PrimitiveKind::points) {
    const Ball ball = part.primitives->ball(id);
    const Vec3 reach{ball.radius, ball.radius, ball.radius};
    extent = {ball.centre - reach, ball.centre + reach};
  } else {
    for (const Vec3& vertex : part.primitives->triangle(id)) extent.add(vertex);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (frame_.map(extent.lo[k], k) < double{box.lo[k]} ||
        frame_.map(extent.hi[k], k) > double{box.hi[k]}) {
      throw std::logic_error("dbvh: a box does not enclose its primitive");
    }
  }
}

}  // namespace tact
