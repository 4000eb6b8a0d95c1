#pragma once
// An animated body from files: one topology, positions that change from frame to frame. Frames are
// read when they are asked for, and never kept. Point caches hold the positions of one body's
// vertices in every frame, as animation programs export them: PC2 (little-endian) and MDD
// (big-endian), both of floats.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tact/base/export.h"
#include "tact/geometry/mesh.h"
#include "tact/io/load.h"

namespace tact {

class AtomicFile;

/// Which kind of cache.
enum class CacheFormat : std::uint8_t {
  pc2,  ///< little-endian
  mdd   ///< big-endian
};

/// By the extension of the name, .pc2 or .mdd. Throws Error{bad_file}.
TACT_API CacheFormat cache_format(const std::filesystem::path& path);

/// Reads single frames; holds none. read() may be called from several threads.
class TACT_API PointCache {
 public:
  /// Throws Error{bad_file} for another extension, a file that cannot be opened, and where its
  /// length is not what its header says.
  explicit PointCache(const std::filesystem::path& path);
  ~PointCache();
  PointCache(PointCache&& other) noexcept;
  PointCache& operator=(PointCache&&) = delete;

  /// How many there are.
  std::uint64_t frames() const { return frames_; }
  /// In every frame.
  std::uint64_t points() const { return points_; }
  /// Of the file, for messages.
  const std::string& name() const { return name_; }

  /// x y z of every point. Throws Error{bad_file}, naming file and frame, if it cannot be read, has
  /// a number that is not finite, or the file is not as it was when it was opened; {bad_argument}
  /// if there is no such frame.
  void read(std::uint64_t frame, std::vector<float>& xyz) const;

 private:
  void read_header(std::uint64_t size);
  void read_at(std::uint64_t offset, void* to, std::size_t bytes) const;
  void check_unchanged() const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  CacheFormat format_;
  int file_ = -1;
  std::uint64_t frames_ = 0;
  std::uint64_t points_ = 0;
  std::uint64_t first_ = 0;       // where frame 0 begins
  std::uint64_t size_ = 0;        // when it was opened
  std::int64_t changed_[2] = {};  // likewise, seconds and nanoseconds
};

/// Writes a cache, frame by frame. The file is complete or absent.
class TACT_API PointCacheWriter {
 public:
  /// Frames are a `step` apart, from 0 on: in frames for PC2, in seconds for MDD. Throws
  /// Error{bad_file} for another extension, or where the file cannot be made.
  PointCacheWriter(const std::filesystem::path& path, std::uint32_t points, std::uint32_t frames,
                   float step = 1);
  ~PointCacheWriter();
  PointCacheWriter(const PointCacheWriter&) = delete;
  PointCacheWriter& operator=(const PointCacheWriter&) = delete;
  /// The next frame, rounded to float. Throws Error{bad_argument} if it has another number of
  /// points, a coordinate beyond float, or there are enough frames; {bad_file} if it cannot be
  /// written.
  void add(const PositionsView& positions);
  /// Puts the file into its place. Throws Error{bad_argument} if frames are missing,
  /// {bad_file} if that fails.
  void commit();
  /// Likewise with the frames there are, where fewer were added than announced: work that was
  /// broken off. Throws Error{bad_argument} if there are none, {bad_file} as commit() does.
  void commit_early();

 private:
  std::string name_;
  CacheFormat format_;
  std::uint32_t points_;
  std::uint32_t frames_;
  std::uint32_t added_ = 0;
  std::unique_ptr<AtomicFile> file_;
  std::string bytes_;
};

/// Where the positions of a frame are put: mesh files give doubles, caches floats.
struct FramePositions {
  std::vector<Vec3> doubles;  ///< of a mesh file; else empty
  std::vector<float> floats;  ///< x y z of every point of a cache; else empty

  /// Refers to the arrays, so these must outlive it: a temporary has no view.
  PositionsView view() const& {
    return doubles.empty() ? PositionsView(std::span<const float>(floats))
                           : PositionsView(std::span<const Vec3>(doubles));
  }
  PositionsView view() const&& = delete;
};

/// A body and its frames. Reads files when asked; many threads may read at once.
class TACT_API Sequence {
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
  /// Is there more than one frame?
  bool moves() const { return frames() > 1; }
  /// The file that a frame < frames() comes from.
  std::string file_of(std::uint64_t frame) const;

  /// The positions in a frame < frames(). May be called from several threads. Throws
  /// Error{bad_file}, naming frame and file, if it cannot be read or has another topology than the
  /// first one. Reads the file anew every time.
  void read(std::uint64_t frame, FramePositions& out) const;

 private:
  Mesh mesh_;
  std::vector<std::string> notes_;
  std::size_t vertices_ = 0;
  std::vector<std::filesystem::path> files_;  // one per frame, or the mesh alone
  std::optional<PointCache> cache_;
};

/// All files that a Sequence of this source reads, frames in order. Throws Error{bad_file}.
TACT_API std::vector<std::filesystem::path> sequence_files(const std::string& source);

}  // namespace tact
