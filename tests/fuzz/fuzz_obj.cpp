// Any bytes at all: the OBJ loader gives a mesh whose indices are in range, or a tact::Error.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "tact/base/error.h"
#include "tact/geometry/validate.h"
#include "tact/io/obj.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int file = memfd_create("fuzz.obj", 0);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  try {
    const tact::Mesh mesh = tact::load_obj("/proc/self/fd/" + std::to_string(file));
    tact::check_mesh(mesh.view(), "fuzzed mesh");  // throws Error{bad_mesh}: a loader must not
  } catch (const tact::Error& error) {
    if (error.code() != tact::ErrorCode::bad_file) std::abort();
  }
  close(file);
  return 0;
}
