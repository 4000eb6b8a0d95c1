#pragma once
// Which pairs of bodies a question is about, for methods that hold the primitives of all bodies.
#include <algorithm>
#include <span>

#include "tact/body/task.h"

namespace tact::bench {

class WantedPairs {
 public:
  WantedPairs(const Task& task, const Request& request, Arena& arena, Stats& stats)
      : pairs_(list_body_pairs(task, request, arena, stats).pairs) {}

  /// Two slots in either order; twice the same for pairs within a body.
  bool contains(std::uint32_t a, std::uint32_t b) const {
    return std::binary_search(pairs_.begin(), pairs_.end(), Pair{std::min(a, b), std::max(a, b)});
  }

 private:
  std::span<const Pair> pairs_;
};

}  // namespace tact::bench
