#pragma once
// One call for every mesh file format, chosen by the extension of the name.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

enum class Weld : std::uint8_t {
  /// Where triangles share no vertices (in STL they never do) or hardly any, or the format repeats
  /// vertices at seams: neighbours are told by their positions, see weld.h. Else every triangle of
  /// such a mesh would touch its neighbours.
  where_needed,
  always,
  never
};

struct LoadOptions {
  Weld weld = Weld::where_needed;
  /// Gets the names of all files that were read, if it is not null: those of the buffers that a
  /// glTF file names, too.
  std::vector<std::filesystem::path>* opened = nullptr;
};

/// Reads a mesh file; what is in it decides between text and binary. See the loader of its format
/// (obj.h, ply.h, stl.h, off.h) for what is kept. Formats beyond these are read where tact was
/// built with Assimp. A mesh that was welded has topology ids. Throws Error{bad_file}.
Mesh load(const std::filesystem::path& path, const LoadOptions& options = {});
/// Adds to `notes` what a reader should know although it is no error, in sentences that begin with
/// the file's name: that it has an animation, say, which a mesh has no place for.
Mesh load(const std::filesystem::path& path, const LoadOptions& options,
          std::vector<std::string>& notes);

/// Writes a mesh file: OBJ, PLY (binary), STL (binary, float) or OFF, by the extension. The file is
/// complete or absent; devices, pipes and links: see AtomicFile. Throws Error{bad_file}, and
/// Error{bad_mesh} for what load() would refuse: a coordinate that is not finite, a wrong index.
void save(const std::filesystem::path& path, const MeshView& mesh);

/// The extensions that load() knows, with their dot, in lower case; those of tact itself first.
std::vector<std::string> mesh_formats();

}  // namespace tact
