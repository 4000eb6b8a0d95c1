#include "tact/body/stream_search.h"

#include "tact/base/deliver.h"
#include "tact/body/body_pairs.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

constexpr std::size_t few_runs = 32;
constexpr std::uint32_t band_blocks = 8;  // no slower on one thread; of 4 blocks, 2 % slower

struct StreamRun {
  std::uint32_t a;
  std::uint32_t b;
  TileRun tiles;
};

class StreamSearch {
 public:
  StreamSearch(const Task& task, const StreamBodies& streams, float grow)
      : task_(task), streams_(streams), grow_(grow) {}

  std::span<StreamRun> plan(const Request& request, Arena& arena, Stats& stats) const {
    ArenaVector<StreamRun> runs(arena);
    ArenaVector<TileRun> tiles(arena);
    for (const auto& [a, b] : list_body_pairs(task_, request, arena, stats).pairs) {
      tiles.clear();
      plan_tiles(streams_.at(task_, a).stream(), streams_.at(task_, b).stream(), query(a, b), arena,
                 tiles, stats);
      for (const TileRun& run : tiles.span()) runs.push_back({a, b, run});
    }
    return runs.size() < few_runs ? in_bands(runs.span(), arena) : runs.span();
  }

  void search(const StreamRun& run, Arena& arena, CandidateWriter& writer, Stats& stats) const {
    const StreamBody& a = streams_.at(task_, run.a);
    const StreamBody& b = streams_.at(task_, run.b);
    for_each_tile(a.stream(), b.stream(), query(run.a, run.b), run.tiles, arena, stats,
                  [&](std::uint32_t tile_a, std::uint32_t tile_b, std::span<const LeafPair> pairs) {
                    const LeafPairsTask leaves{a.side(run.a, tile_a), b.side(run.b, tile_b), grow_,
                                               run.a == run.b && tile_a == tile_b};
                    const Arena::Mark mark = arena.mark();
                    const Flow flow = push_candidates(leaves, pairs, arena, writer, stats);
                    arena.rewind(mark);
                    return flow;
                  });
  }

 private:
  StreamQuery query(std::uint32_t a, std::uint32_t b) const {
    return {grow_, a == b, streams_.options().culling};
  }

  // A few tiles do not spread over threads: some rows of each at a time.
  std::span<StreamRun> in_bands(std::span<const StreamRun> tiles, Arena& arena) const {
    ArenaVector<StreamRun> runs(arena);
    for (const StreamRun& tile : tiles) {
      const std::size_t rows = streams_.at(task_, tile.a).stream().tile_boxes(tile.tiles.a).size();
      for (std::uint32_t first = 0; first < rows; first += band_blocks) {
        StreamRun run = tile;
        run.tiles.rows = {first, band_blocks};
        runs.push_back(run);
      }
    }
    return runs.span();
  }

  const Task& task_;
  const StreamBodies& streams_;
  float grow_;
};

}  // namespace

Stats search_streams(const Task& task, const Request& request, const StreamBodies& streams,
                     CandidateSink& sink, Scratch& scratch) {
  Stats stats;
  const StreamSearch search(task, streams, frame_amount(task.frame, request.tolerance));
  const std::span<StreamRun> runs = search.plan(request, scratch.arena(0), stats);
  return stats += deliver(runs.size(), request.threads, sink, scratch, [&](const ChunkOut& out) {
           search.search(runs[out.chunk], out.arena, out.writer, out.stats);
         });
}

}  // namespace tact
