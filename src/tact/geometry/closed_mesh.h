#pragma once
// Is a mesh closed, and what lies beyond each edge: what a solid is made of.
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

/// Of each triangle those beyond its edges 0-1, 1-2 and 2-0; itself where it has no area by index.
using EdgeLinks = std::vector<std::array<std::uint32_t, 3>>;

/// Every edge, by topology id where there are ids, else by vertex index, belongs to exactly two
/// triangles that run along it in opposite directions. Triangles with the same id twice bound
/// nothing and are left out. Throws Error{bad_mesh} that names `body`, a triangle and the two
/// vertices of an edge for which this does not hold. The mesh has been checked. O(n log n).
EdgeLinks check_closed(const MeshView& mesh, const std::string& body);

/// Vertices with one topology id stand at one place: else what is closed by them gapes. Throws
/// Error{bad_mesh} that names `body` and two vertices. O(n); nothing to do without ids.
void check_places(const MeshView& mesh, const std::string& body);

/// One triangle of each connected piece of the surface, the first; left-out triangles are in none.
std::vector<std::uint32_t> first_of_pieces(const EdgeLinks& links);

}  // namespace tact
