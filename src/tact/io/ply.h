#pragma once
// Stanford PLY, in and out: text and both binary orders, every scalar type, extra properties.
#include <cstdint>
#include <filesystem>

#include "tact/geometry/mesh.h"

namespace tact {

/// Reads `vertex` (x, y, z) and `face` (a list of vertex_indices or vertex_index), or `tristrips`
/// where there are no faces. Vertex i of the file is vertex i of the mesh; triangles come in the
/// order of the faces, and polygons are ear-clipped exactly (see Mesh::face). Other elements and
/// properties are passed over. Throws Error{bad_file}, naming file and line, or byte.
Mesh load_ply(const std::filesystem::path& path);

enum class PlyFormat : std::uint8_t { ascii, little_endian, big_endian };

/// Writes positions as doubles, so that load_ply gives back the same bits. The file is complete or
/// absent. Throws Error{bad_file}, and Error{bad_mesh} for what load_ply would refuse.
void save_ply(const std::filesystem::path& path, const MeshView& mesh,
              PlyFormat format = PlyFormat::little_endian);

}  // namespace tact
