// Method `octree`: the lazy octree over the regions where bodies overlap (Smith et al. 1995), with
// its root shrunk to them, as Larsson 2006 compares with. Everything is done in the query.
#include <cstring>
#include <utility>

#include "tact/base/parallel.h"
#include "tact/body/box_collector.h"
#include "tact/flat/octree.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"

namespace tact {
namespace {

constexpr std::size_t enough_cells = 256;  // to share out

class OctreeMethod final : public Method {
 public:
  explicit OctreeMethod(std::uint32_t depth) : depth_(depth) {}
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "octree"; }

  Stats update(const Task& task, Scratch& scratch) override {
    ready_positions(task, scratch);
    return {};
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const BodyOverlaps overlaps = find_overlaps(task, request, arena, stats);
    const CollectedBoxes boxes =
        gather_boxes(task, overlaps, nullptr, arena, request.threads, stats);
    const std::span<float> numbers = arena.allocate<float>(boxes.bodies.size());
    for (std::uint32_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = body_number(boxes.bodies[i], i);
    }
    OctreeTask octree;
    octree.bodies = boxes.bodies;
    octree.numbers = numbers;
    octree.filtered = overlaps.filtered;
    octree.depth = depth_;
    octree.refused = overlaps.refused;
    const OctreeCell root = root_cell(overlaps.region, compact(boxes));
    return search(root, octree, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    Scratch scratch;
    scratch.begin(1);
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, {}, scratch.arena(0), stats);
    const CollectedBoxes boxes = gather_boxes(task, overlaps, nullptr, scratch.arena(0), 1, stats);
    validate_boxes(task, overlaps, boxes);
  }

 private:
  // Closes the gaps between the runs.
  static std::span<const BoxItem> compact(const CollectedBoxes& boxes) {
    BoxItem* next = boxes.items.data();
    for (const std::span<const BoxItem> run : boxes.runs) {
      if (run.data() != next && !run.empty()) {
        std::memmove(static_cast<void*>(next), run.data(), run.size_bytes());
      }
      next += run.size();
    }
    return {boxes.items.data(), next};
  }

  // Level by level until there are enough cells to share out, then each of them depth first.
  static Stats search(const OctreeCell& root, const OctreeTask& task, unsigned threads,
                      CandidateSink& sink, Scratch& scratch, Stats stats) {
    Arena& arena = scratch.arena(0);
    ArenaVector<OctreeCell> cells(arena);
    ArenaVector<OctreeCell> next(arena);
    if (root.items.size() > 1) cells.push_back(root);
    for (bool more = true; more && cells.size() < enough_cells; std::swap(cells, next)) {
      more = false;
      next.clear();
      for (const OctreeCell& cell : cells.span()) {
        if (split_cell(cell, task, arena, next, stats)) {
          more = true;
        } else {
          next.push_back(cell);
        }
      }
    }
    const std::span<Stats> counts = arena.allocate<Stats>(cells.size());
    sink.open(cells.size());
    parallel_for(cells.size(), threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      if (!sink.wants(chunk)) return;
      scratch.chunk_arena(worker).reset();
      BlockWriter writer(sink, chunk, worker);
      search_cell(cells[chunk], task, writer, scratch.chunk_arena(worker), counts[chunk]);
      writer.finish();
    });
    for (const Stats& count : counts) stats += count;
    return stats;
  }

  std::uint32_t depth_;
};

}  // namespace

std::unique_ptr<Method> make_octree_method_of_depth(std::uint32_t depth) {
  return std::make_unique<OctreeMethod>(depth);
}
MethodInfo octree_method() {
  return {"octree", "a lazy octree where bodies overlap, made anew every frame", "Larsson 2006",
          false, [] { return make_octree_method_of_depth(12); }};
}

}  // namespace tact
