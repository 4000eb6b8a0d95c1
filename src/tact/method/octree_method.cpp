// Method `octree`: the lazy octree over the regions where bodies overlap (Smith et al. 1995), with
// its root shrunk to them, as Larsson 2006 compares with. Everything is done in the query.
#include <cstring>

#include "tact/body/box_collector.h"
#include "tact/flat/octree.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"
#include "tact/traverse/driver.h"

namespace tact {
namespace {

// What driver.h asks of a walk: here it is cells that are open.
struct OctreeWalk {
  using Open = OctreeCell;
  static constexpr std::size_t run = 1;
  static constexpr bool finds = false;
  const OctreeTask& task;
  Scratch& scratch;

  bool widen(std::span<const OctreeCell> cells, ArenaVector<OctreeCell>& next,
             ArenaVector<Candidate>&, unsigned worker, Stats& stats) const {
    bool more = false;
    for (const OctreeCell& cell : cells) {
      if (split_cell(cell, task, scratch.arena(worker), next, stats)) {
        more = true;
      } else {
        next.push_back(cell);
      }
    }
    return more;
  }
  void drain(std::span<const OctreeCell> cells, const ChunkOut& out) const {
    search_cell(cells[0], task, out.writer, out.arena, out.stats);
  }
};

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
    ArenaVector<OctreeCell> cells(arena);
    if (root.items.size() > 1) cells.push_back(root);
    OctreeWalk walk{octree, scratch};
    drive(walk, cells, request.threads, sink, scratch, stats);
    return stats;
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
