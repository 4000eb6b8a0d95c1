#pragma once
// Stream calculation (Zhang 2007, 5): two streams, or one and itself, tile by tile.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/flat/stream.h"
#include "tact/flat/stream_reduction.h"
#include "tact/flat/stream_tile.h"

namespace tact {

struct StreamQuery {
  float grow = 0;       ///< leaves closer than this count as overlapping
  bool within = false;  ///< a stream against itself: each pair once, and each leaf with itself
  bool culling = true;  ///< tiles, and leaves in tiles, whose boxes miss the other tile's
};

/// A tile of a, or some rows of it, against a run of tiles of b.
struct TileRun {
  std::uint32_t a = 0;
  Range b;
  Range rows{0, tile_blocks};  ///< blocks of eight leaves of a
};

/// Cuts the work into runs, in a fixed order: one tile of b each, or more where there would be too
/// many. None where the boxes of everything do not overlap (the global test), and, with culling,
/// none without tiles whose boxes overlap.
void plan_tiles(const LeafStream& a, const LeafStream& b, const StreamQuery& query, Arena& arena,
                ArenaVector<TileRun>& runs, Stats& stats);

/// What one worker needs for a tile, whatever the length of the streams.
struct TileMemory {
  TileBits bits;
  EncodedTile encoded;
  DecodedTile decoded;
};

/// The pairs of one tile, in order: tested, encoded, decoded.
std::span<const LeafPair> find_tile_pairs(const TileTask& task, TileMemory& memory, Stats& stats);

/// The rows of a run against one tile of b.
TileTask tile_task(const LeafStream& a, const TileRun& run, const LeafStream& b,
                   std::uint32_t tile_b, const StreamQuery& query);

/// Calls f(tile_a, tile_b, pairs) for every tile of the run that holds pairs, until it returns
/// Flow::stop.
template <class F>
Flow for_each_tile(const LeafStream& a, const LeafStream& b, const StreamQuery& query,
                   const TileRun& run, Arena& arena, Stats& stats, F&& f) {
  TileMemory& memory = arena.allocate<TileMemory>(1)[0];
  const std::span<std::uint32_t> tiles = arena.allocate<std::uint32_t>(run.b.count);
  std::uint32_t count = run.b.count;
  if (query.culling && count > 1) {
    Aabb reach = a.tile(run.a);
    reach.grow(query.grow);
    stats.bounds_tests += count;
    count = overlapping_tiles(reach, b.tiles, run.b.first, run.b.end(), tiles.data());
  } else {
    for (std::uint32_t i = 0; i < count; ++i) tiles[i] = run.b.first + i;
  }
  for (const std::uint32_t tile : tiles.first(count)) {
    const std::span<const LeafPair> pairs =
        find_tile_pairs(tile_task(a, run, b, tile, query), memory, stats);
    if (!pairs.empty() && f(run.a, tile, pairs) == Flow::stop) return Flow::stop;
  }
  return Flow::go_on;
}

}  // namespace tact
