#include "tact/body/forest.h"

#include <algorithm>
#include <atomic>

#include "tact/body/upkeep.h"

namespace tact {
namespace {

// When all trees of a kind were last asked, so that a query does not have to tell each of them.
struct ForestQueries final : Structure {
  explicit ForestQueries(std::uint32_t) {}
  std::atomic<std::uint64_t> last{0};  // one more than the task's clock then; 0: never
};

}  // namespace

// A rigid body's boxes at rest go through its pose, whichever way other trees are kept.
std::uint32_t Forest::parameter_of(const BodyState& body) const {
  const bool posed = body.kind == BodyKind::rigid && volume_ == Volume::box;
  const bool still = kind_ == TreeKind::swept && !body.motion;
  return tree_parameter(posed ? TreeKind::posed : still ? TreeKind::dynamic : kind_, volume_);
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

void Forest::note_query(const Task& task) const {
  // Made by update(); several threads may ask at once.
  auto* const queries = task.common.find<ForestQueries>(tree_parameter(kind_, volume_));
  if (queries != nullptr) queries->last.store(task.clock + 1, std::memory_order_relaxed);
}

Stats Forest::update_shared(const Task& task, Arena& arena) const {
  if (kind_ != TreeKind::dynamic) return {};
  const auto parameter = static_cast<std::uint32_t>(volume_);
  try {
    SharedTree& own = task.common.ask<SharedTree>(parameter);
    own.asked = task.clock;
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
  auto& queries = task.common.ask<ForestQueries>(tree_parameter(kind_, volume_));
  queries.asked = task.clock;
  const std::uint64_t last_query = queries.last.load(std::memory_order_relaxed);
  const auto update_tree = [&](BodyTree& own, const BodyState& body, std::uint32_t slot,
                               unsigned threads, unsigned) {
    // Nobody walks it while its body is with the others.
    const bool with_others = several != nullptr && several->has(slot);
    if (with_others && own.tree != nullptr && !own.tree->reached()) own.tree->collapse();
    if (own.tree != nullptr && last_query > own.asked) own.tree->announce_query();
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

// Without leases: those are of updates, between which bodies may move and be asked about.
Stats Forest::update(const Task& task, std::span<const std::uint32_t> slots,
                     Scratch& scratch) const {
  const std::span<std::uint32_t> stale = scratch.arena(0).allocate<std::uint32_t>(slots.size());
  std::size_t large = 0;
  std::size_t others = stale.size();
  for (const std::uint32_t slot : slots) {
    const BodyState& body = *task.bodies[slot];
    BodyTree& own = body.structures.ask<BodyTree>(parameter_of(body));
    own.asked = task.clock;
    if (own.seen == versions_of(body, task.frame)) continue;
    if (body.primitives.size() >= large_body) {
      stale[large++] = slot;
    } else {
      stale[--others] = slot;
    }
  }
  const auto renew = [&](std::uint32_t slot, unsigned threads, unsigned worker) {
    const auto update_tree = [&](BodyTree& own, const BodyState& body, std::uint32_t at,
                                 unsigned helpers,
                                 unsigned) { return own.update(body, at, task.frame, helpers); };
    return bring_up_to_date<BodyTree>(task, parameter_of(*task.bodies[slot]), slot, threads, worker,
                                      update_tree);
  };
  Stats stats;
  for (const std::uint32_t slot : stale.first(large)) stats += renew(slot, task.threads, 0);
  const std::span<std::uint32_t> small = stale.subspan(others);
  const std::span<Stats> counts = scratch.arena(0).allocate<Stats>(small.size());
  parallel_for(small.size(), task.threads,
               [&](std::size_t i, unsigned worker) { counts[i] = renew(small[i], 1, worker); });
  for (const Stats& count : counts) stats += count;
  for (const std::uint32_t slot : slots) tree_of(*task.bodies[slot]).announce_query();
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
  note_query(task);
  const SharedTree* const several = shared(task);
  const auto with_others = [&](std::uint32_t slot) {
    return several != nullptr && several->has(slot);
  };
  ArenaVector<std::uint32_t> partners(arena);  // of those that share a tree
  for (const auto& [a, b] : near.pairs) {
    if (with_others(a) || with_others(b)) {
      for (const std::uint32_t slot : {a, b}) {
        if (!with_others(slot)) partners.push_back(slot);
      }
      continue;
    }
    // A tree may fit a body closer than its extent does.
    LazyTree& of_a = tree_of(*task.bodies[a]);
    LazyTree& of_b = a == b ? of_a : tree_of(*task.bodies[b]);
    Aabb reach = of_a.box();
    if (grow > 0) reach.grow(grow);
    stats.bounds_tests += a == b ? 0 : 1;
    if (overlaps(reach, of_b.box())) add(of_a, of_b);
  }
  if (several == nullptr) return;
  // Walking makes what it reaches: the tree is the bodies' common cache, not part of the task.
  DynamicBvh& shared_tree = task.common.at<SharedTree>(static_cast<std::uint32_t>(volume_)).tree;
  shared_tree.announce_query();
  add(shared_tree, shared_tree);
  Aabb reach = shared_tree.box();
  reach.grow(grow);
  std::sort(partners.begin(), partners.end());
  const std::uint32_t* const end = std::unique(partners.begin(), partners.end());
  for (const std::uint32_t* slot = partners.begin(); slot != end; ++slot) {
    LazyTree& tree = tree_of(*task.bodies[*slot]);
    ++stats.bounds_tests;
    if (overlaps(reach, tree.box())) add(tree, shared_tree);
  }
}

std::span<const BodyRule> Forest::rules(const Task& task, const BodyPairs& near,
                                        Arena& arena) const {
  const SharedTree* const several = shared(task);
  if (several == nullptr) return {};
  const std::span<BodyRule> rules = arena.allocate<BodyRule>(task.bodies.size());
  for (const std::uint32_t slot : several->members()) rules[slot] = rule_of(*task.bodies[slot]);
  for (const auto& [a, b] : near.pairs) {
    rules[a] = rule_of(*task.bodies[a]);
    rules[b] = rule_of(*task.bodies[b]);
  }
  return rules;
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
