#pragma once
// Streams of boxes for the tests of streaming, and their pairs as the naive loop finds them.
#include <algorithm>
#include <vector>

#include "tact/flat/stream_pairs.h"
#include "tests/flat/box_scenes.h"

namespace tact::testing {

/// A stream over boxes that are leaves already.
struct StreamOfBoxes {
  std::vector<Aabb> leaves;
  std::vector<Aabb8> boxes;
  std::vector<Aabb8> tiles;
  Aabb all = Aabb::nothing();

  explicit StreamOfBoxes(std::vector<Aabb> from) : leaves(std::move(from)) {
    const std::size_t count = leaves.size();
    boxes.resize((count + 7) / 8);
    tiles.resize(((count + tile_side - 1) / tile_side + 7) / 8);
    std::vector<Aabb> tile(8 * tiles.size(), Aabb::nothing());
    for (std::size_t i = 0; i < 8 * boxes.size(); ++i) {
      const Aabb box = i < count ? leaves[i] : Aabb::nothing();
      boxes[i / 8].set(i % 8, box);
      tile[i / tile_side] = merge(tile[i / tile_side], box);
      all = merge(all, box);
    }
    for (std::size_t i = 0; i < tile.size(); ++i) tiles[i / 8].set(i % 8, tile[i]);
  }
  LeafStream stream() const {
    return {boxes, tiles, static_cast<std::uint32_t>(leaves.size()), all};
  }
};

/// All pairs of leaves, in the order in which they are found.
inline std::vector<Pair> stream_pairs(const StreamOfBoxes& a, const StreamOfBoxes& b,
                                      const StreamQuery& query, Stats& stats) {
  std::vector<Pair> found;
  Arena arena;
  Arena chunk;
  ArenaVector<TileRun> runs(arena);
  plan_tiles(a.stream(), b.stream(), query, arena, runs, stats);
  for (const TileRun& run : runs.span()) {
    chunk.reset();
    for_each_tile(a.stream(), b.stream(), query, run, chunk, stats,
                  [&](std::uint32_t ta, std::uint32_t tb, std::span<const LeafPair> pairs) {
                    for (const LeafPair& p : pairs) {
                      found.push_back({ta * tile_side + p.a, tb * tile_side + p.b});
                    }
                    return Flow::go_on;
                  });
  }
  return found;
}

/// The same, sorted, by two loops.
inline std::vector<Pair> naive_stream_pairs(const StreamOfBoxes& a, const StreamOfBoxes& b,
                                            const StreamQuery& query) {
  std::vector<Pair> found;
  for (std::uint32_t i = 0; i < a.leaves.size(); ++i) {
    for (std::uint32_t j = query.within ? i : 0; j < b.leaves.size(); ++j) {
      bool apart = false;
      for (int k = 0; k < 3; ++k) {
        apart = apart || a.leaves[i].lo[k] - query.grow > b.leaves[j].hi[k] ||
                a.leaves[i].hi[k] + query.grow < b.leaves[j].lo[k];
      }
      if (!apart) found.push_back({i, j});
    }
  }
  return found;
}

/// 100 x 100 x 100 boxes, those of 8 x 8 x 4 cells side by side in the stream, and the same ones a
/// little further on: each meets one.
inline std::vector<Aabb> million(float shift) {
  std::vector<Aabb> boxes;
  boxes.reserve(1000000);
  for (int cube = 0; cube < 13 * 13 * 25; ++cube) {
    for (int cell = 0; cell < 256; ++cell) {
      const int at[3] = {8 * (cube % 13) + cell % 8, 8 * (cube / 13 % 13) + cell / 8 % 8,
                         4 * (cube / 169) + cell / 64};
      if (at[0] >= 100 || at[1] >= 100 || at[2] >= 100) continue;
      Aabb box{};
      for (int k = 0; k < 3; ++k) {
        box.lo[k] = static_cast<float>(at[k]) + shift;
        box.hi[k] = box.lo[k] + 0.5F;
      }
      boxes.push_back(box);
    }
  }
  return boxes;
}

}  // namespace tact::testing
