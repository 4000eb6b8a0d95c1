// Primitives put into order by medians, so that equal shares of them are compact: the leaves of a
// cluster, the lanes of a block of clusters. Included per instruction set.
#if defined(TACT_TREE_CLUSTER_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TREE_CLUSTER_SIMD_H
#undef TACT_TREE_CLUSTER_SIMD_H
#else
#define TACT_TREE_CLUSTER_SIMD_H
#endif

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>

#include "tact/tree/cluster_kernels.h"
#include "tact/tree/entry_boxes_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Up to N primitives, and the order they are put into.
template <std::uint32_t N>
struct Medians {
  std::uint32_t count = 0;
  float lo[N][4];
  float hi[N][4];
  TreeEntry entry[N];
  PrimitiveName name[N];
  std::uint16_t order[N];
};

template <std::uint32_t N>
HWY_INLINE F4 twice_mid(const Medians<N>& c, std::uint32_t i) {
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

// Of a few numbers, no two alike: how many are less than the i-th, for each i. Comparing all with
// all takes no branch that could be mispredicted.
HWY_INLINE void rank_all(const std::int32_t* keys, std::uint32_t count, std::int32_t* rank) {
  const hn::CappedTag<std::int32_t, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto own = hn::Set(d, keys[i]);
    auto less = hn::Zero(d);
    for (std::size_t j = 0; j < count; j += lanes) {
      less = hn::Sub(less, hn::VecFromMask(d, hn::Lt(hn::LoadU(d, keys + j), own)));
    }
    rank[i] = hn::GetLane(hn::SumOfLanes(d, less));
  }
}

constexpr std::uint32_t most_ranked = 64;

// For few: the midpoint's upper bits order, the place tells equal ones apart.
template <std::uint32_t N>
void halve_by_rank(Medians<N>& c, std::uint32_t from, std::uint32_t middle, std::uint32_t to,
                   int axis) {
  HWY_ALIGN std::int32_t keys[most_ranked];
  std::int32_t rank[most_ranked];
  std::uint16_t order[most_ranked];
  const std::uint32_t count = to - from;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t k = c.order[from + i];
    order[i] = c.order[from + i];
    const std::uint32_t bits = ordered_bits(c.lo[k][axis] + c.hi[k][axis]) ^ 0x80000000U;
    keys[i] = static_cast<std::int32_t>((bits & ~(most_ranked - 1)) | i);
  }
  std::fill(keys + count, keys + (count + 7) / 8 * 8, std::numeric_limits<std::int32_t>::max());
  rank_all(keys, count, rank);
  std::uint32_t low = from;
  std::uint32_t high = middle;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool is_low = rank[i] < static_cast<std::int32_t>(middle - from);
    c.order[is_low ? low : high] = order[i];
    low += is_low ? 1U : 0U;
    high += is_low ? 0U : 1U;
  }
}

// Where midpoints lie between the outermost ones.
template <std::uint32_t N>
struct Buckets {
  static constexpr std::uint32_t number = 64;
  std::uint64_t keys[N];  // order like the midpoint, with the place behind it
  std::uint8_t bucket[N];
  std::uint32_t counts[number] = {};

  Buckets(const Medians<N>& c, std::uint32_t from, std::uint32_t to, int axis, const F4Box& mids) {
    float lo[4];
    float hi[4];
    f4_store(mids.lo, lo);
    f4_store(mids.hi, hi);
    const float scale = hi[axis] > lo[axis] ? (number - 0.5F) / (hi[axis] - lo[axis]) : 0.0F;
    for (std::uint32_t i = from; i < to; ++i) {
      const std::uint32_t k = c.order[i];
      const float mid = c.lo[k][axis] + c.hi[k][axis];
      const float along = std::min((mid - lo[axis]) * scale, number - 0.5F);
      bucket[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(along));
      keys[i] = std::uint64_t{ordered_bits(mid)} << 16 | k;
      ++counts[bucket[i]];
    }
  }
};

// For many: only those that lie in the bucket of the median are compared with each other.
template <std::uint32_t N>
void halve_many(Medians<N>& c, std::uint32_t from, std::uint32_t middle, std::uint32_t to, int axis,
                const F4Box& mids) {
  const Buckets<N> all(c, from, to, axis, mids);
  std::uint32_t at = 0;
  std::uint32_t open = from;  // where those of the median's bucket begin
  while (open + all.counts[at] <= middle) open += all.counts[at++];
  std::uint64_t between[N];
  std::uint32_t found = 0;
  std::uint32_t low = from;
  std::uint32_t high = open + all.counts[at];
  for (std::uint32_t i = from; i < to; ++i) {
    if (all.bucket[i] == at) {
      between[found++] = all.keys[i];
      continue;
    }
    const bool is_low = all.bucket[i] < at;
    c.order[is_low ? low : high] = static_cast<std::uint16_t>(all.keys[i]);
    low += is_low ? 1U : 0U;
    high += is_low ? 0U : 1U;
  }
  std::nth_element(between, between + (middle - open), between + found);
  for (std::uint32_t i = 0; i < found; ++i) {
    c.order[open + i] = static_cast<std::uint16_t>(between[i]);
  }
}

// Puts the primitives of order[from, to) with the lowest midpoints, along the longest side of all
// midpoints, before `middle`. Equal midpoints are told apart by their place.
template <std::uint32_t N>
void halve(Medians<N>& c, std::uint32_t from, std::uint32_t middle, std::uint32_t to) {
  F4Box mids = nothing4();
  for (std::uint32_t i = from; i < to; ++i) {
    const F4 mid = twice_mid(c, c.order[i]);
    mids = merge4(mids, {mid, mid});
  }
  const int axis = longest_axis(mids);
  if (to - from <= most_ranked) {
    halve_by_rank(c, from, middle, to, axis);
  } else {
    halve_many(c, from, middle, to, axis, mids);
  }
}

using Cluster = Medians<cluster_size>;

HWY_INLINE F4Box fill_leaf(Block& block, const Cluster& c, std::uint32_t from, std::uint32_t to,
                           std::uint32_t first) {
  F4Box all = nothing4();
  bool pure = true;
  for (std::uint32_t i = from; i < to; ++i) {
    const std::uint32_t k = c.order[i];
    const std::uint32_t lane = i - from;
    pure &= c.name[k].body == c.name[c.order[from]].body;
    for (int axis = 0; axis < 3; ++axis) {
      block.boxes.lo[axis][lane] = c.lo[k][axis];
      block.boxes.hi[axis][lane] = c.hi[k][axis];
    }
    all = merge4(all, {f4_load(c.lo[k]), f4_load(c.hi[k])});
    block.first[lane] = first + i;
    std::construct_at(&block.name[lane], c.name[k]);
  }
  block.first[to - from] = first + to;
  // A leaf that is filled anew may have held more.
  for (std::uint32_t lane = to - from; lane < block.lanes; ++lane) {
    block.boxes.set(lane, Aabb::nothing());
  }
  block.lanes = (to - from) & 0x3FU;
  block.leaf = true;
  block.pure = pure;
  block.box = to_aabb(all);
  return all;
}

// Shares of equal size, but for one, of at most `most` each.
struct Shares {
  std::uint32_t count;
  std::uint32_t number;

  Shares(std::uint32_t primitives, std::uint32_t most)
      : count(primitives), number((primitives + most - 1) / most) {}
  std::uint32_t begin(std::uint32_t share) const { return count * share / number; }
};

// Reads the boxes of `count` entries.
template <std::uint32_t N, class Boxes>
void read_entries(Medians<N>& c, const Boxes& boxes, const TreeEntry* entries,
                  std::uint32_t count) {
  c.count = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    prefetch_ahead(boxes, entries + i, entries + count);
    const F4Box box = boxes.finish(boxes.raw(entries[i]));
    f4_store(box.lo, c.lo[i]);
    f4_store(box.hi, c.hi[i]);
    c.entry[i] = entries[i];
    c.order[i] = static_cast<std::uint16_t>(i);
  }
}

// Puts the primitives of shares `from` … `to` - 1 into order, by halves, so that each gets a
// compact part.
template <std::uint32_t N>
void order_into_shares(Medians<N>& c, const Shares& shares, std::uint32_t from, std::uint32_t to) {
  if (to - from < 2) return;
  const std::uint32_t middle = (from + to) / 2;
  halve(c, shares.begin(from), shares.begin(middle), shares.begin(to));
  order_into_shares(c, shares, from, middle);
  order_into_shares(c, shares, middle, to);
}

// The leaves of a block of one cluster, from the cluster's order.
inline F4Box fill_lanes(Block& block, const Cluster& c, const Shares& shares, std::uint32_t first) {
  F4Box all = nothing4();
  for (std::uint32_t lane = 0; lane < shares.number; ++lane) {
    Block& leaf = *block.child[lane].load(std::memory_order_relaxed);
    const F4Box box = fill_leaf(leaf, c, shares.begin(lane), shares.begin(lane + 1), first);
    block.boxes.set(lane, to_aabb(box));
    block.first[lane] = first + shares.begin(lane);
    all = merge4(all, box);
  }
  block.first[shares.number] = first + shares.count;
  block.lanes = shares.number & 0x3FU;
  block.box = to_aabb(all);
  return all;
}

template <std::uint32_t N>
void put_entries(const Medians<N>& c, TreeEntry* entries) {
  for (std::uint32_t i = 0; i < c.count; ++i) entries[i] = c.entry[c.order[i]];
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
