// Method `boxes`: all pairs of boxes by SIMD, then the exact test. What `brute` is checked with,
// and the plainest thing that still copes with large scenes.
#include <algorithm>
#include <vector>

#include "tact/base/deliver.h"
#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/bounds/fit.h"
#include "tact/flat/box_pairs.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint64_t tests_per_chunk = 1U << 20;
constexpr std::uint32_t boxes_per_update = 1U << 12;  // of an update; a multiple of 8

struct Boxes {
  std::vector<Aabb8> blocks;
  std::uint32_t count = 0;
  Aabb all = Aabb::nothing();
  std::uint64_t motion_version = 0;
  std::uint64_t frame_version = 0;

  BoxStream stream() const { return {blocks, count, all}; }
};

// Fills the blocks of one chunk and returns the box of all of them.
Aabb fit_blocks(const Primitives& primitives, const BoundsFrame& frame, Range range,
                std::span<Aabb8> blocks) {
  Aabb all = Aabb::nothing();
  Aabb eight[8];
  for (std::uint32_t i = 0; i < range.count; i += 8) {
    const std::uint32_t lanes = std::min<std::uint32_t>(8, range.count - i);
    fit_boxes(primitives, frame, {range.first + i, lanes}, std::span<Aabb>(eight, lanes));
    std::fill(eight + lanes, eight + 8, Aabb::nothing());
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      blocks[i / 8].set(lane, eight[lane]);
      all = merge(all, eight[lane]);
    }
  }
  return all;
}

class BoxesMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "boxes"; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats;
    if (boxes_.size() < task.bodies.size()) boxes_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      Boxes& boxes = boxes_[slot];
      if (body == nullptr) {
        boxes = Boxes{};
        continue;
      }
      if (boxes.motion_version == body->motion_version &&
          boxes.frame_version == task.frame.version) {
        continue;
      }
      refit(boxes, *body, task, scratch);
      stats.primitives_read += boxes.count;
    }
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    const float grow = frame_amount(task.frame, request.tolerance);
    Stats stats;
    const std::span<BoxPairJob> jobs = plan(task, request, grow, scratch.arena(0), stats);
    return stats += deliver(jobs.size(), request.threads, sink, scratch, [&](const ChunkOut& out) {
             const BoxPairJob& job = jobs[out.chunk];
             out.stats.bounds_tests +=
                 find_box_pairs(job, boxes_[job.body_a].stream(), boxes_[job.body_b].stream(),
                                out.arena, out.writer);
           });
  }

  void validate(const Task& task) const override {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] == nullptr) continue;
      const Boxes& boxes = boxes_[slot];
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
  void refit(Boxes& boxes, const BodyState& body, const Task& task, Scratch& scratch) {
    boxes.count = body.primitives.size();
    boxes.blocks.resize((boxes.count + std::size_t{7}) / 8);
    const std::size_t chunks = chunk_count(boxes.count, boxes_per_update);
    const std::span<Aabb> parts = scratch.arena(0).allocate<Aabb>(chunks);
    parallel_for(chunks, task.threads, [&](std::size_t chunk, unsigned) {
      const auto [first, last] = chunk_range(boxes.count, boxes_per_update, chunk);
      const Range range{static_cast<std::uint32_t>(first),
                        static_cast<std::uint32_t>(last - first)};
      parts[chunk] = fit_blocks(body.primitives, task.frame, range,
                                std::span<Aabb8>(boxes.blocks).subspan(first / 8));
    });
    boxes.all = Aabb::nothing();
    for (const Aabb& part : parts) boxes.all = merge(boxes.all, part);
    boxes.motion_version = body.motion_version;
    boxes.frame_version = task.frame.version;
  }

  std::span<BoxPairJob> plan(const Task& task, const Request& request, float grow, Arena& arena,
                             Stats& stats) const {
    ArenaVector<BoxPairJob> jobs(arena);
    for_each_body_pair(task, request, [&](std::uint32_t a, std::uint32_t b) {
      const Boxes& of_a = boxes_[a];
      const Boxes& of_b = boxes_[b];
      if (a != b) {
        ++stats.bounds_tests;
        Aabb grown = of_a.all;
        grown.grow(grow);
        if (of_a.all.empty() || !overlaps(grown, of_b.all)) return;
      }
      if (of_a.count == 0 || of_b.count == 0) return;
      const auto step = static_cast<std::uint32_t>(std::max<std::uint64_t>(
          1, std::min<std::uint64_t>(of_a.count, tests_per_chunk / of_b.count)));
      for (std::uint64_t first = 0; first < of_a.count; first += step) {
        const auto count =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(step, of_a.count - first));
        jobs.push_back({a, b, {static_cast<std::uint32_t>(first), count}, grow});
      }
    });
    return jobs.span();
  }

  std::vector<Boxes> boxes_;  // by slot
};

}  // namespace

std::unique_ptr<Method> make_boxes_method() { return std::make_unique<BoxesMethod>(); }

}  // namespace tact
