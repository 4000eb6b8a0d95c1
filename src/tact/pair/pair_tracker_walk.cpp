// How a PairTracker finds what touches: along its front, from the roots, or from the roots on
// several threads.
#include <cmath>
#include <span>

#include "tact/base/parallel.h"
#include "tact/contact/tolerance.h"
#include "tact/pair/pair_tracker_impl.h"
#include "tact/traverse/driver.h"

namespace tact {
namespace {

constexpr std::size_t tracker_pairs_per_chunk = 8;

bool is_bounded(const CollideOptions& asked) { return asked.budget.at_most != Budget{}.at_most; }

}  // namespace

void PairTracker::State::pose(const Transform& pose_a, const Transform& pose_b) {
  posed.place(a, pose_a, b, pose_b);
  const RigidPlace at_a = tree_a->at(pose_a);
  const RigidPlace at_b = tree_b->at(pose_b);
  b_in_a = relative_pose(at_b, at_a);
  a_in_b = relative_pose(at_a, at_b);
  pair = {tree_a->blocks(), tree_b->blocks(), rounded(b_in_a, tree_b->reach()),
          rounded(a_in_b, tree_a->reach()), false};
  search.unit = 1 / tree_a->frame().scale;
  search.edge = 2 * std::fmin(tree_a->size(), tree_b->size()) * tree_a->frame().scale;
}

void PairTracker::State::widen(double tolerance) {
  double reach = candidate_reach(tolerance, posed.extent);
  if (coherent) reach = front.admit(reach);
  pair.b_in_a.slack += static_cast<float>(reach * tree_a->frame().scale * (1 + 0x1p-20));
  pair.a_in_b.slack += static_cast<float>(reach * tree_b->frame().scale * (1 + 0x1p-20));
}

void PairTracker::State::ask(const CollideOptions& asked) {
  if (asked.budget.at_most == 0) front.clear();
  answer.find(posed, asked,
              [&](Narrow& narrow, unsigned workers) { walk(narrow, asked, workers); });
}

void PairTracker::State::walk(Narrow& narrow, const CollideOptions& asked, unsigned workers) {
  const bool bounded = is_bounded(asked);
  FrontStep step = FrontStep::plain;
  if (coherent) {
    // A question that ended half-way left a front that is of no use.
    if (walking) front.clear();
    walking = true;
    step = front.advance(b_in_a, a_in_b, tree_a->reach(), tree_b->reach(), search.edge, bounded,
                         search.policy);
  }
  if (workers > 1 && step == FrontStep::plain && !bounded) {
    walk_shared(narrow, workers);
  } else {
    walk_alone(narrow, step, bounded);
  }
  walking = false;
}

void PairTracker::State::walk_alone(Narrow& narrow, FrontStep step, bool bounded) {
  narrow.open(1);
  CandidateWriter writer(narrow, 0, 0);
  const RigidOut out{writer, 0, 1, bounded};
  Arena& arena = answer.scratch.chunk_arena(0);
  Stats& stats = answer.result.stats;
  if (coherent) {
    walk_front(pair, search, step, front, out, arena, stats);
  } else {
    ArenaVector<LanePair> open(arena);
    open_lanes(pair, search, 1, out, open, arena, stats);
    walk_lanes<Obb8>(pair, search, open.span(), out, arena, stats);
  }
  writer.finish();
}

// The first levels here, in a chunk of their own, the rest in chunks by their number alone.
void PairTracker::State::walk_shared(Narrow& narrow, unsigned workers) {
  Scratch& scratch = answer.scratch;
  Arena& arena = scratch.arena(0);
  Stats& stats = answer.result.stats;
  ArenaVector<LanePair> open(arena);
  narrow.open(1);
  CandidateWriter first(narrow, 0, 0);
  open_lanes(pair, search, wide_enough, {first, 0, 1, false}, open, arena, stats);
  first.finish();
  const std::span<const LanePair> all = open.span();
  const std::size_t chunks = chunk_count(all.size(), tracker_pairs_per_chunk);
  narrow.open(chunks);
  const ChunkRange others{1, 1 + chunks};
  stats += deliver_opened(others, workers, narrow, scratch, [&](const ChunkOut& out) {
    const auto [from, to] = chunk_range(all.size(), tracker_pairs_per_chunk, out.chunk - 1);
    walk_lanes<Obb8>(pair, search, all.subspan(from, to - from), {out.writer, 0, 1, false},
                     out.arena, out.stats);
  });
}

}  // namespace tact
