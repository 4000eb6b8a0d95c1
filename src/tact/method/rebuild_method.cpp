// Method `rebuild`: no memory of the last frame at all. Boxes of all primitives, clipped to where
// bodies overlap, in Morton order; one implicit tree over those of all bodies; that tree against
// itself. It is all done in the query, since only the query knows which bodies and how near.
#include <utility>

#include "tact/base/parallel.h"
#include "tact/body/box_collector.h"
#include "tact/method/method.h"
#include "tact/traverse/morton_walk.h"
#include "tact/tree/morton_sort.h"
#include "tact/tree/morton_tree.h"

namespace tact {
namespace {

constexpr std::size_t rebuild_wide_enough = 256;  // open pairs, before they are shared out
constexpr std::size_t rebuild_pairs_per_chunk = 4;

struct Forest {
  CollectedBoxes boxes;
  std::span<MortonKey> keys;
  MortonTree tree;
};

class RebuildMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "rebuild"; }

  Stats update(const Task& task, Scratch& scratch) override {
    ready_positions(task, scratch);
    return {};
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, request, scratch.arena(0), stats);
    const Forest forest = build(task, overlaps, scratch.arena(0), request.threads, stats);
    return walk(forest, overlaps, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    Scratch scratch;
    scratch.begin(1);
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, {}, scratch.arena(0), stats);
    const Forest forest = build(task, overlaps, scratch.arena(0), 1, stats);
    validate_boxes(task, overlaps, forest.boxes);
    validate_tree(forest.tree, forest.keys, forest.boxes.items.data());
  }

 private:
  static Forest build(const Task& task, const BodyOverlaps& overlaps, Arena& arena,
                      unsigned threads, Stats& stats) {
    Forest forest;
    const MortonGrid grid(overlaps.region);
    forest.boxes = gather_boxes(task, overlaps, &grid, arena, threads, stats);
    forest.keys = sort_keys(forest.boxes.keys, arena, threads);
    forest.tree =
        build_tree(forest.keys, forest.boxes.items.data(), forest.boxes.bodies, arena, threads);
    stats.nodes_split += forest.tree.blocks();
    return forest;
  }

  static Stats walk(const Forest& forest, const BodyOverlaps& overlaps, unsigned threads,
                    CandidateSink& sink, Scratch& scratch, Stats stats) {
    Arena& arena = scratch.arena(0);
    const MortonWalkTask task{&forest.tree, forest.boxes.bodies, overlaps.filtered,
                              overlaps.refused};
    ArenaVector<MortonPair> front(arena);
    ArenaVector<MortonPair> next(arena);
    ArenaVector<Candidate> found(arena);
    if (forest.tree.levels > 0) front.push_back({0, 0, forest.tree.levels - 1});
    while (!front.empty() && front.size() < rebuild_wide_enough) {
      next.clear();
      widen(front.span(), task, next, found, stats);
      std::swap(front, next);
    }
    // Chunk 0 is what was found on the way; the others are runs of open pairs.
    const std::size_t chunks = 1 + chunk_count(front.size(), rebuild_pairs_per_chunk);
    const std::span<Stats> counts = arena.allocate<Stats>(chunks);
    sink.open(chunks);
    parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      if (!sink.wants(chunk)) return;
      scratch.chunk_arena(worker).reset();
      BlockWriter writer(sink, chunk, worker);
      if (chunk == 0) {
        for (const Candidate& candidate : found.span()) {
          if (writer.push(candidate) == Flow::stop) break;
        }
      } else {
        const auto [first, last] = chunk_range(front.size(), rebuild_pairs_per_chunk, chunk - 1);
        drain(front.span().subspan(first, last - first), task, writer, scratch.chunk_arena(worker),
              counts[chunk]);
      }
      writer.finish();
    });
    for (const Stats& count : counts) stats += count;
    return stats;
  }
};

}  // namespace

MethodInfo rebuild_method() {
  return {"rebuild", "one tree over all bodies in Morton order, made anew every frame", "", false,
          [] { return std::make_unique<RebuildMethod>(); }};
}

}  // namespace tact
