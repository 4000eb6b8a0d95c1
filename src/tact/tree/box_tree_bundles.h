#pragma once
// The last levels of a BoxTree once more, eight boxes side by side: binary cuts are taken together
// until there are eight parts.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/tree/box_tree_flat.h"
#include "tact/tree/box_tree_nodes.h"

namespace tact {

class BundleBuilder {
 public:
  /// `groups[i]` are the items of block i.
  BundleBuilder(std::span<BoxNode> nodes, std::span<const FlatGroup> groups,
                std::vector<BoxBundle>& bundles);

  /// Makes wide the largest boxes with at most `most` blocks, and leaves.
  void build(std::uint32_t most);

 private:
  // Blocks that lie side by side; those below a node, or a part of a leaf.
  struct Run {
    Range blocks;
    std::uint32_t node;
  };
  static constexpr std::uint32_t no_node = 0xFFFFFFFFU;

  void find_runs();
  Run below(std::uint32_t node) const { return {runs_[node], node}; }
  std::size_t parts_of(const Run& run, Run (&parts)[8]) const;
  std::size_t halves_of(const Run& run, Run (&halves)[2]) const;
  std::uint32_t bundle(const Run& run, const FlatBox& whole);
  FlatBox around(const Range& blocks) const;

  std::span<BoxNode> nodes_;
  std::span<const FlatGroup> groups_;
  std::vector<BoxBundle>& bundles_;
  std::vector<Range> runs_;  // by node
};

}  // namespace tact
