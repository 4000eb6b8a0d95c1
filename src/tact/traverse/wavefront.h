#pragma once
// The wavefront of a tree method: what it needs to know of the bodies whose trees it walks, and its
// two steps. The instruction set is chosen once per call.
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/types.h"
#include "tact/bounds/lane_volumes.h"
#include "tact/traverse/front.h"
#include "tact/tree/lazy_tree.h"

namespace tact {

struct WavefrontTask {
  std::span<const TreePair<LazyTree>> trees;  ///< OpenPair::trees is an index into it
  float grow = 0;                             ///< boxes closer than this count as overlapping
  Volume volume = Volume::box;                ///< of the trees
  /// If trees hold bodies that are not tested against each other; else of no bodies.
  PairRule rule;

  bool chooses() const { return !rule.bodies.empty(); }
  bool wants(std::uint32_t a, std::uint32_t b) const { return !chooses() || rule.tests(a, b); }
};

/// One level: every pair of `front` is replaced by its overlapping children in `next`.
void widen_front(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                 ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                 Stats& stats);

/// Everything below the given pairs.
void drain_front(std::span<const OpenPair> front, const WavefrontTask& task,
                 CandidateWriter& writer, Arena& arena, Arena& stack_arena, Stats& stats);

}  // namespace tact
