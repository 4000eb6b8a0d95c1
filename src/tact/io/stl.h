#pragma once
// STL, in and out: text and binary.
#include <filesystem>

#include "tact/geometry/mesh.h"

namespace tact {

/// Reads the facets: triangle i of the file has the vertices 3i, 3i + 1 and 3i + 2, since STL knows
/// no shared ones (see weld.h). Normals, attributes and names are passed over; several solids in a
/// text file follow each other. Throws Error{bad_file}, naming file and line, or byte.
Mesh load_stl(const std::filesystem::path& path);

/// Writes a binary file, which holds every coordinate rounded to float: the one format that loses
/// digits. The file is complete or absent. Throws Error{bad_file}, also if a coordinate is too
/// large for float, and Error{bad_mesh} for what load_stl would refuse.
void save_stl(const std::filesystem::path& path, const MeshView& mesh);

}  // namespace tact
