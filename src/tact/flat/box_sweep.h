#pragma once
// Which of some boxes overlap, such as those of whole bodies: one sort along x and one sweep where
// there are few, the sweep in strips where there are many. Nothing is kept from call to call.
#include <algorithm>
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/bounds/aabb.h"
#include "tact/flat/sweep.h"

namespace tact {

/// From so many boxes on strips pay.
inline constexpr std::size_t boxes_worth_strips = 512;

/// Calls f(i, j), i < j, for every two boxes that overlap once the one is grown by `grow`. The
/// order depends on the boxes alone. Empty boxes overlap nothing. Returns how many pairs were
/// tested.
template <class F>
std::uint64_t for_each_overlap(std::span<const Aabb> boxes, float grow, Arena& arena, F&& f) {
  if (boxes.size() >= boxes_worth_strips) {
    const SweepView view = arrange_sweep(boxes, grow, arena);
    ArenaVector<Pair> found(arena);
    const std::uint64_t tests = sweep_within(view, {0, view.count}, found);
    for (const Pair& pair : found) f(std::min(pair.a, pair.b), std::max(pair.a, pair.b));
    return tests;
  }
  ArenaVector<std::uint32_t> order(arena);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return boxes[i].lo[0] < boxes[j].lo[0] || (boxes[i].lo[0] == boxes[j].lo[0] && i < j);
  });
  std::uint64_t tests = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    Aabb reach = boxes[order[k]];
    if (grow > 0) reach.grow(grow);
    for (std::size_t m = k + 1; m < order.size() && boxes[order[m]].lo[0] <= reach.hi[0]; ++m) {
      ++tests;
      if (overlaps(reach, boxes[order[m]])) {
        f(std::min(order[k], order[m]), std::max(order[k], order[m]));
      }
    }
  }
  return tests;
}

}  // namespace tact
