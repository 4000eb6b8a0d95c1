#pragma once
// An animated body from files: one topology, positions that change from frame to frame. Frames are
// read when they are asked for, and never kept.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"
#include "tact/io/load.h"
#include "tact/io/point_cache.h"

namespace tact {

/// Where the positions of a frame are put: mesh files give doubles, caches floats.
struct FramePositions {
  std::vector<Vec3> doubles;
  std::vector<float> floats;

  /// Refers to the arrays, so these must outlive it: a temporary has no view.
  PositionsView view() const& {
    return doubles.empty() ? PositionsView(std::span<const float>(floats))
                           : PositionsView(std::span<const Vec3>(doubles));
  }
  PositionsView view() const&& = delete;
};

class Sequence {
 public:
  /// `source` is a folder of mesh files, a pattern for them ("walk/*.obj"), a mesh and its cache
  /// ("body.obj:walk.pc2", also .mdd), or one mesh file, which stands still. A name may have colons
  /// in it: what is a file as a whole is that file, and a mesh and its cache are parted at the
  /// colon that has files on both sides. Files are put in the order of the numbers in their names
  /// (a hyphen is no sign); a folder holds one motion. Polygons stay cut as they are in the first
  /// frame, which is read here. Throws Error{bad_file}.
  explicit Sequence(const std::string& source, const LoadOptions& options = {});

  /// Triangles, topology ids and faces, which are those of every frame, and the first positions.
  const Mesh& mesh() const& { return mesh_; }
  const Mesh& mesh() const&& = delete;

  /// What load() had to say of the first file (see there), and that frames are missing, where the
  /// numbers of the files leave some out.
  const std::vector<std::string>& notes() const { return notes_; }

  /// Always 1 for a body that stands still.
  std::uint64_t frames() const;
  bool moves() const { return frames() > 1; }
  /// The file that a frame comes from.
  std::string file_of(std::uint64_t frame) const;

  /// The positions in a frame. May be called from several threads. Throws Error{bad_file}, naming
  /// frame and file, if it cannot be read or has another topology than the first one.
  void read(std::uint64_t frame, FramePositions& out) const;

 private:
  Mesh mesh_;
  std::vector<std::string> notes_;
  std::size_t vertices_ = 0;
  std::vector<std::filesystem::path> files_;  // one per frame, or the mesh alone
  std::optional<PointCache> cache_;
};

/// All files that a Sequence of this source reads, frames in order. Throws Error{bad_file}.
std::vector<std::filesystem::path> sequence_files(const std::string& source);

}  // namespace tact
