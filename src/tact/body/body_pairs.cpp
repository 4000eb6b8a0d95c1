#include "tact/body/body_pairs.h"

#include <algorithm>

#include "tact/bounds/fit.h"
#include "tact/flat/box_sweep.h"

namespace tact {
namespace {

constexpr std::size_t many_pairs = 256;

// Are bodies wanted that the list of the frame does not know?
bool reaches_out(const Request& request) { return request.tolerance > 0 || request.motion; }

// Of two bodies that the groups admit.
bool is_near_already(const Task& task, std::uint32_t a, std::uint32_t b) {
  const Pair pair = pair_of(key_of(a, b));
  return std::binary_search(task.known.near.begin(), task.known.near.end(), pair);
}

bool filter_admits(const Task& task, const Request& request, std::uint32_t a, std::uint32_t b) {
  const BodyFilter* const filter = task.known.filter;
  if (filter == nullptr || a == b) return true;
  // Boxes that do not overlap touch nothing, and those that do have been asked about.
  if (task.known.listed && !reaches_out(request)) return true;
  return is_near_already(task, a, b) || (*filter)(task.bodies[a]->id, task.bodies[b]->id);
}

// All boxes, swept.
BodyPairs search_pairs(const Task& task, const Request& request, Arena& arena, Stats& stats,
                       std::span<const bool> among) {
  const std::size_t slots = task.bodies.size();
  const std::span<Aabb> boxes = arena.allocate<Aabb>(slots);
  ArenaVector<Pair> pairs(arena);
  ArenaVector<std::uint64_t> refused(arena);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const bool looked_at = among.empty() || among[slot];
    const BodyState* const body = looked_at ? task.bodies[slot] : nullptr;
    boxes[slot] = request.motion ? box_of_way(body, task.frame) : box_of_body(body, task.frame);
    if (boxes[slot].empty() || !task.bodies[slot]->self) continue;
    if (!request.is_settled(slot, slot)) pairs.push_back({slot, slot});
  }
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    if (request.is_settled(a, b) || !task.tests(a, b)) return;
    if (filter_admits(task, request, a, b)) {
      pairs.push_back({a, b});
    } else {
      refused.push_back(key_of(a, b));
    }
  };
  const float grow = frame_amount(task.frame, request.tolerance);
  stats.bounds_tests += for_each_overlap(boxes, grow, arena, meet);
  sort_body_pairs(pairs.span(), slots, arena);
  if (refused.empty()) return {pairs.span(), task.known.refused};
  refused.append(task.known.refused);
  std::sort(refused.begin(), refused.end());
  return {pairs.span(), refused.span()};
}

}  // namespace

Aabb box_of_body(const BodyState* body, const BoundsFrame& frame) {
  if (body == nullptr || body->primitives.size() == 0) return Aabb::nothing();
  return fit(body->extent, frame);
}

Aabb box_of_way(const BodyState* body, const BoundsFrame& frame) {
  if (body == nullptr || body->primitives.size() == 0) return Aabb::nothing();
  return fit(way_of(*body), frame);
}

bool admits(const Task& task, const Request& request, std::uint32_t a, std::uint32_t b) {
  return task.tests(a, b) && filter_admits(task, request, a, b);
}

BodyPairs list_body_pairs(const Task& task, const Request& request, Arena& arena, Stats& stats,
                          std::span<const bool> among) {
  if (request.only) {
    const auto [a, b] = *request.only;
    const std::span<Pair> one = arena.allocate<Pair>(1);
    one[0] = pair_of(key_of(a, b));
    return {one, {}};
  }
  if (reaches_out(request) || !task.known.listed) {
    return search_pairs(task, request, arena, stats, among);
  }
  if (request.settled.empty() && among.empty()) return {task.known.near, task.known.refused};
  ArenaVector<Pair> pairs(arena);
  for (const Pair& pair : task.known.near) {
    if (!among.empty() && !(among[pair.a] && among[pair.b])) continue;
    if (!request.is_settled(pair.a, pair.b)) pairs.push_back(pair);
  }
  return {pairs.span(), task.known.refused};
}

void sort_body_pairs(std::span<Pair> pairs, std::size_t slots, Arena& arena) {
  if (pairs.size() < many_pairs || pairs.size() < slots / 8) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  const std::span<std::uint32_t> end = arena.allocate<std::uint32_t>(slots + 1);
  std::fill(end.begin(), end.end(), 0U);
  for (const Pair& pair : pairs) ++end[pair.a + std::size_t{1}];
  for (std::size_t slot = 0; slot < slots; ++slot) end[slot + 1] += end[slot];
  const std::span<Pair> copy = arena.allocate<Pair>(pairs.size());
  std::copy(pairs.begin(), pairs.end(), copy.begin());
  for (const Pair& pair : copy) pairs[end[pair.a]++] = pair;
  Pair* first = pairs.data();
  for (std::size_t slot = 0; slot < slots; ++slot) {
    Pair* const last = pairs.data() + end[slot];
    std::sort(first, last);
    first = last;
  }
}

}  // namespace tact
