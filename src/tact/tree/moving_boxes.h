#pragma once
// MovingBoxes: a binary tree over boxes that come, go and are put elsewhere one at a time, such as
// those of a world's bodies. A box is put where it adds the least surface, and pairs of subtrees
// change places on the way up where that helps (as in Box2D's dynamic tree).
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// Items are small numbers of the caller's. If memory runs out in a change, the tree is void until
/// clear() or build(). Reading is safe from any number of threads.
class MovingBoxes {
 public:
  void clear();
  /// Item i gets boxes[i]; those that are empty stay out. All that was there is forgotten.
  /// O(n log n), the tree is that of a median split.
  void build(std::span<const Aabb> boxes);
  /// The item must not be there, and the box not empty. About O(log n).
  void insert(std::uint32_t item, const Aabb& box);
  /// The item must be there. About O(log n).
  void remove(std::uint32_t item);

  bool contains(std::uint32_t item) const { return item < leaf_.size() && leaf_[item] != nowhere; }
  const Aabb& box(std::uint32_t item) const { return nodes_[leaf_[item]].box; }
  std::size_t size() const { return nodes_.empty() ? 0 : (nodes_.size() - free_.size() + 1) / 2; }
  /// Boxes that changes have looked at so far.
  std::uint64_t visited() const { return visited_; }

  /// Calls f(item) for each whose box overlaps, in any order. Returns how many boxes were tested.
  template <class F>
  std::uint64_t for_each_overlap(const Aabb& with, Arena& arena, F&& f) const {
    if (root_ == nowhere) return 0;
    ArenaVector<std::uint32_t> open(arena);
    open.push_back(root_);
    std::uint64_t tests = 0;
    while (!open.empty()) {
      const Node& node = nodes_[open[open.size() - 1]];
      open.resize_down(open.size() - 1);
      ++tests;
      if (!overlaps(node.box, with)) continue;
      if (node.is_leaf()) {
        f(node.child[1]);
      } else {
        open.push_back(node.child[0]);
        open.push_back(node.child[1]);
      }
    }
    return tests;
  }

  /// Throws std::logic_error unless every box is in its parent's and every item in its place.
  void validate() const;

 private:
  static constexpr std::uint32_t nowhere = 0xFFFFFFFFU;
  struct Node {
    Aabb box;
    std::uint32_t parent;
    std::uint32_t child[2];  // of a leaf: nowhere, and the item
    bool is_leaf() const { return child[0] == nowhere; }
  };

  std::uint32_t take();
  std::uint32_t make_leaf(std::uint32_t item, const Aabb& box);
  std::uint32_t build_range(std::span<std::uint32_t> items, std::span<const Aabb> boxes);
  std::uint32_t best_sibling(const Aabb& box);
  void repair(std::uint32_t from);
  void rotate(Node& node, std::uint32_t index);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;  // nodes that are not in use
  std::vector<std::uint32_t> leaf_;  // by item
  std::uint32_t root_ = nowhere;
  std::uint64_t visited_ = 0;
  std::uint64_t coin_ = 0;
};

}  // namespace tact
