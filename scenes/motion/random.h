#pragma once
// A small generator of random numbers whose sequence is part of the scenes: the standard library's
// distributions differ from one implementation to the next.
#include <cstdint>

#include "tact/base/vec.h"

namespace tact::scenes {

/// splitmix64: every seed, also a small one, begins a good sequence.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t below(std::uint64_t n) { return bits() % n; }

  /// In [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// In [low, high), all 53 bits of it random.
  double uniform(double low, double high) { return low + (high - low) * unit(); }

  /// Mean 0 and standard deviation 1: the sum of twelve uniform numbers, so within ±6.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform(0, 1);
    return sum;
  }

  /// Each component as normal(). Named, because the order of evaluation must not be the compiler's.
  Vec3 normal_vector() {
    const double x = normal();
    const double y = normal();
    const double z = normal();
    return {x, y, z};
  }

  /// A direction, all of them equally likely.
  Vec3 direction() {
    for (;;) {
      const double x = uniform(-1, 1);
      const double y = uniform(-1, 1);
      const double z = uniform(-1, 1);
      const double square = x * x + y * y + z * z;
      if (square > 1 || square < 0.01) continue;
      return Vec3{x, y, z} * (1 / std::sqrt(square));
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace tact::scenes
