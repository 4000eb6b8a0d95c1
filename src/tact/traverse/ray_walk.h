#pragma once
// The walk of a ray down one LazyTree: one ray against the eight boxes of a block at once, nearest
// first.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/base/vec.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/frame.h"
#include "tact/tree/lazy_tree.h"

namespace tact {

/// A ray in float, in a frame of bounds, cut where it first may reach a given box. Its points are
/// those of s from 0 to `end`; boxes are grown by `slack`, which is more than twice what rounding
/// moved those points.
struct SlabRay {
  float origin[3];
  float inverse[3];  ///< of the direction, whose largest component is from 1 to 2; never zero
  float slack = 0;
  float end = 0;  ///< negative: the ray misses the box

  double cut = 0;    ///< s of the world's ray where s is 0 here
  int exponent = 0;  ///< s of the world's ray is t · 2^exponent

  /// The points origin + t direction, t from 0 to t_max. `reach`: a box around all that may be hit.
  static SlabRay of(const Vec3& origin, const Vec3& direction, double t_max,
                    const BoundsFrame& frame, const Aabb& reach);
  /// An upper bound of s for a t.
  float end_at(double t) const;
};

/// Bit i is set if the ray may meet box i; near[i] is then where it enters it, at the latest.
std::uint32_t meet_boxes(const SlabRay& ray, const Aabb8& boxes, float (&near)[8]);

/// What a walk does with primitives.
class RayVisitor {
 public:
  /// Tests the primitives in these lanes of a leaf. From here on boxes that the ray enters beyond
  /// the returned s do not matter; negative: none do.
  virtual float visit(const Block& leaf, std::uint32_t lanes) = 0;

 protected:
  ~RayVisitor() = default;
};

/// Visits the leaves whose primitives' boxes the ray may meet up to `end`, roughly the nearest
/// first. Blocks that are reached are made. `arena` is as before afterwards, so visitors keep what
/// they find elsewhere. Returns what the last visit did, else `end`. Any number of threads may walk
/// a tree at once. Not for an empty tree.
float walk_ray(LazyTree& tree, const SlabRay& ray, float end, RayVisitor& visitor, Arena& arena,
               Stats& stats);

}  // namespace tact
