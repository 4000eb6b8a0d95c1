#include "tact/tree/leaf_boxes.h"

#include <thread>

#include "tact/bounds/fit.h"

namespace tact {

void LeafCache::begin(const Primitives& primitives, const BoundsFrame& frame) {
  primitives_ = &primitives;
  frame_ = frame;
  frame_number_ += 2;
  if (frame_number_ != 0) return;
  frame_number_ = 2;  // after 2³¹ frames, so that no old stamp is taken for a new one
  cached_.for_each_made([](CachedLeaf& leaf) { leaf.stamp.store(0); });
}

void LeafCache::make(std::uint32_t node, CachedLeaf& cached, Stats& stats) {
  std::uint32_t seen = cached.stamp.load(std::memory_order_acquire);
  for (;;) {
    if (seen == frame_number_) return;
    if (seen == frame_number_ + 1) {
      std::this_thread::yield();
      seen = cached.stamp.load(std::memory_order_acquire);
    } else if (cached.stamp.compare_exchange_weak(
                   seen, frame_number_ + 1, std::memory_order_acquire, std::memory_order_acquire)) {
      break;
    }
  }
  read(node, cached.leaf, stats);
  cached.stamp.store(frame_number_, std::memory_order_release);
}

void LeafCache::read(std::uint32_t node, LeafBoxes& leaf, Stats& stats) const {
  const bool points = primitives_->kind() == PrimitiveKind::points;
  const RestSpheres::Contents& below = tree_.contents(node);
  const Range own = points ? below.points : below.triangles;
  const std::span<const std::uint32_t> ids =
      (points ? tree_.points() : tree_.triangles()).subspan(own.first, own.count);
  Aabb boxes[LeafBoxes::width];
  fit_boxes(*primitives_, frame_, ids, boxes);
  leaf.all = Aabb::nothing();
  leaf.count = 0;
  for (const std::uint32_t id : ids) {
    const Aabb& box = boxes[leaf.count];
    leaf.boxes.set(leaf.count, box);
    leaf.all = merge(leaf.all, box);
    leaf.id[leaf.count++] = id;
  }
  stats.primitives_read += leaf.count;
  for (std::uint32_t i = leaf.count; i < LeafBoxes::width; ++i) {
    leaf.boxes.set(i, Aabb::nothing());
  }
}

}  // namespace tact
