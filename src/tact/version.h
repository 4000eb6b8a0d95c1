#pragma once
// Which tact this is. The numbers here are those of the project: CMake reads them from this file.
#include "tact/base/export.h"

/// Of the headers that a program was compiled with; changes of the interface raise the minor
/// number while the major one is 0.
#define TACT_VERSION_MAJOR 0
#define TACT_VERSION_MINOR 1
#define TACT_VERSION_PATCH 0
/// "MAJOR.MINOR.PATCH"
#define TACT_VERSION_STRING "0.1.0"

namespace tact {

/// Of the library that runs: other than TACT_VERSION_STRING where a program meets another shared
/// library than it was compiled for.
TACT_API const char* version() noexcept;

/// What depends on how the library was built.
struct BuildFeatures {
  bool assimp = false;       ///< load() reads formats beyond OBJ, PLY, STL and OFF
  bool opencl = false;       ///< there is a method stream-cl
  const char* threads = "";  ///< its back-end: "tbb", "threads" or "serial"
};
/// Of the library that runs. Any thread may ask.
TACT_API BuildFeatures build_features() noexcept;

}  // namespace tact
