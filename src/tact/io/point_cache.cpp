#include "tact/io/sequence.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "tact/base/error.h"
#include "tact/io/atomic_file.h"
#include "tact/io/extension.h"

namespace tact {
namespace {

static_assert(std::endian::native == std::endian::little, "PC2 is read as it is, MDD swapped");

constexpr std::uint64_t pc2_header = 32;
constexpr std::uint64_t mdd_header = 8;

std::uint32_t swapped(std::uint32_t v) {
  return v >> 24 | (v >> 8 & 0xff00U) | (v << 8 & 0xff0000U) | v << 24;
}

void append(std::string& out, std::uint32_t value, CacheFormat format) {
  const std::uint32_t bits = format == CacheFormat::mdd ? swapped(value) : value;
  char bytes[sizeof bits];
  std::memcpy(bytes, &bits, sizeof bits);
  out.append(bytes, sizeof bits);
}

void append(std::string& out, float value, CacheFormat format) {
  append(out, std::bit_cast<std::uint32_t>(value), format);
}

}  // namespace

CacheFormat cache_format(const std::filesystem::path& path) {
  const std::string extension = lower_extension(path);
  if (extension == ".pc2") return CacheFormat::pc2;
  if (extension == ".mdd") return CacheFormat::mdd;
  throw Error(ErrorCode::bad_file, path.string() + ": is no point cache (.pc2 or .mdd)");
}

PointCache::PointCache(const std::filesystem::path& path)
    : name_(path.string()), format_(cache_format(path)) {
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) fail("cannot be opened: " + std::generic_category().message(errno));
  try {
    struct stat status = {};
    if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) fail("is not a file");
    size_ = static_cast<std::uint64_t>(status.st_size);
    changed_[0] = status.st_mtim.tv_sec;
    changed_[1] = status.st_mtim.tv_nsec;
    read_header(size_);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

PointCache::~PointCache() {
  if (file_ >= 0) ::close(file_);
}

PointCache::PointCache(PointCache&& other) noexcept
    : name_(std::move(other.name_)),
      format_(other.format_),
      file_(std::exchange(other.file_, -1)),
      frames_(other.frames_),
      points_(other.points_),
      first_(other.first_),
      size_(other.size_),
      changed_{other.changed_[0], other.changed_[1]} {}

void PointCache::read_header(std::uint64_t size) {
  if (size < (format_ == CacheFormat::pc2 ? pc2_header : mdd_header)) {
    fail("ends within its header, at byte " + std::to_string(size));
  }
  if (format_ == CacheFormat::pc2) {
    struct {
      char magic[12];
      std::int32_t version;
      std::int32_t points;
      float start;
      float rate;
      std::int32_t frames;
    } header = {};
    static_assert(sizeof header == pc2_header);
    read_at(0, &header, sizeof header);
    if (std::memcmp(header.magic, "POINTCACHE2", 12) != 0) fail("is not a PC2 file");
    if (header.version != 1) fail("has version " + std::to_string(header.version) + ", not 1");
    if (header.points < 0 || header.frames < 0) fail("has a negative number of points or frames");
    points_ = static_cast<std::uint64_t>(header.points);
    frames_ = static_cast<std::uint64_t>(header.frames);
    first_ = pc2_header;
  } else {
    std::uint32_t counts[2] = {};
    read_at(0, counts, sizeof counts);
    frames_ = swapped(counts[0]);
    points_ = swapped(counts[1]);
    first_ = mdd_header + 4 * frames_;  // a time for each frame
  }
  // Both factors are below 2^32, and a frame of 2^32 points is below 2^36 bytes.
  const std::uint64_t frame = 12 * points_;
  const bool fits = frame == 0 ? size == first_
                               : size >= first_ && (size - first_) % frame == 0 &&
                                     (size - first_) / frame == frames_;
  if (!fits) {
    fail("header says " + std::to_string(frames_) + " frames of " + std::to_string(points_) +
         " points, which " + std::to_string(size) + " bytes are not");
  }
  if (frames_ == 0 || points_ == 0) fail("is empty");
}

void PointCache::read(std::uint64_t frame, std::vector<float>& xyz) const {
  if (frame >= frames_) {
    throw Error(ErrorCode::bad_argument, name_ + ": has " + std::to_string(frames_) +
                                             " frames, none with the number " +
                                             std::to_string(frame));
  }
  xyz.resize(static_cast<std::size_t>(3 * points_));
  read_at(first_ + frame * 12 * points_, xyz.data(), xyz.size() * sizeof(float));
  check_unchanged();
  if (format_ == CacheFormat::mdd) {
    for (float& v : xyz) v = std::bit_cast<float>(swapped(std::bit_cast<std::uint32_t>(v)));
  }
  // In integers, which compilers make vectors of: an exponent of ones is NaN or infinity.
  std::uint32_t bad = 0;
  for (const float v : xyz) {
    bad |= (std::bit_cast<std::uint32_t>(v) & 0x7f800000U) == 0x7f800000U ? 1U : 0U;
  }
  if (bad == 0) return;
  for (std::size_t i = 0; i < xyz.size(); ++i) {
    if (!std::isfinite(xyz[i])) {
      fail("frame " + std::to_string(frame) + ": point " + std::to_string(i / 3) +
           " is NaN or infinite");
    }
  }
}

void PointCache::read_at(std::uint64_t offset, void* to, std::size_t bytes) const {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::pread(file_, at, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read: " + std::generic_category().message(errno));
    if (got == 0) fail("changed while it was read: it ends at byte " + std::to_string(offset));
    at += got;
    offset += static_cast<std::uint64_t>(got);
    bytes -= static_cast<std::size_t>(got);
  }
}

// Frames of two exports must not be taken for one motion.
void PointCache::check_unchanged() const {
  struct stat status = {};
  if (::fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == size_ &&
      status.st_mtim.tv_sec == changed_[0] && status.st_mtim.tv_nsec == changed_[1]) {
    return;
  }
  fail("changed while it was read");
}

void PointCache::fail(const std::string& what) const {
  throw Error(ErrorCode::bad_file, name_ + ": " + what);
}

PointCacheWriter::PointCacheWriter(const std::filesystem::path& path, std::uint32_t points,
                                   std::uint32_t frames, float step)
    : name_(path.string()),
      format_(cache_format(path)),
      points_(points),
      frames_(frames),
      file_(std::make_unique<AtomicFile>(path)) {
  if (format_ == CacheFormat::pc2) {
    bytes_.append("POINTCACHE2", 12);
    append(bytes_, std::uint32_t{1}, format_);
    append(bytes_, points, format_);
    append(bytes_, 0.0F, format_);
    append(bytes_, step, format_);
    append(bytes_, frames, format_);
  } else {
    append(bytes_, frames, format_);
    append(bytes_, points, format_);
    for (std::uint32_t i = 0; i < frames; ++i) {
      append(bytes_, static_cast<float>(i) * step, format_);
    }
  }
  file_->write(bytes_);
}

PointCacheWriter::~PointCacheWriter() = default;

void PointCacheWriter::add(const PositionsView& positions) {
  const std::string where = name_ + ": frame " + std::to_string(added_) + ": ";
  if (added_ == frames_) throw Error(ErrorCode::bad_argument, where + "is one too many");
  if (positions.size() != points_) {
    throw Error(ErrorCode::bad_argument, where + std::to_string(positions.size()) +
                                             " points, not " + std::to_string(points_));
  }
  bytes_.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 p = positions[i];
    for (const double value : {p.x, p.y, p.z}) {
      if (!(std::fabs(value) <= double{std::numeric_limits<float>::max()})) {
        throw Error(ErrorCode::bad_argument,
                    where + "point " + std::to_string(i) + " is not within the range of float");
      }
      append(bytes_, static_cast<float>(value), format_);
    }
  }
  file_->write(bytes_);
  ++added_;
}

void PointCacheWriter::commit() {
  if (added_ != frames_) {
    throw Error(ErrorCode::bad_argument, name_ + ": " + std::to_string(added_) +
                                             " frames were added, not " + std::to_string(frames_));
  }
  file_->commit();
}

void PointCacheWriter::commit_early() {
  if (added_ == 0) throw Error(ErrorCode::bad_argument, name_ + ": no frame was added");
  if (added_ < frames_) {
    std::string count;
    append(count, added_, format_);
    file_->overwrite(format_ == CacheFormat::pc2 ? pc2_header - count.size() : 0, count);
    if (format_ == CacheFormat::mdd) {
      file_->erase(mdd_header + std::uint64_t{4} * added_, std::uint64_t{4} * (frames_ - added_));
    }
    frames_ = added_;
  }
  file_->commit();
}

}  // namespace tact
