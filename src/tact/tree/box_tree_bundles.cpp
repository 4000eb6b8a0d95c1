#include "tact/tree/box_tree_bundles.h"

#include <algorithm>

namespace tact {

BundleBuilder::BundleBuilder(std::span<BoxNode> nodes, std::span<const FlatGroup> groups,
                             std::vector<BoxBundle>& bundles)
    : nodes_(nodes), groups_(groups), bundles_(bundles) {}

void BundleBuilder::build(std::uint32_t most) {
  find_runs();
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (nodes_[at].is_leaf() || runs_[at].count <= most) {
      nodes_[at].set_bundle(bundle(below(at), around(runs_[at])));
      continue;
    }
    open.push_back(nodes_[at].first);
    if (nodes_[at].empty_half() == EmptyHalf::none) open.push_back(nodes_[at].first + 1);
  }
}

// Children come behind their parents, and what is below a node lies side by side.
void BundleBuilder::find_runs() {
  runs_.resize(nodes_.size());
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const BoxNode& node = nodes_[i];
    if (node.is_leaf()) {
      runs_[i] = {node.first, (node.count + std::uint32_t{7}) / 8};
      continue;
    }
    runs_[i] = runs_[node.first];
    if (node.empty_half() != EmptyHalf::none) continue;
    const Range& right = runs_[node.first + 1];
    runs_[i].first = std::min(runs_[i].first, right.first);
    runs_[i].count += right.count;
  }
}

// What one cut makes of it; or half of the blocks each.
std::size_t BundleBuilder::halves_of(const Run& run, Run (&halves)[2]) const {
  if (run.node != no_node && !nodes_[run.node].is_leaf()) {
    const BoxNode& node = nodes_[run.node];
    halves[0] = below(node.first);
    if (node.empty_half() != EmptyHalf::none) return 1;
    halves[1] = below(node.first + 1);
    return 2;
  }
  const std::uint32_t half = run.blocks.count / 2;
  halves[0] = {{run.blocks.first, half}, no_node};
  halves[1] = {{run.blocks.first + half, run.blocks.count - half}, no_node};
  return 2;
}

// The largest part is cut until there are eight, or single blocks.
std::size_t BundleBuilder::parts_of(const Run& run, Run (&parts)[8]) const {
  parts[0] = run;
  std::size_t count = 1;
  while (count < 8) {
    Run* const largest = std::max_element(parts, parts + count, [](const Run& x, const Run& y) {
      return x.blocks.count < y.blocks.count;
    });
    if (largest->blocks.count <= 1) break;
    Run halves[2];
    const std::size_t made = halves_of(*largest, halves);
    *largest = halves[0];
    // An empty leaf has no blocks, and no place here.
    if (made == 2 && halves[1].blocks.count > 0) parts[count++] = halves[1];
  }
  const auto* const end =
      std::remove_if(parts, parts + count, [](const Run& part) { return part.blocks.count == 0; });
  return static_cast<std::size_t>(end - parts);
}

std::uint32_t BundleBuilder::bundle(const Run& run, const FlatBox& whole) {
  Run parts[8];
  const std::size_t count = parts_of(run, parts);
  const auto at = static_cast<std::uint32_t>(bundles_.size());
  bundles_.push_back({});
  BoxBundle made{};
  made.lanes = static_cast<std::uint8_t>(count);
  made.whole = whole;
  for (std::size_t lane = 0; lane < count; ++lane) {
    const bool is_block = parts[lane].blocks.count == 1;
    const FlatBox flat = count == 1 ? whole : around(parts[lane].blocks);
    made.lane.set(lane, flat);
    made.child[lane] = is_block ? parts[lane].blocks.first : bundle(parts[lane], flat);
    if (is_block) made.blocks = static_cast<std::uint8_t>(made.blocks | (1U << lane));
  }
  bundles_[at] = made;
  return at;
}

FlatBox BundleBuilder::around(const Range& blocks) const {
  const std::span<const FlatGroup> groups = groups_.subspan(blocks.first, blocks.count);
  return groups.size() == 1 ? groups.front().flat : merged(groups).flat;
}

}  // namespace tact
