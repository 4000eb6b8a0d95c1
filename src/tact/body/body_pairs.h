#pragma once
// Which pairs of bodies a question is about: every method takes them from here.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/stats.h"
#include "tact/body/task.h"
#include "tact/bounds/aabb.h"

namespace tact {

struct BodyPairs {
  /// Two bodies, a < b, or a body and itself; sorted. If the request names two, those.
  std::span<const Pair> pairs;
  /// For structures that hold several bodies: what else is not tested, see is_refused(). It is
  /// right for bodies that are as near as the request asks.
  std::span<const std::uint64_t> refused;
};

/// The pairs of bodies whose boxes are as near as the request asks, of those that are tested and
/// not settled. `among`: by slot, only pairs of two that are marked; empty: all. Without a
/// tolerance it is the list of the frame; with one all boxes are swept, O(n log n) and what meets,
/// and a filter is asked about those that are near by the tolerance alone. What is not in the task
/// lies in `arena`.
BodyPairs list_body_pairs(const Task& task, const Request& request, Arena& arena, Stats& stats,
                          std::span<const bool> among = {});

/// The box of a body's extent; nothing where there is no body or it has no primitives.
Aabb box_of_body(const BodyState* body, const BoundsFrame& frame);

/// By a and then b, in O(pairs + slots) and memory of the arena where there are many.
void sort_body_pairs(std::span<Pair> pairs, std::size_t slots, Arena& arena);

/// May these two bodies be in the answer, as far as rules and a filter can tell? The filter is
/// asked only where a tolerance reaches beyond what the frame's list knows.
bool admits(const Task& task, const Request& request, std::uint32_t a, std::uint32_t b);

/// Calls f(a, b), a <= b, for every two bodies that the request is about, however far apart: for
/// `brute`, which trusts no box. O(n²).
template <class F>
void for_each_body_pair(const Task& task, const Request& request, F&& f) {
  if (request.only) {
    const auto [a, b] = *request.only;
    f(a < b ? a : b, a < b ? b : a);
    return;
  }
  const auto slots = static_cast<std::uint32_t>(task.bodies.size());
  for (std::uint32_t a = 0; a < slots; ++a) {
    if (task.bodies[a] == nullptr) continue;
    for (std::uint32_t b = a; b < slots; ++b) {
      if (!request.is_settled(a, b) && admits(task, request, a, b)) f(a, b);
    }
  }
}

}  // namespace tact
