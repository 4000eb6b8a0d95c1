#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/refit_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <type_traits>

#include "tact/tree/cluster_simd.h"
#include "tact/tree/entry_boxes_simd.h"
#include "tact/tree/refit_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

HWY_INLINE void set_lane(Aabb8& boxes, std::uint32_t lane, const F4Box& box) {
  float lo[4];
  float hi[4];
  f4_store(box.lo, lo);
  f4_store(box.hi, hi);
  for (int k = 0; k < 3; ++k) {
    boxes.lo[k][lane] = lo[k];
    boxes.hi[k][lane] = hi[k];
  }
}

// The lanes of a leaf from geometry; unused lanes are left as they are (nothing).
template <class Boxes>
HWY_INLINE F4Box refit_leaf(Block& block, const Boxes& boxes, const TreeEntry* entries,
                            const TreeEntry* end) {
  F4Box all = nothing4();
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    const TreeEntry* const entry = entries + block.first[0] + lane;
    prefetch_ahead(boxes, entry, end);
    const F4Box box = boxes.finish(boxes.raw(*entry));
    set_lane(block.boxes, lane, box);
    all = merge4(all, box);
  }
  return all;
}

HWY_INLINE void prefetch_block(const Block* block) {
  for (std::size_t line = 0; line < sizeof(Block) / 64; ++line) {
    prefetch_line(reinterpret_cast<const std::byte*>(block) + 64 * line);
  }
}

// The primitives of a cluster put into its leaves anew, from the boxes that the leaves hold: done
// while they are in the cache, since a query that came here once comes here again.
void recluster(Block& root, TreeEntry* entries) {
  Cluster c;
  c.count = root.size();
  std::uint32_t i = 0;
  for (std::uint32_t lane = 0; lane < root.lanes; ++lane) {
    const Block& leaf = *root.child[lane].load(std::memory_order_relaxed);
    for (std::uint32_t k = 0; k < leaf.lanes; ++k, ++i) {
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        c.lo[i][axis] = leaf.boxes.lo[axis][k];
        c.hi[i][axis] = leaf.boxes.hi[axis][k];
      }
      c.lo[i][3] = c.hi[i][3] = 0;
      c.entry[i] = entries[root.first[0] + i];
      c.name[i] = leaf.name[k];
      c.order[i] = static_cast<std::uint16_t>(i);
    }
  }
  const Shares shares(c.count, Block::width);
  order_into_shares(c, shares, 0, shares.number);
  fill_lanes(root, c, shares, root.first[0]);
  put_entries(c, entries + root.first[0]);
}

// Is the block a cluster with all its leaves, and no more of them than its primitives need? There
// may be more after some have gone, and inner blocks after a lane has gained more than a leaf
// holds.
HWY_INLINE bool whole_cluster(const Block& block, const RefitRules& rules) {
  if (block.leaf || block.size() > rules.cluster) return false;
  if (block.lanes != Shares(block.size(), Block::width).number) return false;
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    const Block* const below = block.child[lane].load(std::memory_order_relaxed);
    if (below == nullptr || !below->leaf) return false;
  }
  return true;
}

template <class Boxes>
class Refitter {
 public:
  // Entries up to `end` may be read; others may be moving them behind it. `done`: subtrees that
  // were refitted before, in the order of the tree.
  Refitter(const Boxes& boxes, TreeEntry* entries, std::uint32_t end, const RefitRules& rules,
           std::span<const Subtree> done, std::vector<Block*>& dropped, Stats& stats)
      : boxes_(boxes),
        entries_(entries),
        end_(entries + end),
        rules_(rules),
        done_(done),
        dropped_(dropped),
        stats_(stats) {}

  // Recursion is as deep as the tree, which a split of at most 80 % keeps logarithmic.
  // `keep`: the block is old itself, what is below it is not judged by its marks.
  F4Box refit(Block& block, std::uint32_t level, bool keep, bool& valid) {
    valid = true;
    if (block.leaf) {
      stats_.primitives_read += block.lanes;
      const F4Box leaf = refit_leaf(block, boxes_, entries_, end_);
      block.box = to_aabb(leaf);
      return leaf;
    }
    const std::uint32_t active = keep ? 0xFFU : block.active.load(std::memory_order_relaxed);
    block.active.store(0, std::memory_order_relaxed);
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const Block* const below = plain(block.child[lane].load(std::memory_order_relaxed));
      prefetch_block(below != nullptr ? below : &block);
    }
    F4Box all = nothing4();
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const F4Box box = refit_lane(block, lane, level + 1, (active >> lane & 1U) != 0, keep);
      set_lane(block.boxes, lane, box);
      all = merge4(all, box);
    }
    block.box = to_aabb(all);
    valid = rules_.fixed || judge(block);
    return all;
  }

 private:
  F4Box refit_lane(Block& block, std::uint32_t lane, std::uint32_t level, bool active, bool keep) {
    Block* const below = plain(block.child[lane].load(std::memory_order_relaxed));
    if (below != nullptr && goes_on(*below, level, active)) {
      ++stats_.nodes_updated;
      if (!keep) below->age = active ? 0U : (below->age + 1U) & 15U;
      bool valid = true;
      const F4Box box = refit_below(*below, level, keep || !active, valid);
      if (rules_.fixed) {
        block.child[lane].store(below, std::memory_order_relaxed);
      } else if (!valid && !mend(*below)) {
        drop(block, lane, below);
      }
      return box;
    }
    if (rules_.fixed) {
      block.child[lane].store(stale(below), std::memory_order_relaxed);
    } else if (below != nullptr) {
      drop(block, lane, below);
    }
    stats_.primitives_read += block.lane_size(lane);
    return boxes_.finish(raw_box(block.first[lane], block.lane_size(lane)));
  }
  // Of a lane that nothing has reached: by its vertices, where they are known.
  F4Box raw_box(std::uint32_t first, std::uint32_t count) const {
    if constexpr (!std::is_same_v<Boxes, AnyBoxes>) {
      if (rules_.runs != nullptr) {
        const std::span<const std::uint32_t> vertices = rules_.runs->of(entries_, first, count);
        if (!vertices.empty()) return boxes_.raw(vertices);
      }
    }
    return raw_box_of(boxes_, entries_ + first, count, end_);
  }
  F4Box refit_below(Block& below, std::uint32_t level, bool keep, bool& valid) {
    if (level != subtree_level || done_.empty()) return refit(below, level, keep, valid);
    valid = done_.front().valid;
    done_ = done_.subspan(1);
    return from_aabb(below.box);
  }
  bool goes_on(const Block& below, std::uint32_t level, bool active) const {
    return refit_goes_on(below, level, active, rules_);
  }
  bool mend(Block& block) {
    if (!whole_cluster(block, rules_)) return false;
    ++stats_.nodes_split;
    recluster(block, entries_);
    rate_split(block, rules_);
    return true;
  }
  void drop(Block& block, std::uint32_t lane, Block* below) {
    ++stats_.nodes_collapsed;
    drop_subtree(below, dropped_);
    block.child[lane].store(nullptr, std::memory_order_relaxed);
  }
  bool judge(Block& block) const {
    const double at_split = static_cast<double>(block.ratio) / 32;
    double least = std::max(double{rules_.invalid_ratio}, at_split * double{rules_.degraded_ratio});
    least = std::min(least, at_split * double{rules_.worthwhile_ratio});
    if (block.grace > 0) {
      block.grace = (block.grace - 1U) & 15U;
      least = at_split * double{rules_.invalid_ratio};
    }
    return volume_ratio(block) >= least;
  }

  Boxes boxes_;
  TreeEntry* entries_;
  const TreeEntry* end_;
  const RefitRules& rules_;
  std::span<const Subtree> done_;
  std::vector<Block*>& dropped_;
  Stats& stats_;
};

// `subtree`: which block, from which level on; its validity is written into it.
void refit_impl(Subtree& subtree, const EntryGeometry& geometry, TreeEntry* entries,
                const RefitRules& rules, std::span<const Subtree> done,
                std::vector<Block*>& dropped, Stats& stats) {
  Block& block = *subtree.block;
  const std::uint32_t end = block.first[block.lanes];
  with_boxes(geometry, [&]<class Boxes>(const Boxes& boxes) HWY_ATTR {
    Refitter<Boxes> refitter(boxes, entries, end, rules, done, dropped, stats);
    refitter.refit(block, subtree.level, subtree.keep, subtree.valid);
  });
}

template <class Boxes>
void refresh_with(Block& block, const Boxes& boxes, const TreeEntry* entries) {
  F4Box all = nothing4();
  if (block.leaf) {
    all = refit_leaf(block, boxes, entries, entries + block.first[block.lanes]);
  } else {
    const TreeEntry* const end = entries + block.first[block.lanes];
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const F4Box box =
          boxes.finish(raw_box_of(boxes, entries + block.first[lane], block.lane_size(lane), end));
      set_lane(block.boxes, lane, box);
      all = merge4(all, box);
    }
  }
  block.box = to_aabb(all);
}

void refresh_impl(Block& block, const EntryGeometry& geometry, const TreeEntry* entries) {
  with_boxes(geometry, [&](const auto& boxes) HWY_ATTR { refresh_with(block, boxes, entries); });
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(refit_impl);
HWY_EXPORT(refresh_impl);
}  // namespace

void refit_subtree(Subtree& subtree, const EntryGeometry& geometry, TreeEntry* entries,
                   const RefitRules& rules, std::span<const Subtree> done,
                   std::vector<Block*>& dropped, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(refit_impl)(subtree, geometry, entries, rules, done, dropped, stats);
}

bool refit_goes_on(const Block& below, std::uint32_t level, bool active, const RefitRules& rules) {
  if (rules.fixed) return active && level < rules.levels;
  return active || below.age < rules.linger;
}

void list_subtrees(Block& block, std::uint32_t level, bool keep, const RefitRules& rules,
                   std::vector<Subtree>& out) {
  if (block.leaf) return;
  const std::uint32_t marks = keep ? 0xFFU : block.active.load(std::memory_order_relaxed);
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    Block* const below = plain(block.child[lane].load(std::memory_order_relaxed));
    const bool active = (marks >> lane & 1U) != 0;
    if (below == nullptr || !refit_goes_on(*below, level + 1, active, rules)) continue;
    if (level + 1 == subtree_level) {
      out.push_back({below, level + 1, keep || !active, true});
    } else {
      list_subtrees(*below, level + 1, keep || !active, rules, out);
    }
  }
}

void refresh_block(Block& block, const EntryGeometry& geometry, const TreeEntry* entries,
                   Stats& stats) {
  HWY_DYNAMIC_DISPATCH(refresh_impl)(block, geometry, entries);
  ++stats.nodes_updated;
  stats.primitives_read += block.size();
}

double volume_ratio(const Block& block) {
  const auto extent = [](const Aabb& box, int axis) {
    return double{box.hi[axis]} - double{box.lo[axis]};
  };
  const double longest =
      std::max({extent(block.box, 0), extent(block.box, 1), extent(block.box, 2)});
  if (!(longest > 0)) return 1;
  const double pad = longest * 0x1p-10;
  const auto volume = [&](const Aabb& box) {
    return (extent(box, 0) + pad) * (extent(box, 1) + pad) * (extent(box, 2) + pad);
  };
  double children = 0;
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane)
    children += volume(block.boxes.get(lane));
  return volume(block.box) / children;
}

void rate_split(Block& block, const RefitRules& rules) {
  block.grace = 0;
  block.ratio = 32;
  if (block.leaf) return;
  const double ratio = volume_ratio(block);
  block.ratio = static_cast<std::uint8_t>(std::min(ratio * 32, 255.0));
  if (ratio < double{rules.invalid_ratio}) block.grace = rules.grace & 15U;
}

void empty_block(Block& block) {
  block.leaf = false;
  block.pure = false;
  block.lanes = 0;
  block.age = 0;
  block.active.store(0, std::memory_order_relaxed);
  constexpr float inf = std::numeric_limits<float>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::fill_n(block.boxes.lo[axis], Block::width, inf);
    std::fill_n(block.boxes.hi[axis], Block::width, -inf);
  }
  for (std::atomic<Block*>& child : block.child) std::construct_at(&child, nullptr);
}

void name_lanes(Block& leaf, const EntryGeometry& geometry, const TreeEntry* entries) {
  leaf.pure = true;
  for (std::uint32_t lane = 0; lane < leaf.lanes; ++lane) {
    std::construct_at(&leaf.name[lane], geometry.name(entries[leaf.first[lane]]));
    leaf.pure = leaf.pure && leaf.name[lane].body == leaf.name[0].body;
  }
}

void drop_subtree(Block* block, std::vector<Block*>& dropped) {
  dropped.push_back(block);
  if (block->leaf) return;
  for (std::uint32_t lane = 0; lane < block->lanes; ++lane) {
    Block* const below = plain(block->child[lane].load(std::memory_order_relaxed));
    if (below != nullptr) drop_subtree(below, dropped);
  }
}

}  // namespace tact
#endif
