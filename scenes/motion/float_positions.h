#pragma once
// Positions as they go to the caller's buffer: rounded to float, x y z x y z …
#include <vector>

#include "tact/base/vec.h"

namespace tact::scenes {

inline void put(std::vector<float>& out, std::size_t vertex, const Vec3& p) {
  out[3 * vertex] = static_cast<float>(p.x);
  out[3 * vertex + 1] = static_cast<float>(p.y);
  out[3 * vertex + 2] = static_cast<float>(p.z);
}

/// The double that a float coordinate is.
inline Vec3 rounded(const Vec3& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

}  // namespace tact::scenes
