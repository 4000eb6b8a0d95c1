#pragma once
// PosedBvh: the tree of a rigid body where it stands. Topology and boxes at rest are its shape's;
// a block of its own it has where a query gets, and its boxes go through the pose there. An update
// reads nothing.
#include "tact/tree/lazy_tree.h"
#include "tact/tree/pose_kernels.h"
#include "tact/tree/rest_tree.h"

namespace tact {

class PosedBvh final : public LazyTree {
 public:
  /// `rest` must outlive every call but the destructor.
  explicit PosedBvh(const RestTree& rest);

  void reset(std::span<const TreePart> parts) override;
  void reindex(std::span<const TreePart> parts) override { reset(parts); }
  Stats update(std::span<const TreePart> parts, const BoundsFrame& frame, const Extent& extent,
               unsigned threads) override;

 private:
  Block* make(Block* old, const Place& place, Arena& arena, Stats& stats) override;
  const Block& rest_block(const Place& place, Arena& arena, Stats& stats);
  void pose_is_new();
  void refresh(Block& block, Stats& stats);

  const RestTree* rest_;
  const RestTree::Built* built_ = nullptr;  // once a query got here
  PoseMap map_;
  std::uint32_t unreached_ = 0;  // updates since a query got here, of those that were asked in
  EntryGeometry leaves_;         // where triangles are read
};

}  // namespace tact
