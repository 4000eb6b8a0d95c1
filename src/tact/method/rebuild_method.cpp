// Method `rebuild`: no memory of the last frame at all. Boxes of all primitives, clipped to where
// bodies overlap, in Morton order; one implicit tree over those of all bodies; that tree against
// itself. It is all done in the query, since only the query knows which bodies and how near.
#include "tact/body/box_collector.h"
#include "tact/method/method.h"
#include "tact/traverse/driver.h"
#include "tact/traverse/morton_walk.h"
#include "tact/tree/morton_sort.h"
#include "tact/tree/morton_tree.h"

namespace tact {
namespace {

// What driver.h asks of a walk.
struct RebuildWalk {
  using Open = MortonPair;
  static constexpr std::size_t run = 4;
  static constexpr bool finds = true;
  const MortonWalkTask& task;

  bool widen(std::span<const MortonPair> front, ArenaVector<MortonPair>& next,
             ArenaVector<Candidate>& found, unsigned, Stats& stats) const {
    tact::widen(front, task, next, found, stats);
    return true;
  }
  void drain(std::span<const MortonPair> open, const ChunkOut& out) const {
    tact::drain(open, task, out.writer, out.arena, out.stats);
  }
};

struct MortonBuild {
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
    const MortonBuild built = build(task, overlaps, scratch.arena(0), request.threads, stats);
    return walk(built, overlaps, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    Scratch scratch;
    scratch.begin(1);
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, {}, scratch.arena(0), stats);
    const MortonBuild built = build(task, overlaps, scratch.arena(0), 1, stats);
    validate_boxes(task, overlaps, built.boxes);
    validate_tree(built.tree, built.keys, built.boxes.items.data());
  }

 private:
  static MortonBuild build(const Task& task, const BodyOverlaps& overlaps, Arena& arena,
                           unsigned threads, Stats& stats) {
    MortonBuild built;
    const MortonGrid grid(overlaps.region);
    built.boxes = gather_boxes(task, overlaps, &grid, arena, threads, stats);
    built.keys = sort_keys(built.boxes.keys, arena, threads);
    built.tree =
        build_tree(built.keys, built.boxes.items.data(), built.boxes.bodies, arena, threads);
    stats.nodes_split += built.tree.blocks();
    return built;
  }

  static Stats walk(const MortonBuild& built, const BodyOverlaps& overlaps, unsigned threads,
                    CandidateSink& sink, Scratch& scratch, Stats stats) {
    Arena& arena = scratch.arena(0);
    const MortonWalkTask task{&built.tree, built.boxes.bodies, overlaps.filtered, overlaps.refused};
    ArenaVector<MortonPair> front(arena);
    if (built.tree.levels > 0) front.push_back({0, 0, built.tree.levels - 1});
    RebuildWalk walk{task};
    drive(walk, front, threads, sink, scratch, stats);
    return stats;
  }
};

}  // namespace

MethodInfo rebuild_method() {
  return {"rebuild", "one tree over all bodies in Morton order, made anew every frame", "", false,
          [] { return std::make_unique<RebuildMethod>(); }};
}

}  // namespace tact
