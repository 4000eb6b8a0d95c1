#pragma once
// Ear clipping, with its cost.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/vec.h"

namespace tact {

/// As ear_clip() in polygon.h. Adds to `work` how many corners and boxes of corners it looked at in
/// order to find out which corners are ears.
std::vector<std::array<std::uint32_t, 3>> ear_clip(std::span<const Vec3> polygon,
                                                   std::uint64_t& work);

}  // namespace tact
