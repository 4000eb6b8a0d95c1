#pragma once
// SolidPieces: how the triangles of a solid hang together.
#include <cstdint>
#include <string>
#include <vector>

#include "tact/geometry/closed_mesh.h"

namespace tact {

/// Of a mesh that is closed, as long as its triangles stay.
struct SolidPieces {
  /// Throws Error{bad_mesh} that names `body` and an edge, unless it is closed; see check_closed().
  SolidPieces(const MeshView& mesh, const std::string& body);

  /// That they take.
  std::size_t bytes() const;

  EdgeLinks links;                    ///< beyond each edge
  std::vector<std::uint32_t> firsts;  ///< a triangle of each piece
};

}  // namespace tact
