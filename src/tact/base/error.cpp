#include "tact/base/error.h"

#include <cstdio>
#include <cstdlib>

namespace tact {

void assertion_failed(const char* expression, const char* file, int line) noexcept {
  std::fprintf(stderr, "tact: %s:%d: assertion failed: %s\n", file, line, expression);
  std::abort();
}

}  // namespace tact
