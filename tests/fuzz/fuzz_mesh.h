#pragma once
// Any bytes at all: a loader gives a mesh whose indices are in range, or Error{bad_file}.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tact/base/error.h"
#include "tact/geometry/mesh.h"
#include "tact/geometry/validate.h"

namespace tact::fuzz {

/// Calls use(path) with a file that holds these bytes.
template <class Use>
int with_file(const char* name, const std::uint8_t* data, std::size_t size, Use&& use) {
  const int file = memfd_create(name, 0);
  if (file < 0 || write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
  try {
    use("/proc/self/fd/" + std::to_string(file));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_file) std::abort();
  }
  close(file);
  return 0;
}

inline int load_any(const std::uint8_t* data, std::size_t size,
                    Mesh (*load)(const std::filesystem::path&)) {
  return with_file("fuzz", data, size, [&](const std::string& path) {
    const Mesh mesh = load(path);
    check_mesh(mesh.view(), "fuzzed mesh");  // throws Error{bad_mesh}: a loader must not
  });
}

}  // namespace tact::fuzz
