#pragma once
// All pairs of primitives, with no bounds at all: the oracle of every test.
#include <cstdint>

#include "tact/base/candidate_sink.h"
#include "tact/base/types.h"

namespace tact {

/// Part of the work of one pair of bodies: primitives [range) of a against all `count_b` of b.
struct AllPairsJob {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;  ///< equal to body_a: each pair within the body once
  Range range;
  std::uint32_t count_b = 0;
};

/// Pushes every pair of the job.
inline void find_all_pairs(const AllPairsJob& job, CandidateWriter& writer) {
  for (std::uint32_t i = job.range.first; i < job.range.end(); ++i) {
    for (std::uint32_t j = job.body_a == job.body_b ? i + 1 : 0; j < job.count_b; ++j) {
      if (writer.push({job.body_a, job.body_b, i, j}) == Flow::stop) return;
    }
  }
}

}  // namespace tact
