#pragma once
// Stream update (Zhang 2007, 6): boxes of leaves as minimum and maximum over their vertices.
#include <cstdint>
#include <span>

#include "tact/bounds/packed_positions.h"
#include "tact/flat/stream.h"
#include "tact/flat/stream_leaves.h"

namespace tact {

/// Fills the boxes of one tile. Rounded outward after the minimum and maximum: the map is monotone,
/// so once is enough.
void update_tile(const StreamLeaves& leaves, const PackedPositions& positions, std::uint32_t tile,
                 std::span<Aabb8> boxes);
/// The same from boxes of the primitives, by their numbers.
void update_tile(const StreamLeaves& leaves, std::span<const Aabb> primitives, std::uint32_t tile,
                 std::span<Aabb8> boxes);

/// What is kept of a tile's boxes.
struct TileSummary {
  Aabb box = Aabb::nothing();  ///< of all of them
  double cost = 0;             ///< half their surface, summed up
};
TileSummary sum_up(std::span<const Aabb8> boxes);

}  // namespace tact
