#pragma once
// The last step before the exact test where leaves are spheres: the boxes of a leaf's primitives,
// side by side, made when a query first gets there and kept until the body moves.
#include <atomic>
#include <cstdint>

#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/frame.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/paged_array.h"
#include "tact/tree/rest_spheres.h"

namespace tact {

struct LeafBoxes {
  static constexpr std::uint32_t width = 8;  ///< most primitives in a leaf

  Aabb8 boxes;
  Aabb all;
  std::uint32_t id[width];
  std::uint32_t count;
};

/// The leaves of one body: memory for those that a query got to. of() may be called from several
/// threads at once, between one begin() and the next.
class LeafCache {
 public:
  /// For a tree whose leaves hold at most LeafBoxes::width primitives.
  explicit LeafCache(const RestSpheres& tree) : tree_(tree), cached_(tree.leaf_count()) {}

  /// The body moved. The primitives must stay as they are until the next call.
  void begin(const Primitives& primitives, const BoundsFrame& frame);
  const LeafBoxes& of(std::uint32_t node, Stats& stats) {
    CachedLeaf& cached = cached_[tree_.node(node).leaf];
    if (cached.stamp.load(std::memory_order_acquire) != frame_number_) make(node, cached, stats);
    return cached.leaf;
  }

 private:
  struct CachedLeaf {
    LeafBoxes leaf;
    std::atomic<std::uint32_t> stamp{0};  // the frame, or one more while somebody is at it
  };
  void make(std::uint32_t node, CachedLeaf& cached, Stats& stats);
  void read(std::uint32_t node, LeafBoxes& leaf, Stats& stats) const;

  static constexpr std::uint32_t leaves_a_page = 8;

  const RestSpheres& tree_;
  PagedArray<CachedLeaf, leaves_a_page> cached_;  // by leaf
  const Primitives* primitives_ = nullptr;
  BoundsFrame frame_;  // a copy: the world that it is a part of may move
  std::uint32_t frame_number_ = 2;
};

}  // namespace tact
