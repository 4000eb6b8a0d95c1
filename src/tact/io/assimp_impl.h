#pragma once
// The formats that Assimp reads, where tact was built with it: glTF, Collada, FBX, 3DS and more.
#include <filesystem>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

bool assimp_built_in();
/// With their dot, in lower case, sorted; none without Assimp.
std::vector<std::string> assimp_extensions();
bool assimp_reads(const std::string& extension);

/// All triangles of the file's meshes, in the order of its nodes (depth first), where the
/// transforms of the node hierarchy put them, in metres where the format knows its unit. Polygons
/// are ear-clipped exactly (see Mesh::face); points and lines are passed over. Animations are not
/// read, which is put into `notes`. Throws Error{bad_file}, also where Assimp left faces out.
Mesh load_by_assimp(const std::filesystem::path& path, std::vector<std::string>& notes);

}  // namespace tact
