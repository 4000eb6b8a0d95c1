#include "tact/flat/stream_pairs.h"

#include <algorithm>

namespace tact {
namespace {

constexpr std::uint64_t most_runs = 1U << 14;  // of two streams

// Tiles of b in a run: one, or whole blocks of tiles.
std::uint32_t run_length(std::uint32_t tiles_a, std::uint32_t tiles_b) {
  const std::uint64_t all = std::uint64_t{tiles_a} * tiles_b;
  if (all <= most_runs) return 1;
  return static_cast<std::uint32_t>((all / most_runs + 8) / 8 * 8);
}

// Lane by lane, so that compilers take eight at a time.
Aabb box_around(std::span<const Aabb8> blocks) {
  Aabb box = Aabb::nothing();
  if (blocks.empty()) return box;
  Aabb8 sum = blocks[0];
  for (const Aabb8& block : blocks.subspan(1)) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        sum.lo[k][lane] = std::min(sum.lo[k][lane], block.lo[k][lane]);
        sum.hi[k][lane] = std::max(sum.hi[k][lane], block.hi[k][lane]);
      }
    }
  }
  for (std::size_t lane = 0; lane < 8; ++lane) box = merge(box, sum.get(lane));
  return box;
}

}  // namespace

void plan_tiles(const LeafStream& a, const LeafStream& b, const StreamQuery& query, Arena& arena,
                ArenaVector<TileRun>& runs, Stats& stats) {
  if (a.leaves == 0 || b.leaves == 0) return;
  if (!query.within) {
    ++stats.bounds_tests;
    Aabb all = a.all;
    all.grow(query.grow);
    if (!overlaps(all, b.all)) return;
  }
  const std::uint32_t tiles_b = b.tile_count();
  const std::uint32_t length = run_length(a.tile_count(), tiles_b);
  const std::span<std::uint32_t> hits =
      arena.allocate<std::uint32_t>(length == 1 ? tiles_b : length);
  for (std::uint32_t tile = 0; tile < a.tile_count(); ++tile) {
    Aabb reach = a.tile(tile);
    reach.grow(query.grow);
    const std::uint32_t begin = query.within ? tile : 0;
    if (length == 1 && query.culling) {
      stats.bounds_tests += tiles_b - begin;
      const std::uint32_t count = overlapping_tiles(reach, b.tiles, begin, tiles_b, hits.data());
      for (const std::uint32_t hit : hits.first(count)) runs.push_back({tile, {hit, 1}});
      continue;
    }
    for (std::uint32_t first = begin; first < tiles_b; first += length) {
      const std::uint32_t last = tiles_b - first < length ? tiles_b : first + length;
      if (query.culling) {
        stats.bounds_tests += last - first;
        if (overlapping_tiles(reach, b.tiles, first, last, hits.data()) == 0) continue;
      }
      runs.push_back({tile, {first, last - first}});
    }
  }
}

TileTask tile_task(const LeafStream& a, const TileRun& run, const LeafStream& b,
                   std::uint32_t tile_b, const StreamQuery& query) {
  TileTask task;
  const std::span<const Aabb8> all = a.tile_boxes(run.a);
  const std::size_t first = std::min<std::size_t>(run.rows.first, all.size());
  task.a = all.subspan(first, std::min<std::size_t>(run.rows.count, all.size() - first));
  task.first_block = run.rows.first;
  task.b = b.tile_boxes(tile_b);
  task.box_a = task.a.size() == all.size() ? a.tile(run.a) : box_around(task.a);
  task.box_b = b.tile(tile_b);
  task.grow = query.grow;
  task.within = query.within && run.a == tile_b;
  task.culling = query.culling;
  return task;
}

std::span<const LeafPair> find_tile_pairs(const TileTask& task, TileMemory& memory, Stats& stats) {
  stats.bounds_tests += test_tile(task, memory.bits);
  if (memory.bits.pairs == 0) return {};
  const Encoding encoding = encoding_for(memory.bits);
  encode(memory.bits, encoding, memory.encoded);
  return decode(memory.encoded, encoding, memory.bits, memory.decoded);
}

}  // namespace tact
