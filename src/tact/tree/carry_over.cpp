#include "tact/tree/carry_over.h"

#include <algorithm>
#include <memory>

#include "tact/tree/refit_kernels.h"

namespace tact {
namespace {

double distance_to(const Aabb& box, const Vec3& at) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double away = std::max({0.0, double{box.lo[k]} - at[k], at[k] - double{box.hi[k]}});
    sum += away * away;
  }
  return sum;
}

class Carrier {
 public:
  Carrier(std::span<const TreeEntry> entries, const Renaming& rename, const EntryGeometry& geometry,
          std::vector<TreeEntry>& out, std::vector<Block*>& dropped)
      : entries_(entries), rename_(rename), geometry_(geometry), out_(out), dropped_(dropped) {}

  // Does the block still fit what is below it?
  bool carry(Block& block, std::span<Newcomer> newcomers) {
    return block.leaf ? carry_leaf(block, newcomers) : carry_inner(block, newcomers);
  }

 private:
  bool carry_leaf(Block& leaf, std::span<const Newcomer> newcomers) {
    const auto first = static_cast<std::uint32_t>(out_.size());
    append({leaf.first[0], leaf.lanes}, newcomers);
    const auto lanes = static_cast<std::uint32_t>(out_.size()) - first;
    if (lanes == 0 || lanes > Block::width) return false;
    const std::uint32_t age = leaf.age;
    empty_block(leaf);
    leaf.age = age & 15U;
    leaf.leaf = true;
    leaf.lanes = lanes & 0x3FU;
    for (std::uint32_t lane = 0; lane <= lanes; ++lane) leaf.first[lane] = first + lane;
    name_lanes(leaf, geometry_, out_.data());
    return true;
  }

  bool carry_inner(Block& block, std::span<Newcomer> newcomers) {
    if (!newcomers.empty()) block.pure = false;  // they may be of another body
    std::uint32_t lanes = 0;
    std::uint32_t marks = 0;
    // Lanes move up. Their ranges are kept aside: those of the lanes to come are still needed.
    std::uint32_t starts[Block::width];
    const std::uint32_t old_marks = block.active.load(std::memory_order_relaxed);
    const auto old_lanes = std::uint32_t{block.lanes};
    for (std::uint32_t lane = 0; lane < old_lanes; ++lane) {
      const std::span<Newcomer> here = take_nearest(block, lane, newcomers);
      newcomers = newcomers.subspan(here.size());
      const auto first = static_cast<std::uint32_t>(out_.size());
      Block* const below = carry_lane(block, lane, here);
      if (out_.size() == first) continue;
      block.child[lanes].store(below, std::memory_order_relaxed);
      block.boxes.set(lanes, block.boxes.get(lane));
      marks |= (old_marks >> lane & 1U) << lanes;
      starts[lanes++] = first;
    }
    std::copy_n(starts, lanes, block.first);
    block.first[lanes] = static_cast<std::uint32_t>(out_.size());
    for (std::uint32_t lane = lanes; lane < old_lanes; ++lane) {
      block.child[lane].store(nullptr, std::memory_order_relaxed);
      block.boxes.set(lane, Aabb::nothing());
    }
    block.lanes = lanes & 0x3FU;
    block.active.store(static_cast<std::uint8_t>(marks), std::memory_order_relaxed);
    return lanes >= 2;
  }

  // The child that is left in a lane; null: the lane is not split.
  Block* carry_lane(Block& block, std::uint32_t lane, std::span<Newcomer> newcomers) {
    Block* const below = block.child[lane].load(std::memory_order_relaxed);
    const auto first = out_.size();
    if (below == nullptr) {
      append({block.first[lane], block.lane_size(lane)}, newcomers);
      return nullptr;
    }
    const bool fits = carry(*below, newcomers);
    const bool fills_a_leaf = out_.size() - first <= Block::width;
    if (fits && fills_a_leaf == below->leaf) return below;
    // What is below it may be too small for an inner block now, or too large for a leaf.
    drop_subtree(below, dropped_);
    return nullptr;
  }

  // The newcomers that are nearest to this lane, of those that are left, moved to the front. The
  // last lane takes all.
  static std::span<Newcomer> take_nearest(const Block& block, std::uint32_t lane,
                                          std::span<Newcomer> left) {
    const auto nearest = [&](const Newcomer& newcomer) {
      const double here = distance_to(block.boxes.get(lane), newcomer.at);
      for (std::uint32_t other = lane + 1; other < block.lanes; ++other) {
        if (distance_to(block.boxes.get(other), newcomer.at) < here) return false;
      }
      return true;
    };
    const auto end = std::partition(left.begin(), left.end(), nearest);
    return left.first(static_cast<std::size_t>(end - left.begin()));
  }

  void append(const Range& old, std::span<const Newcomer> newcomers) {
    for (const TreeEntry& entry : entries_.subspan(old.first, old.count)) {
      const std::uint32_t id = rename_(entry.id);
      if (id != Renaming::gone) out_.push_back({{0, 0, 0}, id});
    }
    for (const Newcomer& newcomer : newcomers) out_.push_back({{0, 0, 0}, newcomer.id});
  }

  std::span<const TreeEntry> entries_;
  Renaming rename_;
  const EntryGeometry& geometry_;
  std::vector<TreeEntry>& out_;
  std::vector<Block*>& dropped_;
};

}  // namespace

std::uint32_t Renaming::operator()(std::uint32_t id) const {
  const TreePart& old = part_of(before, id);
  const TreePart& part = now[static_cast<std::size_t>(&old - before.data())];
  const std::uint32_t own = id - old.first;
  return own < part.primitives->size() ? part.first + own : gone;
}

bool carry_over(Block& root, std::span<const TreeEntry> entries, const Renaming& rename,
                std::span<Newcomer> newcomers, const EntryGeometry& geometry,
                std::vector<TreeEntry>& out, std::vector<Block*>& dropped) {
  Carrier carrier(entries, rename, geometry, out, dropped);
  const bool fits = carrier.carry(root, newcomers);
  if (!fits || (out.size() <= Block::width) != root.leaf) {
    drop_subtree(&root, dropped);
    return false;
  }
  return true;
}

}  // namespace tact
