#pragma once
// The overlap traversal of Larsson 2006: each box is tested against those that start before it
// ends, on the other two axes, many at a time; here strip by strip.
#include <cstdint>

#include "tact/base/candidate_sink.h"
#include "tact/base/types.h"
#include "tact/flat/sweep_order.h"

namespace tact {

/// Whose boxes they are.
struct SweepBodies {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

struct SweepCounts {
  std::uint64_t tests = 0;    ///< of boxes
  std::uint64_t related = 0;  ///< pairs that were left out because of their tags
};

/// Pushes every pair whose first entry is one of `entries`; `unrelated`: only those that have no
/// tag in common.
SweepCounts sweep_within(const SweepView& view, Range entries, std::uint32_t body, bool unrelated,
                         CandidateWriter& writer);
/// The same into a list, by ids of boxes, in any order. Returns the number of box tests.
std::uint64_t sweep_within(const SweepView& view, Range entries, ArenaVector<Pair>& pairs);

/// Pushes every pair in which the box of a starts in an earlier cell than that of b, or in the same
/// one, and has one of `entries`; `strictly`: only in an earlier one. Both views are of one plan.
std::uint64_t sweep_between(const SweepView& a, Range entries, const SweepView& b, bool strictly,
                            const SweepBodies& bodies, CandidateWriter& writer);

}  // namespace tact
