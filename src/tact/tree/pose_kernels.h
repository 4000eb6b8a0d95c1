#pragma once
// Boxes of a rigid body's rest tree where the body stands: each box goes through the pose, and the
// box around that is rounded outward.
#include "tact/base/transform.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/frame.h"
#include "tact/tree/tree.h"

namespace tact {

/// From coordinates of the rest frame to those of the world's frame: m · x + v.
struct PoseMap {
  float m[3][3] = {};
  float v[3] = {};
  /// What rounding can do, on each axis, beyond a small share of the coordinates themselves.
  float slack[3] = {};
};

PoseMap pose_map(const Transform& pose, const BoundsFrame& rest, const BoundsFrame& world);

/// The lanes of an inner block from their boxes at rest.
void pose_block(Block& block, const Aabb8& rest, const PoseMap& map);

}  // namespace tact
