#include "tests/fuzz/fuzz_cache.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tact::fuzz::CacheFile file(".pc2");
  return tact::fuzz::read_any_cache(file, data, size);
}
