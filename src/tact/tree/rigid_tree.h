#pragma once
// RigidTree: the tree of a body that keeps its shape, built once in the body's own frame. A pose
// never touches it: traversals place one body's boxes in the frame of the other.
#include <cstdint>
#include <vector>

#include "tact/bounds/frame.h"
#include "tact/bounds/kdop.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/rigid_blocks.h"

namespace tact {

/// Eight is Obb8, CentredBox8 or a KDop8.
template <class Eight>
class RigidTree {
 public:
  using Block = RigidBlock<Eight>;

  RigidTree() = default;
  /// Reads the triangles at rest, whatever their pose.
  explicit RigidTree(const Primitives& triangles);

  RigidBlocks<Eight> blocks() const { return {blocks_}; }
  bool empty() const { return blocks_.empty(); }
  std::size_t node_count() const { return blocks_.size(); }
  const BoundsFrame& frame() const { return frame_; }
  /// How far from the origin of the frame the body's points get, in its units.
  double reach() const { return reach_; }
  /// Longest half edge of the body's box, in the user's units.
  double size() const { return empty() ? 0 : double{blocks_[0].size[0]}; }
  /// The body at a pose, as a placement wants it.
  RigidPlace at(const Transform& pose) const { return {pose, frame_, reach_}; }
  std::size_t bytes() const { return blocks_.capacity() * sizeof(Block); }

  /// Throws std::logic_error unless every primitive is in exactly one lane and every box encloses
  /// the vertices below it.
  void validate(const Primitives& triangles) const;

 private:
  std::vector<Block> blocks_;
  BoundsFrame frame_;
  double reach_ = 0;
};

extern template class RigidTree<Obb8>;
extern template class RigidTree<CentredBox8>;
extern template class RigidTree<KDop8<4>>;
extern template class RigidTree<KDop8<6>>;

}  // namespace tact
