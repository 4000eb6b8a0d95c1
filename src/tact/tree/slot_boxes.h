#pragma once
// How a tree reads the boxes of its primitives: in place from packed float positions, or through
// Primitives for everything else.
#include <span>
#include <vector>

#include "tact/bounds/fit.h"
#include "tact/bounds/packed_positions.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/tree.h"

namespace tact {

/// The primitives of one body in a tree. A tree of several counts them through: first those of the
/// first part, then those of the second; so it does with vertices.
struct TreePart {
  std::uint32_t body = 0;  ///< what answers call it
  const Primitives* primitives = nullptr;
  std::uint32_t first = 0;         ///< primitive, in the tree's count
  std::uint32_t first_vertex = 0;  ///< in the tree's count
};

/// The part that primitive `id` of the tree belongs to.
const TreePart& part_of(std::span<const TreePart> parts, std::uint32_t id);

/// The geometry behind a tree's slots for one frame: packed positions, or none of points.
struct SlotGeometry : PackedPositions {
  BoundsFrame frame;
  std::span<const TreePart> parts;

  PrimitiveName name(const Slot& slot) const {
    const TreePart& part = parts.size() == 1 ? parts.front() : part_of(parts, slot.id);
    return {part.body, slot.id - part.first};
  }
};

/// Float positions of a single part are read in place where the frame allows; others are mapped, or
/// copied, once per frame into `buffer`; points are read one by one, and must be alone in a tree.
SlotGeometry slot_geometry(std::span<const TreePart> parts, const BoundsFrame& frame,
                           std::vector<float>& buffer);

/// Loops over slots ask for the geometry of the slot this far ahead: trees go through their slots
/// in order, but through the vertices in any order.
inline constexpr std::size_t prefetch_slots = 24;

/// Slots in the order of the parts.
void fill_slots(std::span<const TreePart> parts, std::span<Slot> slots);

/// The vertices of a slot's primitive, again.
void reindex_slots(std::span<const TreePart> parts, std::span<Slot> slots);

}  // namespace tact
