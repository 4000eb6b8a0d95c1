#pragma once
// The checks at the border. Each names the body, vertex or triangle it stumbled over, throws
// Error{bad_mesh}, and changes nothing. After them nobody checks again.
#include <string>

#include "tact/base/transform.h"
#include "tact/base/vec.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// All coordinates finite, no value left over, fewer than 2^32 vertices. Returns what they occupy.
/// Costs one read of the positions (SIMD where they are packed).
Extent check_positions(const PositionsView& positions, const std::string& body);

/// All indices below `vertices`, no value left over, fewer than 2^32 triangles.
void check_triangles(const TrianglesView& triangles, std::size_t vertices, const std::string& body);

/// Positions, triangles, and topology ids for all vertices or for none.
Extent check_mesh(const MeshView& mesh, const std::string& body);

/// Finite radii, not negative, one for each of `points` or one for all. Returns the largest.
double check_radii(const RadiiView& radii, std::size_t points, const std::string& body);

/// What vertices within `rest` occupy at a pose, an outer bound. Throws Error{bad_pose} if one of
/// them might not be finite there.
Extent check_pose(const Extent& rest, const Transform& pose, const std::string& body);

}  // namespace tact
