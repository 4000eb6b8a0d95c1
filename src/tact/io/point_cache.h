#pragma once
// Point caches: the positions of one body's vertices in every frame, as animation programs export
// them. PC2 (little-endian) and MDD (big-endian), both of floats.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tact/geometry/mesh_view.h"
#include "tact/io/atomic_file.h"

namespace tact {

enum class CacheFormat : std::uint8_t { pc2, mdd };

/// By the extension of the name, .pc2 or .mdd. Throws Error{bad_file}.
CacheFormat cache_format(const std::filesystem::path& path);

/// Reads single frames; holds none. read() may be called from several threads.
class PointCache {
 public:
  /// Throws Error{bad_file} if the file's length is not what its header says.
  explicit PointCache(const std::filesystem::path& path);
  ~PointCache();
  PointCache(PointCache&& other) noexcept;
  PointCache& operator=(PointCache&&) = delete;

  std::uint64_t frames() const { return frames_; }
  std::uint64_t points() const { return points_; }
  const std::string& name() const { return name_; }

  /// x y z of every point. Throws Error{bad_file}, naming file and frame, if it cannot be read, has
  /// a number that is not finite, or the file is not as it was when it was opened.
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
class PointCacheWriter {
 public:
  /// Frames are a `step` apart, from 0 on: in frames for PC2, in seconds for MDD.
  PointCacheWriter(const std::filesystem::path& path, std::uint32_t points, std::uint32_t frames,
                   float step = 1);
  /// The next frame, rounded to float. Throws Error{bad_argument} if it has another number of
  /// points or there are enough frames, {bad_file} if it cannot be written.
  void add(const PositionsView& positions);
  /// Puts the file into its place. Throws Error{bad_argument} if frames are missing.
  void commit();
  /// Likewise with the frames there are, where fewer were added than announced: work that was
  /// broken off. Throws Error{bad_argument} if there are none.
  void commit_early();

 private:
  std::string name_;
  CacheFormat format_;
  std::uint32_t points_;
  std::uint32_t frames_;
  std::uint32_t added_ = 0;
  AtomicFile file_;
  std::string bytes_;
};

}  // namespace tact
