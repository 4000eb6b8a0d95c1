#include "tact/body/shared_tree.h"

#include <algorithm>
#include <stdexcept>

#include "tact/body/body_pairs.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

// How many other bodies cover a body's box, on average over its volume, before it joins the tree of
// several, and below which it leaves. Measured on breaking spheres.
constexpr double join = 1.5;
constexpr double leave = 1.0;
constexpr std::size_t fewest_members = 3;

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

void require_shared(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace

// Judged more mildly than the tree of one body: fragments that mingle make every node worse from
// frame to frame, and to split them again takes longer than to test some boxes more.
SharedTree::SharedTree(std::uint32_t parameter)
    : tree({.invalid_ratio = 0.72F,
            .degraded_ratio = 0.64F,
            .worthwhile_ratio = 0.68F,
            .volume = static_cast<Volume>(parameter)}) {}

void SharedTree::choose_members(const Task& task, Arena& arena) {
  const BodyCensus census = census_of(task);
  if (census.of(BodyKind::deforming).bodies + census.of(BodyKind::breaking).bodies <
      fewest_members) {
    members_.clear();
    is_member_.clear();
    return;
  }
  const std::size_t slots = task.bodies.size();
  const std::span<double> cover = arena.allocate<double>(slots);
  std::fill(cover.begin(), cover.end(), 0.0);
  Stats stats;
  for (const auto& [a, b] : list_body_pairs(task, {}, arena, stats).pairs) {
    if (a == b || !may_share(*task.bodies[a]) || !may_share(*task.bodies[b])) continue;
    const Aabb of_a = fit(task.bodies[a]->extent, task.frame);
    const Aabb of_b = fit(task.bodies[b]->extent, task.frame);
    const Aabb common = intersection(of_a, of_b);
    cover[a] += share(common, of_a);
    cover[b] += share(common, of_b);
  }
  members_.clear();
  std::uint64_t vertices = 0;
  std::uint64_t primitives = 0;
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    if (cover[slot] < (has(slot) ? leave : join)) continue;
    vertices += task.bodies[slot]->primitives.mesh().positions.size();
    primitives += task.bodies[slot]->primitives.size();
    members_.push_back(slot);
  }
  constexpr std::uint64_t most = 0xFFFFFFFF;
  if (members_.size() < fewest_members || vertices > most || primitives > most) members_.clear();
  is_member_.assign(slots, 0);
  for (const std::uint32_t slot : members_) is_member_[slot] = 1;
}

bool SharedTree::same_bodies(const Task& task) const {
  return std::equal(
      known_.begin(), known_.end(), members_.begin(), members_.end(),
      [&](const Member& known, std::uint32_t slot) { return known.id == task.bodies[slot]->id; });
}

bool SharedTree::same_shapes(const Task& task) const {
  return std::equal(known_.begin(), known_.end(), members_.begin(), members_.end(),
                    [&](const Member& known, std::uint32_t slot) {
                      return known.seen.shape == task.bodies[slot]->shape_version;
                    });
}

bool SharedTree::same_motions(const Task& task) const {
  return std::equal(known_.begin(), known_.end(), members_.begin(), members_.end(),
                    [&](const Member& known, std::uint32_t slot) {
                      return known.seen.motion == task.bodies[slot]->motion_version;
                    });
}

Stats SharedTree::update(const Task& task) {
  const bool shapes = same_shapes(task);
  if (shapes && seen.frame == task.frame.version && same_motions(task)) return {};
  const bool bodies = same_bodies(task);
  // Known again once all is done: a tree that an exception left half way is begun anew.
  known_.clear();
  parts_.clear();
  Extent extent;
  for (const std::uint32_t slot : members_) {
    parts_.push_back({slot, &task.bodies[slot]->primitives});
    extent.add(task.bodies[slot]->extent);
  }
  if (!bodies) {
    tree.reset(parts_);
  } else if (!shapes) {
    tree.resize(parts_);
  }
  Stats stats;
  if (!members_.empty()) stats = tree.update(parts_, task.frame, extent, task.threads);
  seen.frame = task.frame.version;
  for (const std::uint32_t slot : members_) {
    const BodyState& body = *task.bodies[slot];
    known_.push_back({body.id, versions_of(body, task.frame)});
  }
  return stats;
}

void SharedTree::trim(std::uint64_t) {
  if (empty()) tree.release();
}

void SharedTree::validate(const Task& task) const {
  if (empty()) return;
  require_shared(seen.frame == task.frame.version, "the tree of several is of an earlier frame");
  const bool alive = std::all_of(members_.begin(), members_.end(),
                                 [&](std::uint32_t slot) { return task.bodies[slot] != nullptr; });
  require_shared(alive && same_bodies(task) && same_shapes(task) && same_motions(task),
                 "the tree of several is of other bodies");
  tree.validate();
}

}  // namespace tact
