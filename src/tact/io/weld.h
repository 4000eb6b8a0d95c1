#pragma once
// Vertices that lie in one place. Formats that repeat a vertex for each triangle hide who is whose
// neighbour; the positions tell.
#include <cstdint>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

/// For each vertex the first one with the same coordinates, exactly (0 and -0 are the same).
std::vector<std::uint32_t> same_positions(const PositionsView& positions);

/// Are there three vertices or more for two triangles? A surface has about one for two; where
/// triangles, or pairs of them, have vertices of their own, nobody knows their neighbours.
bool hardly_shares_vertices(const Mesh& mesh);

/// Sets Mesh::topology so that vertices in one place count as one when neighbours are left out, and
/// returns how many places there are. The vertices stay as they are. Leaves the mesh alone if no
/// two vertices lie in one place.
std::size_t weld(Mesh& mesh);

}  // namespace tact
