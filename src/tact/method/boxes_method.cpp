// Method `boxes`: all pairs of boxes by SIMD, then the exact test. What `brute` is checked with,
// and the plainest thing that still copes with large scenes.
#include <algorithm>

#include "tact/base/deliver.h"
#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/body_pairs.h"
#include "tact/body/packed_body.h"
#include "tact/body/upkeep.h"
#include "tact/bounds/fit.h"
#include "tact/flat/box_pairs.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint64_t tests_per_chunk = 1U << 20;

class BoxesMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "boxes"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return keep_structures_in_turn<PackedBody>(
        task, scratch, 0, any_body,
        [&](PackedBody& own, const BodyState& body, std::uint32_t, unsigned threads, unsigned) {
          own.refit(body.primitives, task.frame, threads, scratch.arena(0));
          Stats stats;
          stats.primitives_read = own.count;
          return stats;
        });
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    const float grow = frame_amount(task.frame, request.tolerance);
    Stats stats;
    const std::span<BoxPairJob> jobs = plan(task, request, grow, scratch.arena(0), stats);
    return stats += deliver(jobs.size(), request.threads, sink, scratch, [&](const ChunkOut& out) {
             const BoxPairJob& job = jobs[out.chunk];
             out.stats.bounds_tests +=
                 find_box_pairs(job, of(task, job.body_a).stream(), of(task, job.body_b).stream(),
                                out.arena, out.writer);
           });
  }

  void validate(const Task& task) const override {
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] == nullptr) continue;
      const PackedBody& boxes = require_current<PackedBody>(task, slot, 0);
      if (boxes.count != task.bodies[slot]->primitives.size()) {
        throw std::logic_error("boxes: a body has not as many boxes as primitives");
      }
      for (std::uint32_t i = 0; i < boxes.count; ++i) {
        Aabb fresh{};
        fit_boxes(task.bodies[slot]->primitives, task.frame, {i, 1}, std::span<Aabb>(&fresh, 1));
        if (!(boxes.blocks[i / 8].get(i % 8) == fresh) || !encloses(boxes.all, fresh)) {
          throw std::logic_error("boxes: a stored box is not the box of its primitive");
        }
      }
    }
  }

 private:
  static std::span<BoxPairJob> plan(const Task& task, const Request& request, float grow,
                                    Arena& arena, Stats& stats) {
    ArenaVector<BoxPairJob> jobs(arena);
    for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
      const PackedBody& of_a = of(task, a);
      const PackedBody& of_b = of(task, b);
      if (a != b) {
        ++stats.bounds_tests;
        Aabb grown = of_a.all;
        grown.grow(grow);
        if (of_a.all.empty() || !overlaps(grown, of_b.all)) continue;
      }
      if (of_a.count == 0 || of_b.count == 0) continue;
      const auto step = static_cast<std::uint32_t>(std::max<std::uint64_t>(
          1, std::min<std::uint64_t>(of_a.count, tests_per_chunk / of_b.count)));
      for (std::uint64_t first = 0; first < of_a.count; first += step) {
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(step, of_a.count - first));
        jobs.push_back({a, b, {static_cast<std::uint32_t>(first), count}, grow});
      }
    }
    return jobs.span();
  }

  static const PackedBody& of(const Task& task, std::uint32_t slot) {
    return task.bodies[slot]->structures.at<PackedBody>(0);
  }
};

}  // namespace

std::unique_ptr<Method> make_boxes_method() { return std::make_unique<BoxesMethod>(); }
MethodInfo boxes_method() {
  return {"boxes", "every pair of boxes, eight at a time", "", false, make_boxes_method};
}

}  // namespace tact
