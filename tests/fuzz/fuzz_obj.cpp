#include "tact/io/load.h"
#include "tests/fuzz/fuzz_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return tact::fuzz::load_any(data, size, tact::load_obj);
}
