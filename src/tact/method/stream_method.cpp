// Method `stream`: streaming AABBs (Zhang 2007) on the processor's vector units and threads. The
// leaves of each body are compared all against all, tile by tile.
#include "tact/base/deliver.h"
#include "tact/body/body_pairs.h"
#include "tact/body/stream_bodies.h"
#include "tact/bounds/fit.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"

namespace tact {
namespace {

constexpr std::size_t few_runs = 32;
constexpr std::uint32_t band_blocks = 8;  // no slower on one thread; of 4 blocks, 2 % slower

struct StreamRun {
  std::uint32_t a;
  std::uint32_t b;
  TileRun tiles;
};

class StreamMethod final : public Method {
 public:
  explicit StreamMethod(const StreamOptions& options) : options_(options), bodies_(options) {}
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "stream"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return bodies_.update(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const float grow = frame_amount(task.frame, request.tolerance);
    const std::span<StreamRun> runs = plan(task, request, grow, arena, stats);
    return stats += deliver(runs.size(), request.threads, sink, scratch, [&](const ChunkOut& out) {
             search(task, runs[out.chunk], grow, out.arena, out.writer, out.stats);
           });
  }

  void validate(const Task& task) const override { bodies_.validate(task); }

 private:
  StreamQuery query(std::uint32_t a, std::uint32_t b, float grow) const {
    return {grow, a == b, options_.culling};
  }

  std::span<StreamRun> plan(const Task& task, const Request& request, float grow, Arena& arena,
                            Stats& stats) const {
    ArenaVector<StreamRun> runs(arena);
    ArenaVector<TileRun> tiles(arena);
    for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
      tiles.clear();
      plan_tiles(bodies_.at(task, a).stream(), bodies_.at(task, b).stream(), query(a, b, grow),
                 arena, tiles, stats);
      for (const TileRun& run : tiles.span()) runs.push_back({a, b, run});
    }
    return runs.size() < few_runs ? in_bands(task, runs.span(), arena) : runs.span();
  }

  // A few tiles do not spread over threads: some rows of each at a time.
  std::span<StreamRun> in_bands(const Task& task, std::span<const StreamRun> tiles,
                                Arena& arena) const {
    ArenaVector<StreamRun> runs(arena);
    for (const StreamRun& tile : tiles) {
      const std::size_t rows = bodies_.at(task, tile.a).stream().tile_boxes(tile.tiles.a).size();
      for (std::uint32_t first = 0; first < rows; first += band_blocks) {
        StreamRun run = tile;
        run.tiles.rows = {first, band_blocks};
        runs.push_back(run);
      }
    }
    return runs.span();
  }

  void search(const Task& all, const StreamRun& run, float grow, Arena& arena,
              CandidateWriter& writer, Stats& stats) const {
    const StreamBody& a = bodies_.at(all, run.a);
    const StreamBody& b = bodies_.at(all, run.b);
    for_each_tile(a.stream(), b.stream(), query(run.a, run.b, grow), run.tiles, arena, stats,
                  [&](std::uint32_t tile_a, std::uint32_t tile_b, std::span<const LeafPair> pairs) {
                    const LeafPairsTask task{a.side(run.a, tile_a), b.side(run.b, tile_b), grow,
                                             run.a == run.b && tile_a == tile_b};
                    const Arena::Mark mark = arena.mark();
                    const Flow flow = push_candidates(task, pairs, arena, writer, stats);
                    arena.rewind(mark);
                    return flow;
                  });
  }

  StreamOptions options_;
  StreamBodies bodies_;
};

}  // namespace

std::unique_ptr<Method> make_stream_method_with(std::uint32_t leaf_size, bool culling) {
  StreamOptions options;
  options.leaf_size = leaf_size;
  options.culling = culling;
  return std::make_unique<StreamMethod>(options);
}
MethodInfo stream_method() {
  return {"stream", "leaves of a tree without the tree, tile against tile", "Zhang 2007", false,
          [] { return std::make_unique<StreamMethod>(StreamOptions{}); }};
}

}  // namespace tact
