#include "tact/body/body_overlaps.h"

#include <algorithm>

#include "tact/body/body_pairs.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

struct Pairs {
  std::span<Aabb> box;  // by slot
  std::span<std::uint32_t> partners;
  std::span<bool> self;
  std::span<Pair> list;  // of slots
  std::span<const std::uint64_t> refused;
};

Pairs pairs_of(const Task& task, const Request& request, float grow, Arena& arena, Stats& stats) {
  const std::size_t slots = task.bodies.size();
  Pairs pairs{arena.allocate<Aabb>(slots),
              arena.allocate<std::uint32_t>(slots),
              arena.allocate<bool>(slots),
              {},
              {}};
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const BodyState* body = task.bodies[slot];
    pairs.partners[slot] = 0;
    pairs.self[slot] = false;
    pairs.box[slot] = box_of_body(body, task.frame);
    if (grow > 0) pairs.box[slot].grow(grow);
  }
  ArenaVector<Pair> list(arena);
  const BodyPairs near = list_body_pairs(task, request, arena, stats);
  pairs.refused = near.refused;
  for (const auto& [a, b] : near.pairs) {
    if (pairs.box[a].empty()) continue;
    if (a == b) {
      pairs.self[a] = true;
      continue;
    }
    ++stats.bounds_tests;
    if (!overlaps(pairs.box[a], pairs.box[b])) continue;
    ++pairs.partners[a];
    ++pairs.partners[b];
    list.push_back({a, b});
  }
  pairs.list = list.span();
  return pairs;
}

void add_partner(OverlappingBody& body, const Aabb& box) {
  body.partner_boxes[body.partners / 8].set(body.partners % 8, box);
  body.partners_box = merge(body.partners_box, box);
  ++body.partners;
}

// Sufficient, and true wherever nobody sets groups: a bit of each group is in every mask.
bool all_tested(std::span<const OverlappingBody> bodies) {
  std::uint32_t masks = ~std::uint32_t{0};
  for (const OverlappingBody& body : bodies) masks &= body.rule.mask;
  return std::all_of(bodies.begin(), bodies.end(),
                     [&](const OverlappingBody& body) { return (body.rule.group & masks) != 0; });
}

}  // namespace

BodyOverlaps find_overlaps(const Task& task, const Request& request, Arena& arena, Stats& stats) {
  BodyOverlaps all;
  all.grow = frame_amount(task.frame, request.tolerance) * 0.5F;
  const Pairs pairs = pairs_of(task, request, all.grow, arena, stats);
  const std::size_t slots = task.bodies.size();
  const std::span<std::uint32_t> place = arena.allocate<std::uint32_t>(slots);
  ArenaVector<OverlappingBody> bodies(arena);
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (pairs.partners[slot] == 0 && !pairs.self[slot]) continue;
    place[slot] = static_cast<std::uint32_t>(bodies.size());
    OverlappingBody body;
    body.slot = slot;
    // Where two bodies are asked for by name, their groups do not matter.
    if (!request.only) body.rule = rule_of(*task.bodies[slot]);
    body.rule.self = pairs.self[slot];
    body.box = pairs.box[slot];
    body.partner_boxes = arena.allocate<Aabb8>((pairs.partners[slot] + std::size_t{7}) / 8);
    for (Aabb8& eight : body.partner_boxes) {
      for (std::size_t lane = 0; lane < 8; ++lane) eight.set(lane, Aabb::nothing());
    }
    bodies.push_back(body);
  }
  all.bodies = bodies.span();
  for (const Pair& pair : pairs.list) {
    add_partner(all.bodies[place[pair.a]], pairs.box[pair.b]);
    add_partner(all.bodies[place[pair.b]], pairs.box[pair.a]);
  }
  for (const OverlappingBody& body : all.bodies) {
    all.region =
        merge(all.region, body.rule.self ? body.box : intersection(body.box, body.partners_box));
  }
  all.refused = pairs.refused;
  all.filtered = !all.refused.empty() || !all_tested(all.bodies);
  return all;
}

}  // namespace tact
