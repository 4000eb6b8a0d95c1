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
/// are ear-clipped exactly (see Mesh::face); points and lines are passed over. What is put into
/// `notes`: animations, which are not read; lines among the faces of a mesh; formats in which
/// Assimp mends what is wrong without a word. `opened` gets the files that were read beside this
/// one. Throws Error{bad_file}, also where Assimp left faces out.
Mesh load_by_assimp(const std::filesystem::path& path, std::vector<std::string>& notes,
                    std::vector<std::filesystem::path>& opened);

}  // namespace tact
