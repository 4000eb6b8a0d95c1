// Whole subtrees of up to 64 primitives at once, leaves full: where a node of this size is reached
// after things broke, most of what is below it is reached too, and splitting it level by level
// would read its primitives once for each level.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/cluster_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "tact/tree/cluster_kernels.h"
#include "tact/tree/slot_boxes_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// The primitives of one cluster, and the order they are put into.
struct Cluster {
  std::uint32_t count = 0;
  float lo[cluster_size][4];
  float hi[cluster_size][4];
  Slot slot[cluster_size];
  std::uint16_t order[cluster_size];
};

HWY_INLINE F4 twice_mid(const Cluster& c, std::uint32_t i) {
  return f4_load(c.lo[i]) + f4_load(c.hi[i]);
}

HWY_INLINE int longest_axis(const F4Box& mids) {
  float side[4];
  f4_store(mids.hi - mids.lo, side);
  return side[0] >= side[1] && side[0] >= side[2] ? 0 : side[1] >= side[2] ? 1 : 2;
}

// An unsigned number that orders like the float.
HWY_INLINE std::uint32_t ordered_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

// Puts the primitives of order[from, to) with the lowest midpoints, along the longest side of all
// midpoints, before `middle`. Equal midpoints are told apart by their place.
void halve(Cluster& c, std::uint32_t from, std::uint32_t middle, std::uint32_t to) {
  F4Box mids = nothing4();
  for (std::uint32_t i = from; i < to; ++i) {
    const F4 mid = twice_mid(c, c.order[i]);
    mids = merge4(mids, {mid, mid});
  }
  const int axis = longest_axis(mids);
  std::uint64_t keys[cluster_size];
  for (std::uint32_t i = from; i < to; ++i) {
    const std::uint32_t k = c.order[i];
    keys[i] = std::uint64_t{ordered_bits(c.lo[k][axis] + c.hi[k][axis])} << 16 | k;
  }
  std::nth_element(keys + from, keys + middle, keys + to);
  for (std::uint32_t i = from; i < to; ++i) c.order[i] = static_cast<std::uint16_t>(keys[i]);
}

HWY_INLINE F4Box fill_leaf(Block& block, const Cluster& c, std::uint32_t from, std::uint32_t to,
                           std::uint32_t first) {
  F4Box all = nothing4();
  for (std::uint32_t i = from; i < to; ++i) {
    const std::uint32_t k = c.order[i];
    const std::uint32_t lane = i - from;
    for (int axis = 0; axis < 3; ++axis) {
      block.boxes.lo[axis][lane] = c.lo[k][axis];
      block.boxes.hi[axis][lane] = c.hi[k][axis];
    }
    all = merge4(all, {f4_load(c.lo[k]), f4_load(c.hi[k])});
    block.first[lane] = first + i;
  }
  block.first[to - from] = first + to;
  block.lanes = (to - from) & 0x7FU;
  block.leaf = true;
  block.box = to_aabb(all);
  return all;
}

template <class Boxes>
class ClusterBuilder {
 public:
  ClusterBuilder(const Boxes& boxes, Slot* slots, std::uint32_t first, BlockPool& pool)
      : boxes_(boxes), slots_(slots), first_(first), pool_(pool) {}

  void build(Block& root, std::uint32_t count) {
    read(count);
    leaves_ = (count + Block::width - 1) / Block::width;
    fill(root, 0, leaves_);
    for (std::uint32_t i = 0; i < count; ++i) slots_[first_ + i] = cluster_.slot[cluster_.order[i]];
  }

 private:
  void read(std::uint32_t count) {
    cluster_.count = count;
    for (std::uint32_t i = 0; i < count; ++i) {
      prefetch_ahead(boxes_, slots_ + first_ + i, slots_ + first_ + count);
      const F4Box box = boxes_.finish(boxes_.raw(slots_[first_ + i]));
      f4_store(box.lo, cluster_.lo[i]);
      f4_store(box.hi, cluster_.hi[i]);
      cluster_.slot[i] = slots_[first_ + i];
      cluster_.order[i] = static_cast<std::uint16_t>(i);
    }
  }

  // Leaves `from` … `to` - 1 of the cluster: a leaf itself, or shared out evenly over the lanes.
  F4Box fill(Block& block, std::uint32_t from, std::uint32_t to) {
    empty_block(block);
    if (to - from == 1) return fill_leaf(block, cluster_, leaf_begin(from), leaf_begin(to), first_);
    const std::uint32_t lanes = std::min(to - from, Block::width);
    share_out(from, to, lanes, 0, lanes);
    F4Box all = nothing4();
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::uint32_t begin = lane_begin(from, to, lanes, lane);
      const std::uint32_t end = lane_begin(from, to, lanes, lane + 1);
      Block* const below = pool_.take();
      const F4Box box = fill(*below, begin, end);
      block.boxes.set(lane, to_aabb(box));
      block.first[lane] = first_ + leaf_begin(begin);
      block.child[lane].store(below, std::memory_order_relaxed);
      all = merge4(all, box);
    }
    block.first[lanes] = first_ + leaf_begin(to);
    block.lanes = lanes & 0x7FU;
    block.box = to_aabb(all);
    return all;
  }
  // By halves, so that each lane gets a compact part.
  void share_out(std::uint32_t from, std::uint32_t to, std::uint32_t lanes,
                 std::uint32_t first_lane, std::uint32_t last_lane) {
    if (last_lane - first_lane < 2) return;
    const std::uint32_t middle = (first_lane + last_lane) / 2;
    const auto at = [&](std::uint32_t lane) {
      return leaf_begin(lane_begin(from, to, lanes, lane));
    };
    halve(cluster_, at(first_lane), at(middle), at(last_lane));
    share_out(from, to, lanes, first_lane, middle);
    share_out(from, to, lanes, middle, last_lane);
  }
  static std::uint32_t lane_begin(std::uint32_t from, std::uint32_t to, std::uint32_t lanes,
                                  std::uint32_t lane) {
    return from + (to - from) * lane / lanes;
  }
  std::uint32_t leaf_begin(std::uint32_t leaf) const { return cluster_.count * leaf / leaves_; }

  Boxes boxes_;
  Slot* slots_;
  std::uint32_t first_;
  BlockPool& pool_;
  std::uint32_t leaves_ = 0;
  Cluster cluster_;
};

void cluster_impl(Block& root, const SlotGeometry& geometry, Slot* slots, std::uint32_t first,
                  std::uint32_t last, BlockPool& pool) {
  if (geometry.xyz != nullptr) {
    ClusterBuilder<PackedBoxes> builder(PackedBoxes(geometry), slots, first, pool);
    builder.build(root, last - first);
  } else {
    ClusterBuilder<AnyBoxes> builder(AnyBoxes(geometry), slots, first, pool);
    builder.build(root, last - first);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "tact/tree/refit_kernels.h"

namespace tact {
namespace {

HWY_EXPORT(cluster_impl);

void rate_below(Block& block, const RefitRules& rules) {
  rate_split(block, rules);
  if (block.leaf) return;
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    rate_below(*block.child[lane].load(std::memory_order_relaxed), rules);
  }
}

}  // namespace

void build_cluster(Block& root, const SlotGeometry& geometry, Slot* slots, std::uint32_t first,
                   std::uint32_t last, const RefitRules& rules, BlockPool& pool) {
  HWY_DYNAMIC_DISPATCH(cluster_impl)(root, geometry, slots, first, last, pool);
  rate_below(root, rules);
}

}  // namespace tact
#endif
