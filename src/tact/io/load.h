#pragma once
// Mesh files, in and out. load() and save() choose the format by the extension of the name; each
// format also has functions of its own. All are index-faithful, double-precise (but for STL) and
// do not depend on the locale.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tact/base/export.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// Are vertices that lie in one place one vertex, when neighbours are told?
enum class Weld : std::uint8_t {
  /// Where triangles share no vertices (in STL they never do) or hardly any, or the format repeats
  /// vertices at seams: neighbours are told by their positions, see weld(). Else every triangle of
  /// such a mesh would touch its neighbours.
  where_needed,
  always,  ///< wherever two lie in one place
  never    ///< only those that the file shares
};

/// How a mesh file is read.
struct LoadOptions {
  Weld weld = Weld::where_needed;  ///< whether vertices in one place count as one
  /// Gets the names of all files that were read, if it is not null: those of the buffers that a
  /// glTF file names, too.
  std::vector<std::filesystem::path>* opened = nullptr;
};

/// Reads a mesh file; what is in it decides between text and binary. See the loader of its format
/// (load_obj() and its like) for what is kept. Formats beyond these are read where tact was
/// built with Assimp. A mesh that was welded has topology ids. Throws Error{bad_file}.
TACT_API Mesh load(const std::filesystem::path& path, const LoadOptions& options = {});
/// Adds to `notes` what a reader should know although it is no error, in sentences that begin with
/// the file's name: that it has an animation, say, which a mesh has no place for.
TACT_API Mesh load(const std::filesystem::path& path, const LoadOptions& options,
                   std::vector<std::string>& notes);

/// Writes a mesh file: OBJ, PLY (binary), STL (binary, float) or OFF, by the extension. The file is
/// complete or absent; a symbolic link stays one, and
/// devices and pipes are written to at once. Throws Error{bad_file}, and
/// Error{bad_mesh} for what load() would refuse: a coordinate that is not finite, a wrong index.
TACT_API void save(const std::filesystem::path& path, const MeshView& mesh);

/// The extensions that load() knows, with their dot, in lower case; those of tact itself first.
TACT_API std::vector<std::string> mesh_formats();

/// Reads the polygons of an OBJ file. Vertex i of the file is vertex i of the mesh; triangles come
/// in the order of the faces, and where a face has more than three corners (it is ear-clipped
/// exactly), `Mesh::face` says which face each triangle is of. Texture coordinates, normals,
/// colours, names, points and lines are passed over; free-form surfaces are refused. A face may
/// refer only to vertices above it. Throws Error{bad_file}, naming file and line.
TACT_API Mesh load_obj(const std::filesystem::path& path);

/// Writes the triangles so that load_obj gives back the same bits (a float is written as the double
/// it equals). The file is complete or absent. Throws Error{bad_file}, and
/// Error{bad_mesh} for what load_obj would refuse: a coordinate that is not finite, a wrong index.
TACT_API void save_obj(const std::filesystem::path& path, const MeshView& mesh);

/// Reads `vertex` (x, y, z) and `face` (a list of vertex_indices or vertex_index), or `tristrips`
/// where there are no faces. Vertex i of the file is vertex i of the mesh; triangles come in the
/// order of the faces, and polygons are ear-clipped exactly (see Mesh::face). Other elements and
/// properties are passed over. Throws Error{bad_file}, naming file and line, or byte.
TACT_API Mesh load_ply(const std::filesystem::path& path);

/// How numbers are written.
enum class PlyFormat : std::uint8_t {
  ascii,          ///< text, with as many digits as a double needs
  little_endian,  ///< binary, the least byte first
  big_endian      ///< binary, the greatest byte first
};

/// Writes positions as doubles, so that load_ply gives back the same bits. The file is complete or
/// absent. Throws Error{bad_file}, and Error{bad_mesh} for what load_ply would refuse.
TACT_API void save_ply(const std::filesystem::path& path, const MeshView& mesh,
                       PlyFormat format = PlyFormat::little_endian);

/// Reads the facets: triangle i of the file has the vertices 3i, 3i + 1 and 3i + 2, since STL knows
/// no shared ones (see weld()). Normals, attributes and names are passed over; several solids in a
/// text file follow each other. Throws Error{bad_file}, naming file and line, or byte.
TACT_API Mesh load_stl(const std::filesystem::path& path);

/// Writes a binary file, which holds every coordinate rounded to float: the one format that loses
/// digits. The file is complete or absent. Throws Error{bad_file}, also if a coordinate is too
/// large for float, and Error{bad_mesh} for what load_stl would refuse.
TACT_API void save_stl(const std::filesystem::path& path, const MeshView& mesh);

/// Reads OFF, COFF, NOFF and the like: the first three numbers of a vertex are its position, and
/// colours, normals and texture coordinates are passed over. A vertex has a line of its own, a face
/// as many as it takes. Polygons are ear-clipped exactly (see Mesh::face). Four-dimensional and
/// binary files are refused. Throws Error{bad_file}, naming file and line.
TACT_API Mesh load_off(const std::filesystem::path& path);

/// Writes the triangles so that load_off gives back the same bits. The file is complete or absent.
/// Throws Error{bad_file}, and Error{bad_mesh} for what load_off would refuse.
TACT_API void save_off(const std::filesystem::path& path, const MeshView& mesh);

/// For each vertex the first one with the same coordinates, exactly (0 and -0 are the same).
TACT_API std::vector<std::uint32_t> same_positions(const PositionsView& positions);

/// Are there three vertices or more for two triangles? A surface has about one for two; where
/// triangles, or pairs of them, have vertices of their own, nobody knows their neighbours.
TACT_API bool hardly_shares_vertices(const Mesh& mesh);

/// Sets Mesh::topology so that vertices in one place count as one when neighbours are left out, and
/// returns how many places there are. The vertices stay as they are. Leaves the mesh alone if no
/// two vertices lie in one place.
TACT_API std::size_t weld(Mesh& mesh);

}  // namespace tact
