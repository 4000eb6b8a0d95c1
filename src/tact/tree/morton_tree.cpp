#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/morton_tree.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

#include "tact/tree/entry_boxes_simd.h"
#include "tact/tree/morton_tree.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

constexpr float several = std::numeric_limits<float>::quiet_NaN();

HWY_INLINE void fill_lane(MortonBlock& block, std::uint32_t lane, const float* lo, const float* hi,
                          float body) {
  for (int k = 0; k < 3; ++k) {
    block.boxes.lo[k][lane] = lo[k];
    block.boxes.hi[k][lane] = hi[k];
  }
  block.body[lane] = body;
}

HWY_INLINE void fill_unused(MortonBlock& block, std::uint32_t lanes) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float low[3] = {inf, inf, inf};
  constexpr float high[3] = {-inf, -inf, -inf};
  for (std::uint32_t lane = lanes; lane < 8; ++lane) fill_lane(block, lane, low, high, several);
}

// Lowest level: the items of the keys [8 · first, …) of blocks first … last - 1.
void build_leaves(std::span<const MortonKey> keys, const BoxItem* items, const float* numbers,
                  MortonTree& tree, std::size_t first, std::size_t last) {
  constexpr std::size_t ahead = 24;
  for (std::size_t b = first; b < last; ++b) {
    MortonBlock& block = tree.level[0][b];
    MortonLeaf& leaf = tree.leaves[b];
    const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(8, keys.size() - 8 * b));
    F4Box all = nothing4();
    block.only = numbers[items[static_cast<std::uint32_t>(keys[8 * b])].body];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::size_t at = 8 * b + lane;
      if (at + ahead < keys.size()) {
        prefetch_line(items + static_cast<std::uint32_t>(keys[at + ahead]));
      }
      const BoxItem& item = items[static_cast<std::uint32_t>(keys[at])];
      const auto* const floats = reinterpret_cast<const float*>(&item);
      const float number = numbers[item.body];
      fill_lane(block, lane, item.lo, item.hi, number);
      leaf.id[lane] = item.id;
      leaf.body[lane] = item.body;
      if (!(number == block.only)) block.only = several;
      all = merge4(all, {f4_load(floats), f4_load(floats + 4)});
    }
    fill_unused(block, lanes);
    block.box = to_aabb(all);
  }
}

// Blocks first … last - 1 of a level from the level below.
void build_level(MortonTree& tree, std::uint32_t level, std::size_t first, std::size_t last) {
  const std::span<const MortonBlock> below = tree.level[level - 1];
  for (std::size_t b = first; b < last; ++b) {
    MortonBlock& block = tree.level[level][b];
    const auto lanes = static_cast<std::uint32_t>(std::min<std::size_t>(8, below.size() - 8 * b));
    block.box = Aabb::nothing();
    block.only = below[8 * b].only;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const MortonBlock& child = below[8 * b + lane];
      fill_lane(block, lane, child.box.lo, child.box.hi, child.only);
      if (!(child.only == block.only)) block.only = several;
      block.box = merge(block.box, child.box);
    }
    fill_unused(block, lanes);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <stdexcept>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/parallel.h"

namespace tact {
namespace {

HWY_EXPORT(build_leaves);
HWY_EXPORT(build_level);

constexpr std::size_t leaves_per_chunk = 512;  // a whole subtree of three levels above them

void build_chunk(std::span<const MortonKey> keys, const BoxItem* items, const float* numbers,
                 MortonTree& tree, std::size_t first, std::size_t last) {
  HWY_DYNAMIC_DISPATCH(build_leaves)(keys, items, numbers, tree, first, last);
  for (std::uint32_t level = 1; level < std::min(tree.levels, 4U); ++level) {
    first /= 8;
    last = (last + 7) / 8;
    HWY_DYNAMIC_DISPATCH(build_level)(tree, level, first, last);
  }
}

void require_that(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace

MortonTree build_tree(std::span<const MortonKey> keys, const BoxItem* items,
                      std::span<const BoxBody> bodies, Arena& arena, unsigned threads) {
  MortonTree tree;
  if (keys.empty()) return tree;
  tree.size = static_cast<std::uint32_t>(keys.size());
  for (std::size_t count = keys.size(); tree.levels == 0 || count > 1;) {
    count = (count + 7) / 8;
    tree.level[tree.levels++] = arena.allocate<MortonBlock>(count);
  }
  tree.leaves = arena.allocate<MortonLeaf>(tree.level[0].size());
  const std::span<float> numbers = arena.allocate<float>(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) numbers[i] = body_number(bodies[i], i);
  const std::size_t leaves = tree.leaves.size();
  parallel_for(chunk_count(leaves, leaves_per_chunk), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(leaves, leaves_per_chunk, chunk);
    build_chunk(keys, items, numbers.data(), tree, first, last);
  });
  for (std::uint32_t level = 4; level < tree.levels; ++level) {
    HWY_DYNAMIC_DISPATCH(build_level)(tree, level, 0, tree.level[level].size());
  }
  return tree;
}

void validate_tree(const MortonTree& tree, std::span<const MortonKey> keys, const BoxItem* items) {
  require_that(tree.size == keys.size(), "morton tree: not as many primitives as keys");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const BoxItem& item = items[static_cast<std::uint32_t>(keys[i])];
    const MortonLeaf& leaf = tree.leaves[i / 8];
    require_that(i == 0 || keys[i - 1] < keys[i], "morton tree: the keys do not ascend");
    require_that(leaf.id[i % 8] == item.id && leaf.body[i % 8] == item.body &&
                     tree.level[0][i / 8].boxes.get(i % 8) == item.box(),
                 "morton tree: a lane is not the primitive of its key");
  }
  for (std::uint32_t level = 0; level < tree.levels; ++level) {
    const std::span<const MortonBlock> blocks = tree.level[level];
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        const Aabb box = blocks[b].boxes.get(lane);
        require_that(encloses(blocks[b].box, box),
                     "morton tree: a block is smaller than its lanes");
        const bool used =
            level == 0 ? 8 * b + lane < keys.size() : 8 * b + lane < tree.level[level - 1].size();
        require_that(used || box.empty(), "morton tree: an unused lane holds something");
        require_that(!used || level == 0 || box == tree.level[level - 1][8 * b + lane].box,
                     "morton tree: a lane is not the box of its child");
      }
    }
  }
  require_that(tree.levels == 0 || tree.level[tree.levels - 1].size() == 1,
               "morton tree: there is not one root");
}

}  // namespace tact
#endif
