#pragma once
// Two rigid trees as a traversal meets them: their blocks, and each one's place in the other's
// frame.
#include <bit>
#include <cstdint>

#include "tact/bounds/placement.h"
#include "tact/tree/rigid_blocks.h"

namespace tact {

/// Two lanes that may touch; twice the same lane of one tree: the pairs within it.
struct LanePair {
  LaneRef a = 0;
  LaneRef b = 0;
  friend constexpr bool operator==(const LanePair&, const LanePair&) = default;
};

template <class Eight>
struct RigidPair {
  RigidBlocks<Eight> a;
  RigidBlocks<Eight> b;
  typename Eight::Place b_in_a;  ///< slack includes the tolerance
  typename Eight::Place a_in_b;
  bool self = false;  ///< one body against itself

  /// Which lane is taken apart: the larger one. A function of the two at rest, not of their poses,
  /// so that every pair of lanes has one parent (Tropp 2006).
  bool takes_a_apart(const LanePair& pair) const {
    if (a.is_primitive(pair.a)) return false;
    return b.is_primitive(pair.b) || a.size(pair.a) >= b.size(pair.b);
  }
};

/// Calls f(lane) for each bit, from the lowest.
template <class F>
void for_each_lane(std::uint32_t mask, F&& f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

}  // namespace tact
