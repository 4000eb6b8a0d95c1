#include "tact/world/leaf_boxes.h"

#include <thread>

#include "tact/bounds/fit.h"

namespace tact {
namespace {

// Bit i is set if lane i overlaps the box. A loop without branches, so that it becomes vectors.
std::uint32_t overlapping_lanes(const Aabb& box, const Aabb8& eight) {
  std::uint8_t hit[LeafBoxes::width];
  for (std::uint32_t i = 0; i < LeafBoxes::width; ++i) {
    const bool x = (eight.lo[0][i] <= box.hi[0]) & (box.lo[0] <= eight.hi[0][i]);
    const bool y = (eight.lo[1][i] <= box.hi[1]) & (box.lo[1] <= eight.hi[1][i]);
    const bool z = (eight.lo[2][i] <= box.hi[2]) & (box.lo[2] <= eight.hi[2][i]);
    hit[i] = static_cast<std::uint8_t>(x & y & z);
  }
  std::uint32_t lanes = 0;
  for (std::uint32_t i = 0; i < LeafBoxes::width; ++i) lanes |= std::uint32_t{hit[i]} << i;
  return lanes;
}

}  // namespace

LeafCache::LeafCache(const SphereTree& tree) : tree_(tree), index_(tree.node_count(), 0) {
  for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
    if (tree.is_leaf(node)) index_[node] = leaves_++;
  }
  slots_ = std::make_unique<Slot[]>(leaves_);
}

void LeafCache::begin(const Primitives& primitives, const BoundsFrame& frame) {
  primitives_ = &primitives;
  frame_ = frame;
  frame_number_ += 2;
  if (frame_number_ != 0) return;
  frame_number_ = 2;  // after 2³¹ frames, so that no old stamp is taken for a new one
  for (std::uint32_t i = 0; i < leaves_; ++i) slots_[i].stamp.store(0);
}

void LeafCache::make(std::uint32_t node, Slot& slot, Stats& stats) {
  std::uint32_t seen = slot.stamp.load(std::memory_order_acquire);
  for (;;) {
    if (seen == frame_number_) return;
    if (seen == frame_number_ + 1) {
      std::this_thread::yield();
      seen = slot.stamp.load(std::memory_order_acquire);
    } else if (slot.stamp.compare_exchange_weak(seen, frame_number_ + 1, std::memory_order_acquire,
                                                std::memory_order_acquire)) {
      break;
    }
  }
  read(node, slot.leaf, stats);
  slot.stamp.store(frame_number_, std::memory_order_release);
}

void LeafCache::read(std::uint32_t node, LeafBoxes& leaf, Stats& stats) const {
  const bool points = primitives_->kind() == PrimitiveKind::points;
  leaf.all = Aabb::nothing();
  leaf.count = 0;
  for (const std::uint32_t id : points ? tree_.points(node) : tree_.triangles(node)) {
    Extent extent;
    double radius = 0;
    if (points) {
      const Ball ball = primitives_->ball(id);
      extent.add(ball.centre);
      radius = ball.radius;
    } else {
      for (const Vec3& corner : primitives_->triangle(id)) extent.add(corner);
    }
    const Aabb box = fit(extent, frame_, radius);
    leaf.boxes.set(leaf.count, box);
    leaf.all = merge(leaf.all, box);
    leaf.id[leaf.count++] = id;
  }
  stats.primitives_read += leaf.count;
  for (std::uint32_t i = leaf.count; i < LeafBoxes::width; ++i) {
    leaf.boxes.set(i, Aabb::nothing());
  }
}

Flow deliver_leaves(const LeafBoxes& a, const LeafBoxes& b, const Pair& bodies, float grow,
                    BlockWriter& writer, Stats& stats) {
  const bool within = &a == &b;
  const auto grown = [grow](Aabb box) {
    if (grow > 0) box.grow(grow);
    return box;
  };
  stats.bounds_tests += 1;
  if (!overlaps(grown(a.all), b.all)) return Flow::go_on;
  for (std::uint32_t i = 0; i < a.count; ++i) {
    const Aabb box = grown(a.boxes.get(i));
    ++stats.bounds_tests;
    if (!overlaps(box, b.all)) continue;
    stats.bounds_tests += b.count;
    std::uint32_t lanes = overlapping_lanes(box, b.boxes);
    if (within) lanes &= ~std::uint32_t{0} << (i + 1);  // each pair once
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto k = static_cast<std::uint32_t>(__builtin_ctz(lanes));
      if (writer.push(ordered(bodies.a, a.id[i], bodies.b, b.id[k])) == Flow::stop) {
        return Flow::stop;
      }
    }
  }
  return Flow::go_on;
}

}  // namespace tact
