#include "tact/body/forest.h"

#include "tact/body/upkeep.h"

namespace tact {
namespace {

struct TreeOfBody {
  LazyTree* tree;  // null where there is no body, or it is with the others
};

}  // namespace

// A rigid body's boxes at rest go through its pose, whichever way other trees are kept.
std::uint32_t Forest::parameter_of(const BodyState& body) const {
  const bool posed = body.kind == BodyKind::rigid && volume_ == Volume::box;
  return tree_parameter(posed ? TreeKind::posed : kind_, volume_);
}

LazyTree& Forest::tree_of(const BodyState& body) const {
  return *body.structures.at<BodyTree>(parameter_of(body)).tree;
}

const SharedTree* Forest::shared(const Task& task) const {
  if (kind_ != TreeKind::dynamic) return nullptr;
  const SharedTree* tree = task.common.find<SharedTree>(static_cast<std::uint32_t>(volume_));
  return tree == nullptr || tree->empty() ? nullptr : tree;
}

bool Forest::mixed(const Task& task) const { return shared(task) != nullptr; }

Stats Forest::update_shared(const Task& task, Arena& arena) const {
  if (kind_ != TreeKind::dynamic) return {};
  const auto parameter = static_cast<std::uint32_t>(volume_);
  try {
    SharedTree& own = task.common.ask<SharedTree>(parameter);
    own.asked = task.number;
    own.choose_members(task, arena);
    return own.update(task);
  } catch (...) {
    task.common.drop<SharedTree>(parameter);
    throw;
  }
}

Stats Forest::update(const Task& task, Scratch& scratch) const {
  Stats stats = update_shared(task, scratch.arena(0));
  const SharedTree* several = shared(task);
  const auto update_tree = [&](BodyTree& own, const BodyState& body, std::uint32_t slot,
                               unsigned threads, unsigned) {
    // Nobody walks it while its body is with the others.
    const bool with_others = several != nullptr && several->has(slot);
    if (with_others && own.tree != nullptr && !own.tree->reached()) own.tree->collapse();
    return own.update(body, slot, task.frame, threads);
  };
  const auto keep = [&](TreeKind kind) {
    const std::uint32_t parameter = tree_parameter(kind, volume_);
    const auto wants = [&](const BodyState& body) { return parameter_of(body) == parameter; };
    stats += keep_structures<BodyTree>(task, scratch, parameter, wants, update_tree);
  };
  if (volume_ == Volume::box) keep(TreeKind::posed);
  keep(kind_);
  return stats;
}

void Forest::list_pairs(const Task& task, const Request& request, const BodyPairs& near, float grow,
                        ArenaVector<Pair>& pairs, Arena& arena, Stats& stats) const {
  const auto add = [&](LazyTree& a, LazyTree& b) {
    if (a.size() > 0 && b.size() > 0) pairs.push_back({&a, &b});
  };
  if (request.only) {
    LazyTree& a = tree_of(*task.bodies[request.only->a]);
    LazyTree& b = tree_of(*task.bodies[request.only->b]);
    a.announce_query();
    b.announce_query();
    add(a, b);
    return;
  }
  const SharedTree* several = shared(task);
  const std::span<TreeOfBody> trees = arena.allocate<TreeOfBody>(task.bodies.size());
  ArenaVector<Aabb> boxes(arena);
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    const bool alone = body != nullptr && (several == nullptr || !several->has(slot));
    trees[slot].tree = nullptr;
    boxes.push_back(Aabb::nothing());
    if (!alone) continue;
    LazyTree& tree = tree_of(*body);
    tree.announce_query();
    trees[slot].tree = &tree;
    boxes[slot] = tree.box();
  }
  // A tree may fit a body closer than its extent does, and those that share one have none here.
  for (const auto& [a, b] : near.pairs) {
    Aabb reach = boxes[a];
    if (grow > 0) reach.grow(grow);
    stats.bounds_tests += a == b ? 0 : 1;
    if (overlaps(reach, boxes[b])) add(*trees[a].tree, *trees[b].tree);
  }
  if (several == nullptr) return;
  // Walking makes what it reaches: the tree is the bodies' common cache, not part of the task.
  DynamicBvh& shared_tree = task.common.at<SharedTree>(static_cast<std::uint32_t>(volume_)).tree;
  shared_tree.announce_query();
  add(shared_tree, shared_tree);
  Aabb reach = shared_tree.box();
  reach.grow(grow);
  stats.bounds_tests += boxes.size();
  for (std::uint32_t slot = 0; slot < boxes.size(); ++slot) {
    if (overlaps(reach, boxes[slot])) add(*trees[slot].tree, shared_tree);
  }
}

void Forest::validate(const Task& task) const {
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    if (body != nullptr) {
      require_current<BodyTree>(task, slot, parameter_of(*body)).tree->validate();
    }
  }
  if (const SharedTree* several = shared(task)) several->validate(task);
}

}  // namespace tact
