#pragma once
// How a tree reads the boxes of its primitives: in place from packed float positions, or through
// Primitives for everything else.
#include <span>
#include <vector>

#include "tact/bounds/fit.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/tree.h"

namespace tact {

/// The geometry behind a tree's slots for one frame.
struct SlotGeometry {
  /// Packed x y z, or null. Mapped by x · scale − offset in float.
  const float* xyz = nullptr;
  std::uint32_t last_vertex = 0;  ///< reading four floats there would pass the end
  float tail[4] = {};             ///< what is there instead
  float scale = 1;
  float offset[4] = {};
  const Primitives* primitives = nullptr;
  BoundsFrame frame;
};

/// Float positions are read in place where the frame allows; double positions of bodies that move
/// freely are mapped once per frame into `buffer`; posed bodies and points are read one by one.
SlotGeometry slot_geometry(const Primitives& primitives, const BoundsFrame& frame,
                           std::vector<float>& buffer);

/// Loops over slots ask for the geometry of the slot this far ahead: trees go through their slots
/// in order, but through the vertices in any order.
inline constexpr std::size_t prefetch_slots = 24;

/// Slots in the user's order.
void fill_slots(const Primitives& primitives, std::span<Slot> slots);

}  // namespace tact
