#pragma once
// The scenes' random numbers (the same on every platform), and a few more ways to draw them.
#include <cmath>
#include <cstdint>

#include "scenes/motion/random.h"
#include "tact/base/transform.h"

namespace tact::testing {

class Random : public scenes::Random {
 public:
  using scenes::Random::Random;

  /// In [0, count).
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(bits() % count); }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
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
};

}  // namespace tact::testing
