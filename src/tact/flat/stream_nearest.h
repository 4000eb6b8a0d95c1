#pragma once
// The nearest leaves of two streams: what Zhang 2007 leaves as future work. Tiles bound from below
// how near their leaves can be, leaves how near their primitives can; the nearest come first, so
// that most are never looked at.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/flat/stream.h"

namespace tact {

/// Measures the primitives of two leaves; returns the least distance so far, in the frame of the
/// boxes, rounded up.
class LeafMeasure {
 public:
  virtual ~LeafMeasure() = default;
  virtual float operator()(std::uint32_t leaf_a, std::uint32_t leaf_b, float best) = 0;
};

/// Measures every two leaves whose boxes are nearer than all that was measured before. The order is
/// fixed.
void find_nearest(const LeafStream& a, const LeafStream& b, LeafMeasure& measure, Arena& arena,
                  Stats& stats);

/// A lower bound of the distance of two boxes, rounded down.
float distance_below(const Aabb& a, const Aabb& b);

}  // namespace tact
