#pragma once
// All pairs of boxes, one against eight: no hierarchy, no memory, nothing to keep in order.
#include <cstdint>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// The boxes of one body: box i of all is lane i % 8 of block i / 8, the last block padded.
struct BoxStream {
  std::span<const Aabb8> blocks;
  std::uint32_t count = 0;
  Aabb all = Aabb::nothing();  ///< encloses all of them
};

/// Part of the work of one pair of bodies: boxes [range) of a against all of b.
struct BoxPairJob {
  std::uint32_t body_a = 0;
  std::uint32_t body_b =
      0;  ///< equal to body_a for pairs within a body (each once, no box with itself)
  Range range;
  float grow = 0;  ///< boxes closer than this count as overlapping
};

/// Pushes every overlapping pair of the job. Returns the number of box pairs tested.
std::uint64_t find_box_pairs(const BoxPairJob& job, const BoxStream& a, const BoxStream& b,
                             Arena& arena, CandidateWriter& writer);

}  // namespace tact
