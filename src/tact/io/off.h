#pragma once
// OFF (Geomview's object file format), in and out, as text.
#include <filesystem>

#include "tact/geometry/mesh.h"

namespace tact {

/// Reads OFF, COFF, NOFF and the like: the first three numbers of a vertex are its position, and
/// colours, normals and texture coordinates are passed over. A vertex has a line of its own, a face
/// as many as it takes. Polygons are ear-clipped exactly (see Mesh::face). Four-dimensional and
/// binary files are refused. Throws Error{bad_file}, naming file and line.
Mesh load_off(const std::filesystem::path& path);

/// Writes the triangles so that load_off gives back the same bits. The file is complete or absent.
/// Throws Error{bad_file}, and Error{bad_mesh} for what load_off would refuse.
void save_off(const std::filesystem::path& path, const MeshView& mesh);

}  // namespace tact
