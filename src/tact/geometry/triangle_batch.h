#pragma once
// Many triangle pairs at once: a SIMD filter decides most, the exact test the few it leaves open.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/geometry/finding.h"

namespace tact {

/// Up to 256 triangle pairs, coordinates side by side: v[k][i] is coordinate k of pair i, with k in
/// 0..8 the first triangle (x y z of its corners) and 9..17 the second.
struct TrianglePairs {
  static constexpr std::size_t capacity = 256;
  /// Rows do not start a power of two apart, or they would compete for the same cache lines.
  static constexpr std::size_t stride = capacity + 8;
  alignas(64) double v[18][stride];
};

/// hit[i] = 1 if pair i touches, else 0, for i < count. Returns how many pairs the filter left to
/// the exact test. May overwrite pairs.v from `count` up to the next multiple of 8 (fewer than
/// capacity). `found`, where it is not empty, has room for `count`: found[i] is what the test of a
/// pair i that touches learnt.
std::size_t intersects_batch(TrianglePairs& pairs, std::size_t count, std::span<std::uint8_t> hit,
                             std::span<Finding> found = {});

}  // namespace tact
