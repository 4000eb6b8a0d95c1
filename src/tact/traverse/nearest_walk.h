#pragma once
// The walk down two LazyTrees to where they are nearest, and down one to where it is nearest to a
// box: one box against the eight of a block at once.
#include <limits>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/tree/lazy_tree.h"

namespace tact {

/// A lower bound of the distance of two boxes, in units of their frame; infinite if one is empty.
float box_gap(const Aabb& a, const Aabb& b);
/// gap[i] = the same for box i of eight.
void box_gaps(const Aabb& box, const Aabb8& eight, float (&gap)[8]);

/// What a nearest walk does with two primitives whose boxes may be nearer than the best so far.
class GapVisitor {
 public:
  /// Returns what is the best from here on: gaps beyond it do not matter. Negative: enough.
  virtual float visit(std::uint32_t a, std::uint32_t b) = 0;

 protected:
  ~GapVisitor() = default;
};

/// Visits the primitives of two trees whose boxes are no farther apart than `best`, roughly the
/// nearest first. Returns what the last visit did, else `best`. Blocks that are reached are made;
/// `arena` is as before afterwards. Any number of threads may walk a tree at once. Not for empty
/// trees; not for a tree and itself.
float walk_gaps(LazyTree& a, LazyTree& b, float best, GapVisitor& visitor, Arena& arena,
                Stats& stats);

/// Likewise the primitives (b; a is 0) of one tree by their distance from a box.
float walk_gaps(const Aabb& a, LazyTree& b, float best, GapVisitor& visitor, Arena& arena,
                Stats& stats);

}  // namespace tact
