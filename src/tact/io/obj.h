#pragma once
// Wavefront OBJ, in and out: index-faithful, double-precise, locale-independent.
#include <filesystem>

#include "tact/geometry/mesh.h"

namespace tact {

/// Reads the polygons of an OBJ file. Vertex i of the file is vertex i of the mesh; triangles come
/// in the order of the faces, and where a face has more than three corners (it is ear-clipped
/// exactly), `Mesh::face` says which face each triangle is of. Texture coordinates, normals,
/// colours, names, points and lines are passed over; free-form surfaces are refused. A face may
/// refer only to vertices above it. Throws Error{bad_file}, naming file and line.
Mesh load_obj(const std::filesystem::path& path);

/// Writes the triangles so that load_obj gives back the same bits (a float is written as the double
/// it equals). The file is complete or absent. Throws Error{bad_file}, and
/// Error{bad_mesh} for what load_obj would refuse: a coordinate that is not finite, a wrong index.
void save_obj(const std::filesystem::path& path, const MeshView& mesh);

}  // namespace tact
