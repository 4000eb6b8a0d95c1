#pragma once
// A binary tree of boxes around a rigid body at rest, one triangle a leaf, as RAPID builds it and
// Tropp 2006 uses it: oriented boxes are divided at the mean along their longest axis, axis-aligned
// ones in the middle of their longest edge.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/bounds/frame.h"
#include "tact/bounds/obb.h"
#include "tact/bounds/placement.h"
#include "tact/bounds/rigid_fit.h"
#include "tact/geometry/primitives.h"

namespace tact::bench {

/// Box is Obb or CentredBox, in the coordinates of the tree's frame.
template <class Box>
struct TroppNode {
  Box box;
  double edge = 0;          ///< the longest of the box, whole, in the user's units
  std::uint32_t below = 0;  ///< the first child, the second behind it; 0: a leaf
  std::uint32_t primitive = 0;

  bool is_leaf() const { return below == 0; }
};

template <class Box>
class TroppTree {
 public:
  /// Reads the triangles at rest, whatever their pose.
  explicit TroppTree(const Primitives& triangles);

  bool empty() const { return nodes_.empty(); }
  const TroppNode<Box>& operator[](std::uint32_t node) const { return nodes_[node]; }
  /// The body at a pose.
  RigidPlace at(const Transform& pose) const { return {pose, frame_, reach_}; }
  double scale() const { return frame_.scale; }

  /// Throws std::logic_error unless every triangle is in one leaf, and in all boxes above it.
  void validate(const Primitives& triangles) const;

 private:
  std::vector<TroppNode<Box>> nodes_;  // the root first
  BoundsFrame frame_;
  double reach_ = 0;
};

extern template class TroppTree<Obb>;
extern template class TroppTree<CentredBox>;

}  // namespace tact::bench
