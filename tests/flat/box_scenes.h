#pragma once
// Boxes for the tests of this room, and pairs as the naive loop finds them.
#include <algorithm>
#include <vector>

#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tests/support/random.h"

namespace tact::testing {

/// Corners on a coarse grid, so that many boxes only just touch.
inline std::vector<Aabb> grid_boxes(std::uint32_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(random.below(40)) * 0.125F - 2.5F;
      box.hi[k] = box.lo[k] + static_cast<float>(random.below(8)) * 0.125F;
    }
  }
  return boxes;
}

/// Small boxes anywhere in the unit cube, edges up to `size`.
inline std::vector<Aabb> cube_boxes(std::uint32_t count, float size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(random.uniform(0, 1));
      box.hi[k] = box.lo[k] + size * static_cast<float>(random.uniform(0.1, 1));
    }
  }
  return boxes;
}

/// Moves each box by up to `by` on every axis.
inline void jitter(std::vector<Aabb>& boxes, float by, Random& random) {
  for (Aabb& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      const float step = by * static_cast<float>(random.uniform(-1, 1));
      const float size = box.hi[k] - box.lo[k];
      box.lo[k] += step;
      box.hi[k] = box.lo[k] + size;
    }
  }
}

/// Every pair that overlaps, sorted, smaller number first.
inline std::vector<Pair> naive_pairs(const std::vector<Aabb>& boxes, float grow = 0) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      bool apart = false;
      for (int k = 0; k < 3; ++k) {
        apart = apart || boxes[i].lo[k] - grow > boxes[j].hi[k] ||
                boxes[i].hi[k] + grow < boxes[j].lo[k];
      }
      if (!apart) pairs.push_back({i, j});
    }
  }
  return pairs;
}

/// Pairs that overlap on one axis, counted.
inline std::uint64_t naive_overlaps(const std::vector<Aabb>& boxes, int axis) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      count += boxes[i].lo[axis] <= boxes[j].hi[axis] && boxes[j].lo[axis] <= boxes[i].hi[axis];
    }
  }
  return count;
}

inline std::vector<Pair> sorted_pairs(std::vector<Pair> pairs) {
  for (Pair& pair : pairs) {
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace tact::testing
