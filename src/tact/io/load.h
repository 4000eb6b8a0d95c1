#pragma once
// One call for every mesh file format, chosen by the extension of the name.
#include <filesystem>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

/// Reads a mesh file; see the loader of its format (obj.h) for what is kept. Throws
/// Error{bad_file}.
Mesh load(const std::filesystem::path& path);

/// The extensions that load() knows, with their dot, in lower case.
std::vector<std::string> mesh_formats();

}  // namespace tact
