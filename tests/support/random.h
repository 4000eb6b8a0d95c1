#pragma once
// Random numbers that are the same on every platform, from a seed that a failing test prints.
#include <cmath>
#include <cstdint>

#include "tact/base/transform.h"

namespace tact::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// splitmix64
  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// In [0, count).
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(bits() % count); }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
  /// In [low, high).
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }
  Vec3 vector(double low, double high) {
    const double x = uniform(low, high);
    const double y = uniform(low, high);
    const double z = uniform(low, high);
    return {x, y, z};
  }
  Quaternion quaternion() {
    const Vec3 v = vector(-1, 1);
    return {v.x, v.y, v.z, uniform(0.1, 1)};
  }

 private:
  std::uint64_t state_;
};

}  // namespace tact::testing
