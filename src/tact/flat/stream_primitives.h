#pragma once
// From colliding leaves to candidates: the boxes of their primitives, computed for these leaves
// only, each against the other's.
#include <cstdint>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/flat/stream.h"
#include "tact/flat/stream_update.h"

namespace tact {

/// One side of a tile.
struct StreamSide {
  const StreamLeaves* leaves = nullptr;
  const PackedPositions* positions = nullptr;
  std::span<const Aabb> primitives;  ///< their boxes by number; empty: from the positions
  std::span<const Aabb8> boxes;      ///< of the tile's leaves
  std::uint32_t first_leaf = 0;      ///< of the tile
  std::uint32_t body = 0;            ///< what candidates call it
};

struct LeafPairsTask {
  StreamSide a;
  StreamSide b;
  float grow = 0;       ///< primitives closer than this count as overlapping
  bool within = false;  ///< both are the same tile of one body
};

/// Pushes every pair of primitives whose boxes overlap, of these pairs of leaves (in order of a).
Flow push_candidates(const LeafPairsTask& task, std::span<const LeafPair> pairs, Arena& arena,
                     CandidateWriter& writer, Stats& stats);

}  // namespace tact
