#pragma once
// Any bytes at all: a point cache gives frames, or Error{bad_file}.
#include <fstream>

#include "tact/io/sequence.h"
#include "tests/fuzz/fuzz_mesh.h"

namespace tact::fuzz {

/// A file of the process, with the extension that says which format it is; gone at the end.
class CacheFile {
 public:
  explicit CacheFile(const char* extension) {
    const std::filesystem::path memory("/dev/shm");
    const auto folder =
        std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path();
    path_ = folder / ("tact-fuzz-" + std::to_string(getpid()) + extension);
  }
  ~CacheFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  CacheFile(const CacheFile&) = delete;
  CacheFile& operator=(const CacheFile&) = delete;

  const std::filesystem::path& filled_with(const std::uint8_t* data, std::size_t size) const {
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    return path_;
  }

 private:
  std::filesystem::path path_;
};

inline int read_any_cache(const CacheFile& file, const std::uint8_t* data, std::size_t size) {
  try {
    const PointCache cache(file.filled_with(data, size));
    std::vector<float> frame;
    for (std::uint64_t f = 0; f < cache.frames() && f < 16; ++f) cache.read(f, frame);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_file) std::abort();
  }
  return 0;
}

}  // namespace tact::fuzz
