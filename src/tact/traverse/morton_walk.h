#pragma once
// The pairs of overlapping boxes in a MortonTree, of all bodies at once.
#include <cstdint>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/tree/morton_tree.h"

namespace tact {

/// Two blocks of one level whose boxes overlap; twice the same: the pairs within it.
struct MortonPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t level = 0;
};

struct MortonWalkTask {
  const MortonTree* tree = nullptr;
  std::span<const BoxBody> bodies;
  bool filtered = false;                   ///< not all pairs of bodies are tested: ask
  std::span<const std::uint64_t> refused;  ///< pairs of bodies that are not, see is_refused()
};

/// Replaces every pair of `front` by its overlapping children in `next`; what turns out to be
/// primitives goes to `found`.
void widen(std::span<const MortonPair> front, const MortonWalkTask& task,
           ArenaVector<MortonPair>& next, ArenaVector<Candidate>& found, Stats& stats);

/// Everything below the given pairs, depth first. The stack lies in `arena`.
void drain(std::span<const MortonPair> front, const MortonWalkTask& task, CandidateWriter& writer,
           Arena& arena, Stats& stats);

}  // namespace tact
