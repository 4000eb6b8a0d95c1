#include <tact/base/simd.h>

#include <cstdio>

int main() {
  const std::string name = tact::simd_target();
  std::printf("linked, kernels for %s\n", name.c_str());
  return name.empty() ? 1 : 0;
}
