#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/split_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>

#include "tact/tree/cluster_simd.h"
#include "tact/tree/entry_boxes_simd.h"
#include "tact/tree/refit_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

constexpr std::uint32_t medium_size = cluster_size * Block::width;

// Twice the midpoint of a box: the factor drops out of every comparison.
HWY_INLINE F4 twice_mid(const F4Box& box) { return box.lo + box.hi; }

template <class Boxes>
class Splitter {
 public:
  Splitter(Block& block, const Boxes& boxes, TreeEntry* entries, Arena& arena)
      : block_(block), boxes_(boxes), entries_(entries), arena_(arena) {}

  void leaf(std::uint32_t first, std::uint32_t last) {
    block_.leaf = true;
    block_.lanes = static_cast<std::uint8_t>(last - first) & 0x3FU;
    F4Box all = nothing4();
    for (std::uint32_t i = first; i < last; ++i) {
      const F4Box box = boxes_.finish(boxes_.raw(entries_[i]));
      block_.boxes.set(i - first, to_aabb(box));
      block_.first[i - first] = i;
      all = merge4(all, box);
    }
    block_.first[last - first] = last;
    block_.box = to_aabb(all);
  }

  // As many lanes as clusters are needed, by medians: the clusters below are full, where octants
  // would leave most of them with a few primitives.
  void split_by_medians(std::uint32_t first, std::uint32_t last) {
    Medians<medium_size> all;
    read_entries(all, boxes_, entries_ + first, last - first);
    const Shares shares(all.count, cluster_size);
    order_into_shares(all, shares, 0, shares.number);
    block_.lanes = 0;
    for (std::uint32_t lane = 0; lane < shares.number; ++lane) {
      F4Box box = nothing4();
      for (std::uint32_t i = shares.begin(lane); i < shares.begin(lane + 1); ++i) {
        const std::uint32_t k = all.order[i];
        box = merge4(box, {f4_load(all.lo[k]), f4_load(all.hi[k])});
      }
      add_lane(first + shares.begin(lane), box);
    }
    block_.first[block_.lanes] = last;
    put_entries(all, entries_ + first);
    merge_lanes();
  }

  // Larsson 2006, section 2.2: midpoints against the midpoint of the box; if one octant gets more
  // than 80 %, once more against the midpoint of that octant; then the median.
  void split_by_octants(std::uint32_t first, std::uint32_t last, const Aabb& box) {
    const Arena::Mark mark = arena_.mark();
    const std::uint32_t count = last - first;
    const std::span<std::uint8_t> octant = arena_.allocate<std::uint8_t>(count);
    classify(first, count, twice_mid(from_aabb(box)), octant);
    if (crowded(count)) {
      classify(first, count, twice_mid(from_aabb(to_aabb(boxes_.finish(raw_[fullest()])))), octant);
    }
    if (crowded(count)) {
      median(first, last);
    } else {
      scatter(first, count, octant);
    }
    arena_.rewind(mark);
  }

 private:
  static int longest_axis(const F4Box& mids) {
    float side[4];
    f4_store(mids.hi - mids.lo, side);
    return side[0] >= side[1] && side[0] >= side[2] ? 0 : side[1] >= side[2] ? 1 : 2;
  }

  void classify(std::uint32_t first, std::uint32_t count, const F4& plane,
                std::span<std::uint8_t> octant) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      raw_[k] = nothing4();
      counts_[k] = 0;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      prefetch_ahead(boxes_, entries_ + first + i, entries_ + first + count);
      const F4Box raw = boxes_.raw(entries_[first + i]);
      // A midpoint on the plane belongs to the lower side.
      const std::uint32_t k = f4_greater(twice_mid(boxes_.finish(raw)), plane);
      octant[i] = static_cast<std::uint8_t>(k);
      raw_[k] = merge4(raw_[k], raw);
      ++counts_[k];
    }
  }
  std::uint32_t fullest() const {
    return static_cast<std::uint32_t>(std::max_element(counts_, counts_ + 8) - counts_);
  }
  bool crowded(std::uint32_t count) const {
    return std::uint64_t{5} * counts_[fullest()] > std::uint64_t{4} * count;
  }

  void scatter(std::uint32_t first, std::uint32_t count, std::span<const std::uint8_t> octant) {
    const std::span<TreeEntry> copy = arena_.allocate<TreeEntry>(count);
    std::copy_n(entries_ + first, count, copy.data());
    std::uint32_t place[8];
    std::uint32_t next = first;
    block_.lanes = 0;
    for (std::uint32_t k = 0; k < 8; ++k) {
      place[k] = next;
      if (counts_[k] == 0) continue;
      add_lane(next, boxes_.finish(raw_[k]));
      next += counts_[k];
    }
    block_.first[block_.lanes] = next;
    for (std::uint32_t i = 0; i < count; ++i) entries_[place[octant[i]]++] = copy[i];
    merge_lanes();
  }

  // Always ends: equal midpoints are told apart by their ids.
  void median(std::uint32_t first, std::uint32_t last) {
    struct Keyed {
      float mid[4];
      TreeEntry entry;
    };
    const std::uint32_t count = last - first;
    const std::span<Keyed> keyed = arena_.allocate<Keyed>(count);
    F4Box mids = nothing4();
    for (std::uint32_t i = 0; i < count; ++i) {
      const F4 mid = twice_mid(boxes_.finish(boxes_.raw(entries_[first + i])));
      f4_store(mid, keyed[i].mid);
      keyed[i].entry = entries_[first + i];
      mids = merge4(mids, {mid, mid});
    }
    const int axis = longest_axis(mids);
    std::nth_element(keyed.begin(), keyed.begin() + count / 2, keyed.end(),
                     [axis](const Keyed& a, const Keyed& b) {
                       return a.mid[axis] < b.mid[axis] ||
                              (a.mid[axis] == b.mid[axis] && a.entry.id < b.entry.id);
                     });
    for (std::uint32_t i = 0; i < count; ++i) entries_[first + i] = keyed[i].entry;
    block_.lanes = 2;
    block_.first[0] = first;
    block_.first[1] = first + count / 2;
    block_.first[2] = last;
    for (std::uint32_t lane = 0; lane < 2; ++lane) {
      const F4Box raw = raw_box_of(boxes_, entries_ + block_.first[lane], block_.lane_size(lane),
                                   entries_ + last);
      block_.boxes.set(lane, to_aabb(boxes_.finish(raw)));
    }
    merge_lanes();
  }

  void add_lane(std::uint32_t first, const F4Box& box) {
    const std::uint32_t lane = block_.lanes;
    block_.first[lane] = first;
    block_.boxes.set(lane, to_aabb(box));
    block_.lanes = (lane + 1U) & 0x3FU;
  }

  void merge_lanes() {
    Aabb all = Aabb::nothing();
    for (std::uint32_t lane = 0; lane < block_.lanes; ++lane) {
      all = merge(all, block_.boxes.get(lane));
    }
    block_.box = all;
  }

  Block& block_;
  Boxes boxes_;
  TreeEntry* entries_;
  Arena& arena_;
  F4Box raw_[8];
  std::uint32_t counts_[8];
};

template <class Boxes>
void split_with(Block& block, const Boxes& boxes, TreeEntry* entries, std::uint32_t first,
                std::uint32_t last, const Aabb& box, bool medians, Arena& arena) {
  Splitter<Boxes> splitter(block, boxes, entries, arena);
  if (last - first <= Block::width) {
    splitter.leaf(first, last);
  } else if (last - first <= medium_size && medians) {
    splitter.split_by_medians(first, last);
  } else {
    splitter.split_by_octants(first, last, box);
  }
}

void split_impl(Block& block, const EntryGeometry& geometry, TreeEntry* entries,
                std::uint32_t first, std::uint32_t last, const Aabb& box, bool medians,
                Arena& arena) {
  with_boxes(geometry, [&](const auto& boxes) HWY_ATTR {
    split_with(block, boxes, entries, first, last, box, medians, arena);
  });
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(split_impl);
}  // namespace

void split_block(Block& block, const EntryGeometry& geometry, TreeEntry* entries,
                 std::uint32_t first, std::uint32_t last, const Aabb& box, const RefitRules& rules,
                 Arena& arena) {
  empty_block(block);
  HWY_DYNAMIC_DISPATCH(split_impl)
  (block, geometry, entries, first, last, box, rules.cluster == cluster_size, arena);
  if (block.leaf) name_lanes(block, geometry, entries);
  rate_split(block, rules);
}

}  // namespace tact
#endif
