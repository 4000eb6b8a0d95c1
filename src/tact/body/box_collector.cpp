#include "tact/body/box_collector.h"

#include <stdexcept>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/body/upkeep.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

constexpr std::uint32_t collected_per_chunk = 1U << 12;

Aabb fresh_box(const Primitives& primitives, const BoundsFrame& frame, std::uint32_t id) {
  Aabb box{};
  fit_boxes(primitives, frame, {id, 1}, std::span<Aabb>(&box, 1));
  return box;
}

bool meets_partner(const OverlappingBody& body, const Aabb& box) {
  for (std::uint32_t i = 0; i < body.partners; ++i) {
    if (overlaps(body.partner_boxes[i / 8].get(i % 8), box)) return true;
  }
  return false;
}

std::span<CollectJob> plan_jobs(const Task& task, const BodyOverlaps& overlaps,
                                const MortonGrid* grid, Arena& arena, std::uint32_t& total) {
  ArenaVector<CollectJob> jobs(arena);
  total = 0;
  for (std::uint32_t i = 0; i < overlaps.bodies.size(); ++i) {
    const OverlappingBody& body = overlaps.bodies[i];
    CollectJob job;
    job.primitives = &task.bodies[body.slot]->primitives;
    job.geometry = &task.bodies[body.slot]->structures.at<ReadyPositions>(0).geometry;
    job.body = i;
    job.grow = overlaps.grow;
    job.clipped = !body.rule.self;
    job.clip_all = body.partners_box;
    if (!body.rule.self && body.partners > 1) job.clip = body.partner_boxes;
    job.grid = grid;
    const std::uint32_t count = job.primitives->size();
    if (count > 0xFFFFFFFFU - total) {
      throw Error(ErrorCode::limit_exceeded, "more than 2^32 - 1 primitives in a query");
    }
    for (std::size_t chunk = 0; chunk < chunk_count(count, collected_per_chunk); ++chunk) {
      const auto [first, last] = chunk_range(count, collected_per_chunk, chunk);
      job.range = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)};
      job.place = total + job.range.first;
      jobs.push_back(job);
    }
    total += count;
  }
  return jobs.span();
}

}  // namespace

void ready_positions(const Task& task, Scratch& scratch) {
  keep_structures<ReadyPositions>(
      task, scratch, 0, any_body,
      [&](ReadyPositions& own, const BodyState& body, std::uint32_t slot, unsigned, unsigned) {
        const TreePart whole{slot, &body.primitives, 0, 0};
        own.geometry = entry_geometry(std::span<const TreePart>(&whole, 1), task.frame, own.buffer);
        own.geometry.parts = {};  // not needed here, and gone in a moment
        return Stats{};
      });
}

CollectedBoxes gather_boxes(const Task& task, const BodyOverlaps& overlaps, const MortonGrid* grid,
                            Arena& arena, unsigned threads, Stats& stats) {
  CollectedBoxes boxes;
  boxes.bodies = arena.allocate<BoxBody>(overlaps.bodies.size());
  for (std::size_t i = 0; i < boxes.bodies.size(); ++i) {
    const OverlappingBody& body = overlaps.bodies[i];
    boxes.bodies[i] = {body.slot, body.rule};
  }
  std::uint32_t total = 0;
  const std::span<CollectJob> jobs = plan_jobs(task, overlaps, grid, arena, total);
  boxes.items = arena.allocate<BoxItem>(total);
  const std::span<MortonKey> keys = arena.allocate<MortonKey>(grid == nullptr ? 0 : total);
  boxes.runs = arena.allocate<std::span<BoxItem>>(jobs.size());
  boxes.keys = arena.allocate<std::span<const MortonKey>>(grid == nullptr ? 0 : jobs.size());
  parallel_for(jobs.size(), threads, [&](std::size_t i, unsigned) {
    const std::uint32_t place = jobs[i].place;
    MortonKey* const first_key = grid == nullptr ? nullptr : keys.data() + place;
    const std::uint32_t count = collect_boxes(jobs[i], boxes.items.data() + place, first_key);
    boxes.runs[i] = boxes.items.subspan(place, count);
    if (grid != nullptr) boxes.keys[i] = keys.subspan(place, count);
  });
  stats.primitives_read += total;
  return boxes;
}

void validate_boxes(const Task& task, const BodyOverlaps& overlaps, const CollectedBoxes& boxes) {
  std::vector<std::vector<std::uint8_t>> seen(overlaps.bodies.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    seen[i].resize(task.bodies[overlaps.bodies[i].slot]->primitives.size());
  }
  for (const std::span<const BoxItem> run : boxes.runs) {
    for (const BoxItem& item : run) {
      const Primitives& primitives = task.bodies[overlaps.bodies[item.body].slot]->primitives;
      if (seen[item.body][item.id]++ != 0 ||
          !(item.box() == fresh_box(primitives, task.frame, item.id))) {
        throw std::logic_error("boxes: a primitive is there twice, or with a wrong box");
      }
    }
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const OverlappingBody& body = overlaps.bodies[i];
    const Primitives& primitives = task.bodies[body.slot]->primitives;
    for (std::uint32_t id = 0; id < seen[i].size(); ++id) {
      const bool due = body.rule.self || meets_partner(body, fresh_box(primitives, task.frame, id));
      if (due != (seen[i][id] == 1)) {
        throw std::logic_error("boxes: a primitive is missing, or needs not be there");
      }
    }
  }
}

}  // namespace tact
