#include "tact/body/forest.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tact/base/parallel.h"
#include "tact/body/shape_parts.h"
#include "tact/flat/box_sweep.h"
#include "tact/tree/fixed_bvh.h"
#include "tact/tree/posed_bvh.h"

namespace tact {
namespace {

// How many other bodies cover a body's box, on average over its volume, before it joins the tree of
// several, and below which it leaves. Measured on breaking spheres: see docs/methods.md.
constexpr double join = 1.5;
constexpr double leave = 1.0;
constexpr std::size_t fewest = 3;

constexpr std::uint32_t large_body = 1U << 15U;  // primitives

// The share of `box` that `part`, inside it, fills. Thin boxes count as if they had some thickness.
double share(const Aabb& part, const Aabb& box) {
  double longest = 0;
  for (int k = 0; k < 3; ++k) {
    longest = std::max(longest, double{box.hi[k]} - double{box.lo[k]});
  }
  if (!(longest > 0)) return 1;
  const double pad = longest * 0x1p-10;
  double ratio = 1;
  for (int k = 0; k < 3; ++k) {
    ratio *= (double{part.hi[k]} - double{part.lo[k]} + pad) /
             (double{box.hi[k]} - double{box.lo[k]} + pad);
  }
  return ratio;
}

bool may_share(const BodyState& body) {
  return (body.kind == BodyKind::deforming || body.kind == BodyKind::breaking) &&
         body.primitives.size() > 0;
}

void require_that(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("forest: ") + what);
}

}  // namespace

Stats Forest::update(const Task& task, Scratch& scratch) {
  if (bodies_.size() < task.bodies.size()) bodies_.resize(task.bodies.size());
  Arena& arena = scratch.arena(0);
  choose_members(task, arena);
  ArenaVector<std::uint32_t> moved(arena);
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    if (body == nullptr) {
      bodies_[slot] = {};
    } else if (bodies_[slot].motion_version != body->motion_version ||
               bodies_[slot].frame_version != task.frame.version) {
      moved.push_back(slot);
    }
  }
  Stats stats = update_shared(task);
  // Large bodies by all threads, one after the other; small ones side by side.
  const auto small = std::partition(moved.begin(), moved.end(), [&](std::uint32_t slot) {
    return task.bodies[slot]->primitives.size() >= large_body;
  });
  for (auto slot = moved.begin(); slot != small; ++slot) {
    stats += update_body(*slot, task, task.threads);
  }
  const std::span<std::uint32_t> rest(small, moved.end());
  const std::span<Stats> counts = arena.allocate<Stats>(rest.size());
  parallel_for(rest.size(), task.threads,
               [&](std::size_t i, unsigned) { counts[i] = update_body(rest[i], task, 1); });
  for (const Stats& count : counts) stats += count;
  return stats;
}

// Bodies whose boxes lie in many others' join; they leave when few are left. Two thresholds, since
// building the tree anew costs more than walking it for some frames too many.
void Forest::choose_members(const Task& task, Arena& arena) {
  const std::size_t slots = task.bodies.size();
  const std::span<Aabb> boxes = arena.allocate<Aabb>(slots);
  const std::span<double> cover = arena.allocate<double>(slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const BodyState* body = task.bodies[slot];
    boxes[slot] =
        body != nullptr && may_share(*body) ? fit(body->extent, task.frame) : Aabb::nothing();
    cover[slot] = 0;
  }
  for_each_overlap(boxes, 0, arena, [&](std::uint32_t a, std::uint32_t b) {
    if (!task.tests(a, b)) return;
    const Aabb common = intersection(boxes[a], boxes[b]);
    cover[a] += share(common, boxes[a]);
    cover[b] += share(common, boxes[b]);
  });
  members_.clear();
  if (kind_ != Kind::dynamic) return;
  std::uint64_t vertices = 0;
  std::uint64_t primitives = 0;
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (cover[slot] < (bodies_[slot].shared ? leave : join)) continue;
    vertices += task.bodies[slot]->primitives.mesh().positions.size();
    primitives += task.bodies[slot]->primitives.size();
    members_.push_back(slot);
  }
  constexpr std::uint64_t most = 0xFFFFFFFF;
  if (members_.size() < fewest || vertices > most || primitives > most) members_.clear();
  for (std::uint32_t slot = 0; slot < slots; ++slot) bodies_[slot].shared = false;
  for (const std::uint32_t slot : members_) bodies_[slot].shared = true;
}

Stats Forest::update_shared(const Task& task) {
  Shared& own = shared_;
  const auto same_as = [&](const std::vector<std::uint64_t>& seen, auto version) {
    return std::equal(seen.begin(), seen.end(), members_.begin(), members_.end(),
                      [&](std::uint64_t last, std::uint32_t slot) {
                        return last == version(*task.bodies[slot]);
                      });
  };
  const bool same_shapes =
      same_as(own.shapes, [](const BodyState& body) { return body.shape_version; });
  if (same_shapes && own.frame_version == task.frame.version &&
      same_as(own.motions, [](const BodyState& body) { return body.motion_version; })) {
    return {};
  }
  const bool same_bodies =
      std::equal(own.ids.begin(), own.ids.end(), members_.begin(), members_.end(),
                 [&](BodyId id, std::uint32_t slot) { return id == task.bodies[slot]->id; });
  // Known again once all is done: a tree that an exception left half way is begun anew.
  own.ids.clear();
  own.shapes.clear();
  own.motions.clear();
  own.parts.clear();
  Extent extent;
  for (const std::uint32_t slot : members_) {
    own.parts.push_back({slot, &task.bodies[slot]->primitives});
    extent.add(task.bodies[slot]->extent);
  }
  if (!same_bodies) {
    own.tree.reset(own.parts);
  } else if (!same_shapes) {
    own.tree.resize(own.parts);
  }
  Stats stats;
  if (!members_.empty()) {
    stats = own.tree.update(own.parts, task.frame, extent, task.threads);
  }
  own.frame_version = task.frame.version;
  for (const std::uint32_t slot : members_) {
    const BodyState& body = *task.bodies[slot];
    own.ids.push_back(body.id);
    own.shapes.push_back(body.shape_version);
    own.motions.push_back(body.motion_version);
  }
  return stats;
}

std::unique_ptr<LazyTree> Forest::make_tree(const BodyState& body) const {
  if (body.kind == BodyKind::rigid && volume_ == Volume::box) {
    return std::make_unique<PosedBvh>(body.shape->parts().rest_tree());
  }
  switch (kind_) {
    case Kind::refit:
      return std::make_unique<FixedBvh>(FixedBvh::Way::refit);
    case Kind::hybrid:
      return std::make_unique<FixedBvh>(FixedBvh::Way::hybrid);
    case Kind::coherent:
      return std::make_unique<FixedBvh>(FixedBvh::Way::coherent);
    case Kind::dynamic:
      break;
  }
  return std::make_unique<DynamicBvh>(DynamicBvh::Options{.volume = volume_});
}

Stats Forest::update_body(std::uint32_t slot, const Task& task, unsigned threads) {
  try {
    return update_tree(bodies_[slot], slot, task, threads);
  } catch (...) {
    bodies_[slot].tree = nullptr;  // it may be half way: the next update begins it anew
    throw;
  }
}

Stats Forest::update_tree(Body& own, std::uint32_t slot, const Task& task, unsigned threads) const {
  const BodyState& body = *task.bodies[slot];
  const TreePart part{slot, &body.primitives};
  const std::span<const TreePart> parts(&part, 1);
  const bool known = own.tree && own.id == body.id;
  if (!known) own.tree = make_tree(body);
  if (!known || own.shape_version != body.shape_version) {
    if (!known) {
      own.tree->reset(parts);
    } else if (own.tree->size() == body.primitives.size()) {
      own.tree->reindex(parts);
    } else {
      own.tree->resize(parts);
    }
  }
  own.id = body.id;
  own.shape_version = body.shape_version;
  own.motion_version = body.motion_version;
  own.frame_version = task.frame.version;
  if (own.shared && !own.tree->reached()) own.tree->collapse();
  return own.tree->update(parts, task.frame, body.extent, threads);
}

void Forest::list_pairs(const Task& task, const Request& request, float grow,
                        ArenaVector<Pair>& pairs, Arena& arena, Stats& stats) {
  const auto add = [&](LazyTree& a, LazyTree& b) {
    if (a.size() > 0 && b.size() > 0) pairs.push_back({&a, &b});
  };
  if (request.only) {
    bodies_[request.only->a].tree->announce_query();
    bodies_[request.only->b].tree->announce_query();
    add(*bodies_[request.only->a].tree, *bodies_[request.only->b].tree);
    return;
  }
  ArenaVector<Aabb> boxes(arena);
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    const bool alone = body != nullptr && !bodies_[slot].shared;
    if (alone) bodies_[slot].tree->announce_query();
    boxes.push_back(alone ? bodies_[slot].tree->box() : Aabb::nothing());
    if (alone && body->self && !request.is_settled(slot, slot)) {
      add(*bodies_[slot].tree, *bodies_[slot].tree);
    }
  }
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    if (request.is_settled(a, b)) return;
    if (task.tests(a, b)) add(*bodies_[a].tree, *bodies_[b].tree);
  };
  stats.bounds_tests += for_each_overlap(boxes.span(), grow, arena, meet);
  if (!mixed()) return;
  shared_.tree.announce_query();
  add(shared_.tree, shared_.tree);
  Aabb reach = shared_.tree.box();
  reach.grow(grow);
  stats.bounds_tests += boxes.size();
  for (std::uint32_t slot = 0; slot < boxes.size(); ++slot) {
    if (overlaps(reach, boxes[slot])) add(*bodies_[slot].tree, shared_.tree);
  }
}

void Forest::validate(const Task& task) const {
  for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    if (body == nullptr) continue;
    const Body& own = bodies_[slot];
    require_that(own.tree != nullptr && own.id == body->id, "a body has no tree");
    require_that(own.shape_version == body->shape_version &&
                     own.motion_version == body->motion_version &&
                     own.frame_version == task.frame.version,
                 "a tree is of an earlier frame");
    own.tree->validate();
  }
  if (!mixed()) return;
  require_that(shared_.frame_version == task.frame.version,
               "the tree of several is of an earlier frame");
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyState* body = task.bodies[members_[i]];
    require_that(body != nullptr && i < shared_.ids.size() && shared_.ids[i] == body->id &&
                     shared_.shapes[i] == body->shape_version &&
                     shared_.motions[i] == body->motion_version,
                 "the tree of several is of other bodies");
  }
  shared_.tree.validate();
}

}  // namespace tact
