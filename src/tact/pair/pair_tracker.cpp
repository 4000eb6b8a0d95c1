#include "tact/pair/pair_tracker.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/contact/tolerance.h"
#include "tact/pair/nearest_triangles.h"
#include "tact/pair/pair_tracker_impl.h"

namespace tact {
namespace {

constexpr std::size_t poses_per_chunk = 64;

static_assert(TrackerOptions{}.coherence == FrontPolicy{}.coherence &&
              TrackerOptions{}.prune == FrontPolicy{}.prune &&
              TrackerOptions{}.trail == FrontPolicy{}.trail &&
              TrackerOptions{}.most_pairs == FrontPolicy{}.most_pairs &&
              TrackerOptions{}.weighs_cost == FrontPolicy{}.weighs_cost);

void check_motion(double share, const char* name) {
  if (std::isfinite(share) && share >= 0) return;
  throw Error(ErrorCode::bad_argument,
              std::string("TrackerOptions::") + name + " must be finite and not negative");
}

FrontPolicy policy_of(const TrackerOptions& options) {
  check_motion(options.coherence, "coherence");
  check_motion(options.prune, "prune");
  check_motion(options.trail, "trail");
  FrontPolicy policy;
  policy.coherence = options.coherence;
  policy.prune = options.prune;
  policy.trail = options.trail;
  policy.most_pairs = options.most_pairs;
  policy.weighs_cost = options.weighs_cost;
  return policy;
}

}  // namespace

PairTracker::State::State(const Shape& of_a, const Shape& of_b, const TrackerOptions& chosen)
    : a(of_a), b(of_b), coherent(chosen.coherent) {
  search.policy = policy_of(chosen);
  const Budget::Clock::time_point start = Budget::Clock::now();
  tree_a = &a.parts().tree<Obb8>(answer.built);
  tree_b = &b.parts().tree<Obb8>(answer.built);
  answer.build_seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
}

PairTracker::PairTracker(const Shape& a, const Shape& b, const TrackerOptions& options)
    : state_(std::make_unique<State>(a, b, options)) {}
PairTracker::~PairTracker() = default;
PairTracker::PairTracker(PairTracker&&) noexcept = default;
PairTracker& PairTracker::operator=(PairTracker&&) noexcept = default;

PairTracker::State& PairTracker::state() const {
  if (!state_) throw Error(ErrorCode::bad_argument, "the tracker was moved from");
  return *state_;
}

bool PairTracker::touching(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.pose(pose_a, pose_b);
  s.widen(0);
  s.ask(CollideOptions::any());
  return s.answer.result.touching();
}

const Result& PairTracker::collide(const Transform& pose_a, const Transform& pose_b,
                                   const CollideOptions& options) {
  check_tolerance(options.tolerance);
  State& s = state();
  const Budget::Clock::time_point start = Budget::Clock::now();
  s.pose(pose_a, pose_b);
  s.widen(options.tolerance);
  s.ask(options);
  s.answer.report(start, s.coherent ? "obb-coherent" : "obb");
  return s.answer.result;
}

Distance PairTracker::distance(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.pose(pose_a, pose_b);
  NearestTriangles measure(s.posed.primitives, s.tree_a->frame().scale);
  Scratch& scratch = s.answer.scratch;
  scratch.begin(1);
  NearestSoFar bound{std::numeric_limits<float>::infinity(), {}};
  if (s.coherent && s.measured) bound = measure(s.nearest.a, s.nearest.b);
  Stats stats;
  walk_nearest(s.pair, bound, measure, scratch.chunk_arena(0), stats);
  scratch.end();
  measure.best.stats += stats;
  s.nearest = {measure.best.primitive_a, measure.best.primitive_b};
  s.measured = std::isfinite(measure.best.distance);
  return measure.best;
}

void PairTracker::forget() {
  state().front.clear();
  state().measured = false;
}

void touching(const Shape& a, const Shape& b, std::span<const PosePair> poses,
              std::span<std::uint8_t> out, unsigned threads) {
  if (poses.size() != out.size()) {
    throw Error(ErrorCode::bad_argument, "there must be a place for the answer of each pose");
  }
  const unsigned workers = resolve_threads(threads);
  TrackerOptions plain;
  plain.coherent = false;
  std::vector<PairTracker> trackers;
  for (unsigned i = 0; i < workers; ++i) trackers.emplace_back(a, b, plain);
  const std::size_t chunks = chunk_count(poses.size(), poses_per_chunk);
  parallel_for(chunks, workers, [&](std::size_t chunk, unsigned worker) {
    const auto [first, last] = chunk_range(poses.size(), poses_per_chunk, chunk);
    for (std::size_t i = first; i < last; ++i) {
      out[i] = trackers[worker].touching(poses[i].a, poses[i].b) ? 1 : 0;
    }
  });
}

}  // namespace tact
