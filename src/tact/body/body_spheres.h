#pragma once
// BodySpheres: the spheres around a body that maps or a pose move (Spillmann 2006), and the boxes
// of its leaves.
#include <cstdint>
#include <memory>

#include "tact/body/structures.h"
#include "tact/body/task.h"
#include "tact/tree/leaf_boxes.h"
#include "tact/tree/sphere_tree.h"

namespace tact {

/// A rigid body's pose is a map; other bodies must have come with theirs.
inline bool has_spheres(const BodyState& body) {
  return body.kind == BodyKind::rigid || (body.mapped != nullptr && !body.mapped->maps.empty());
}

/// The tree at rest is built once for all rigid bodies of a shape; a body has for itself what
/// moves, where a query got to it.
struct BodySpheres final : Structure {
  explicit BodySpheres(std::uint32_t) {}

  /// Costs nothing per point unless the body has another shape.
  void update(const BodyState& body, const BoundsFrame& frame);

  std::unique_ptr<SphereTree> tree;
  std::unique_ptr<LeafCache> leaves;
};

}  // namespace tact
