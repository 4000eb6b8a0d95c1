#include "tact/question/impacts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/feature_bodies.h"
#include "tact/body/forest.h"
#include "tact/body/tree_search.h"
#include "tact/contact/impact_finder.h"
#include "tact/contact/impact_geometry.h"

namespace tact {
namespace {

constexpr std::size_t impacts_per_chunk = 128;

// Whether they come near or not, so that an error does not depend on where things are.
void refuse_points(const Task& task) {
  if (census_of(task).of(BodyKind::points).bodies == 0) return;
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* const body = task.bodies[slot];
    if (body == nullptr || body->kind != BodyKind::points) continue;
    for (std::uint32_t other = 0; other < task.bodies.size(); ++other) {
      if (!task.tests(slot, other)) continue;
      throw Error(ErrorCode::unsupported,
                  "impacts of points are not answered: exclude the body in slot " +
                      std::to_string(slot) + ", or give it a group that nobody has in its mask");
    }
  }
}

std::span<const std::uint32_t> bodies_of(std::span<const Pair> pairs, Arena& arena) {
  ArenaVector<std::uint32_t> slots(arena);
  for (const auto& [a, b] : pairs) {
    slots.push_back(a);
    slots.push_back(b);
  }
  std::sort(slots.begin(), slots.end());
  return slots.span().first(
      static_cast<std::size_t>(std::unique(slots.begin(), slots.end()) - slots.begin()));
}

// The search for all that is wanted, described or not.
class ImpactSearch {
 public:
  ImpactSearch(const Task& task, const ImpactOptions& options, Scratch& scratch)
      : task_(task), options_(options), scratch_(scratch) {
    request_.motion = true;
    request_.neighbours = true;
    request_.threads = options.threads == 0 ? task.threads : resolve_threads(options.threads);
    request_.bounded = options.budget.at_most != Budget{}.at_most;
    request_.timed = options.budget.deadline.has_value();
  }

  std::span<const FoundImpact> find() {
    refuse_points(task_);
    Arena& arena = scratch_.arena(0);
    const BodyPairs near = list_body_pairs(task_, request_, arena, stats_);
    const std::span<const std::uint32_t> slots = bodies_of(near.pairs, arena);
    const Forest forest(TreeKind::swept, Volume::box);
    stats_ += forest.update(task_, slots, scratch_);
    update_features(task_, slots, scratch_);
    bodies_ = arena.allocate<MovingBody>(task_.bodies.size());
    for (const std::uint32_t slot : slots) bodies_[slot] = moving(*task_.bodies[slot]);
    ImpactFinder finder(bodies_, {options_.which, options_.budget, options_.width}, scratch_,
                        request_.threads);
    if (options_.budget.at_most > 0) {
      stats_ += search_trees(task_, request_, forest, near, finder, scratch_);
    }
    const std::span<const FoundImpact> found = finder.finish();
    stats_ += finder.stats();
    stopped_ = finder.stopped();
    return found;
  }

  void describe(std::span<const FoundImpact> found, std::vector<Impact>& out) const {
    out.resize(found.size());
    const std::size_t chunks = chunk_count(found.size(), impacts_per_chunk);
    parallel_for(chunks, request_.threads, [&](std::size_t chunk, unsigned) {
      const auto [first, last] = chunk_range(found.size(), impacts_per_chunk, chunk);
      for (std::size_t i = first; i < last; ++i) {
        const FeaturePair& pair = found[i].pair;
        const BodyState& a = *task_.bodies[pair.body_a];
        const BodyState& b = *task_.bodies[pair.body_b];
        out[i].body_a = a.id;
        out[i].body_b = b.id;
        out[i].user_a = a.user;
        out[i].user_b = b.user;
        describe_impact(bodies_[pair.body_a], bodies_[pair.body_b], found[i], out[i]);
      }
    });
  }

  const Stats& stats() const { return stats_; }
  Stopped stopped() const { return stopped_; }

 private:
  static MovingBody moving(const BodyState& body) {
    const Primitives* const from = body.motion ? &body.motion->from : &body.primitives;
    return {from, &body.primitives, features_of(body)};
  }

  const Task& task_;
  const ImpactOptions& options_;
  Scratch& scratch_;
  Request request_;
  std::span<MovingBody> bodies_;
  Stats stats_;
  Stopped stopped_ = Stopped::no;
};

}  // namespace

void check_width(double width) {
  if (width >= 0x1p-52 && width <= 1) return;
  throw Error(ErrorCode::bad_argument, "the width of a time is not between 2^-52 and 1");
}

void find_impacts(const Task& task, const ImpactOptions& options, Scratch& scratch, Impacts& out) {
  ImpactSearch search(task, options, scratch);
  const std::span<const FoundImpact> found = search.find();
  search.describe(found, out.list);
  out.stats = search.stats();
  out.stopped = search.stopped();
}

double find_free_step(const Task& task, Scratch& scratch) {
  const ImpactOptions options = ImpactOptions::earliest();
  ImpactSearch search(task, options, scratch);
  const std::span<const FoundImpact> found = search.find();
  if (found.empty()) return 1;
  const auto [pair, lo, hi] = found.front();
  // At lo nothing meets unless the time is known exactly.
  return lo == hi && lo > 0 ? std::nextafter(lo, 0.0) : lo;
}

}  // namespace tact
