#pragma once
// BoxIndex: which of many boxes overlap one, found from the top of an implicit eight-wide tree. For
// questions about single places (points, rays along an axis); built at once, refitted when its
// boxes move.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// Reading is safe from any number of threads.
class BoxIndex {
 public:
  /// Over these boxes, by number: cut at the middle along the longest side until eight are left.
  /// O(n log n).
  void build(std::span<const Aabb> boxes);
  /// The same boxes, elsewhere: O(n). Answers stay right; how quick they are depends on how well
  /// the old cuts suit.
  void refit(std::span<const Aabb> boxes);

  /// How many boxes there are.
  std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
  /// Surface of all nodes above the boxes: what a search costs goes with it.
  double cost() const { return cost_; }

  /// Appends the numbers of the boxes that overlap this one, in no particular order. Returns how
  /// many boxes were looked at.
  std::uint64_t find(const Aabb& box, ArenaVector<std::uint32_t>& out) const;

  /// Throws std::logic_error unless every box is there once and lies in its nodes.
  void validate(std::span<const Aabb> boxes) const;

 private:
  void cut(std::span<const Aabb> boxes, std::uint32_t first, std::uint32_t last);

  std::vector<std::uint32_t> order_;        // of the boxes
  std::vector<std::vector<Aabb8>> levels_;  // 0: the boxes; above, eight blocks of the level below
  double cost_ = 0;
};

}  // namespace tact
