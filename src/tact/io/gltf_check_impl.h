#pragma once
// What stands in a glTF file that Assimp passes over or does not survive: skins, morphs, instances
// and extensions that are required put the mesh elsewhere than its vertices say.
#include <filesystem>

namespace tact {

/// Of .gltf and .glb; throws Error{bad_file}, naming what it is. What is no JSON is left to others.
void check_gltf(const std::filesystem::path& path);

}  // namespace tact
