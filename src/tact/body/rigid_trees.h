#pragma once
// What methods for rigid bodies need of their shapes: made once for each shape, however many bodies
// have it.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/shape_parts.h"
#include "tact/body/task.h"
#include "tact/body/upkeep.h"

namespace tact {

inline bool is_rigid(const BodyState& body) { return body.kind == BodyKind::rigid; }

/// Where a rigid body stands.
inline Transform pose_of(const BodyState& body) {
  return body.primitives.posed() ? body.primitives.pose() : Transform();
}

/// An entry of a list of shapes.
struct ListedShape {
  const ShapeParts* parts;
  friend bool operator==(const ListedShape&, const ListedShape&) = default;
};

/// The shapes of a task's rigid bodies that lack something, as `lacks(parts)` says, each once.
/// `last`: number of the last update after which none did; 0: nobody knows. In an update that
/// follows it only bodies that moved are looked at, since what a shape has it keeps.
template <class Lacks>
void list_bare_shapes(const Task& task, std::uint64_t last, Lacks&& lacks,
                      ArenaVector<ListedShape>& shapes) {
  look_at(task, follows(task, last), [&](std::uint32_t slot) {
    const BodyState* const body = task.bodies[slot];
    if (body == nullptr || !is_rigid(*body)) return;
    const ShapeParts& parts = body->shape->parts();
    if (lacks(parts)) shapes.push_back({&parts});
  });
  std::sort(shapes.begin(), shapes.end(), [](const ListedShape& s, const ListedShape& t) {
    return std::less<>()(s.parts, t.parts);
  });
  shapes.resize_down(
      static_cast<std::size_t>(std::unique(shapes.begin(), shapes.end()) - shapes.begin()));
}

/// Has `make(parts, stats)` called for every shape that lacks something, as `lacks(parts)` says:
/// once each, side by side. `last`: see list_bare_shapes(); set to the number of this update.
template <class Lacks, class Make>
Stats complete_shapes(const Task& task, Scratch& scratch, std::uint64_t& last, Lacks&& lacks,
                      Make&& make) {
  Arena& arena = scratch.arena(0);
  ArenaVector<ListedShape> shapes(arena);
  list_bare_shapes(task, last, lacks, shapes);
  last = 0;  // until all is done
  const std::span<Stats> counts = arena.allocate<Stats>(shapes.size());
  parallel_for(shapes.size(), task.threads, [&](std::size_t i, unsigned) {
    counts[i] = {};
    make(*shapes[i].parts, counts[i]);
  });
  Stats stats;
  for (const Stats& count : counts) stats += count;
  last = task.number;
  return stats;
}

/// Throws std::logic_error if a rigid body's shape has no tree, as `find(parts)` finds it, or one
/// that is not valid.
template <class Find>
void validate_shapes(const Task& task, Find&& find) {
  const ShapeParts* last = nullptr;
  for (const BodyState* body : task.bodies) {
    if (body == nullptr || !is_rigid(*body)) continue;
    const ShapeParts& parts = body->shape->parts();
    if (&parts == last) continue;  // bodies of one shape often come one after the other
    last = &parts;
    const auto* tree = find(parts);
    if (tree == nullptr) throw std::logic_error("the shape of a rigid body has no tree");
    tree->validate(body->primitives);
  }
}

}  // namespace tact
