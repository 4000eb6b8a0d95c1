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
  /// Where they began, if boxes are to be around all the way from there; of triangles that are
  /// alone in a tree.
  const Primitives* from = nullptr;
};

/// The part that primitive `id` of the tree belongs to.
const TreePart& part_of(std::span<const TreePart> parts, std::uint32_t id);

/// The geometry behind a tree's entries for one frame: packed positions, or none of points.
struct EntryGeometry : PackedPositions {
  BoundsFrame frame;
  std::span<const TreePart> parts;
  PackedPositions from;  ///< of a motion, under the same map; none where nothing moves

  PrimitiveName name(const TreeEntry& entry) const {
    const TreePart& part = parts.size() == 1 ? parts.front() : part_of(parts, entry.id);
    return {part.body, entry.id - part.first};
  }
};

/// Float positions of a single part are read in place where the frame allows; others are mapped, or
/// copied, once per frame into `buffer`; points are read one by one, and must be alone in a tree.
/// A motion is read likewise, at both ends.
EntryGeometry entry_geometry(std::span<const TreePart> parts, const BoundsFrame& frame,
                             std::vector<float>& buffer);

/// Loops over entries ask for the geometry of the entry this far ahead: trees go through their
/// entries in order, but through the vertices in any order.
inline constexpr std::size_t prefetch_entries = 24;

/// Entries in the order of the parts.
void fill_entries(std::span<const TreePart> parts, std::span<TreeEntry> entries);

/// The vertices of an entry's primitive, again.
void reindex_entries(std::span<const TreePart> parts, std::span<TreeEntry> entries);

}  // namespace tact
