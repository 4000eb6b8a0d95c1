// The first byte says which format the rest is. The name must have the extension, so the file is
// linked to one.
#include "tact/io/point_cache.h"
#include "tests/fuzz/fuzz_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  const char* const extension = data[0] % 2 == 0 ? ".pc2" : ".mdd";
  return tact::fuzz::with_file("fuzz", data + 1, size - 1, [&](const std::string& path) {
    const auto link = std::filesystem::temp_directory_path() /
                      ("tact-fuzz-" + std::to_string(getpid()) + extension);
    std::error_code ignored;
    std::filesystem::remove(link, ignored);
    std::filesystem::create_symlink(path, link);
    const tact::PointCache cache(link);
    std::vector<float> frame;
    for (std::uint64_t f = 0; f < cache.frames() && f < 16; ++f) cache.read(f, frame);
  });
}
