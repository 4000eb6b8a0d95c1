#pragma once
// The corners of a large outline in a tree of boxes, so that the question which of them lie in an
// ear looks at those near it, not at all of them.
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tact/geometry/predicates.h"

namespace tact {

/// A triangle in the plane whose corners turn left, and the box around it.
struct Ear {
  Ear(const Vec2& p, const Vec2& i, const Vec2& n);
  bool box_holds(const Vec2& p) const {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y;
  }

  Vec2 corner[3];
  Vec2 low;
  Vec2 high;
};

class CornerTree {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// No corner is marked. n log n.
  explicit CornerTree(std::span<const Vec2> corners);

  /// Only marked corners are found. Logarithmic.
  void mark(std::uint32_t corner, bool marked);

  /// A marked corner that satisfies `blocks(corner)`, which holds for none outside the ear; or
  /// `none`. Adds to `work` how many boxes were looked at.
  template <class Blocks>
  std::uint32_t find(const Ear& ear, Blocks&& blocks, std::uint64_t& work) const {
    return find_below(1, ear, blocks, work);
  }

 private:
  struct Node {
    Vec2 low;
    Vec2 high;
    std::uint32_t marked = 0;  // corners below it
  };
  struct Item {
    Vec2 at;
    std::uint32_t corner = 0;
    bool marked = false;
  };
  struct Range {
    std::size_t first;
    std::size_t last;
  };

  void build(std::size_t node, std::size_t level);
  Range range_of(std::size_t node, std::size_t level) const;
  static bool is_apart(const Node& node, const Ear& ear);

  template <class Blocks>
  std::uint32_t find_below(std::size_t node, const Ear& ear, Blocks& blocks,
                           std::uint64_t& work) const {
    ++work;
    if (nodes_[node].marked == 0 || is_apart(nodes_[node], ear)) return none;
    if (node < leaves_) {
      const std::uint32_t found = find_below(2 * node, ear, blocks, work);
      return found != none ? found : find_below(2 * node + 1, ear, blocks, work);
    }
    const Range items = range_of(node, depth_);
    for (std::size_t i = items.first; i < items.last; ++i) {
      if (items_[i].marked && blocks(items_[i].corner)) return items_[i].corner;
    }
    return none;
  }

  std::size_t depth_ = 0;
  std::size_t leaves_ = 1;            // their number, and the index of the first one
  std::vector<Node> nodes_;           // the children of k are 2k and 2k + 1; the root is 1
  std::vector<Item> items_;           // in the order of the leaves
  std::vector<std::uint32_t> place_;  // of each corner among the items
};

}  // namespace tact
