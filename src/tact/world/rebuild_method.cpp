// Method `rebuild`: no memory of the last frame at all. Boxes of all primitives, clipped to where
// bodies overlap, in Morton order; one implicit tree over those of all bodies; that tree against
// itself. It is all done in the query, since only the query knows which bodies and how near.
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/bounds/fit.h"
#include "tact/tree/morton_boxes.h"
#include "tact/tree/morton_sort.h"
#include "tact/tree/morton_tree.h"
#include "tact/tree/morton_walk.h"
#include "tact/world/body_overlaps.h"
#include "tact/world/method.h"

namespace tact {
namespace {

constexpr std::uint32_t boxes_per_chunk = 1U << 12;
constexpr std::size_t wide_enough = 256;  // open pairs, before they are shared out
constexpr std::size_t pairs_per_chunk = 4;

struct Forest {
  std::span<BoxItem> items;
  std::span<MortonKey> keys;
  std::span<MortonBody> bodies;
  MortonTree tree;
};

Aabb fresh(const Primitives& primitives, const Task& task, std::uint32_t id) {
  Aabb box{};
  fit_boxes(primitives, task.frame, {id, 1}, std::span<Aabb>(&box, 1));
  return box;
}

bool meets_partner(const OverlappingBody& body, const Aabb& box) {
  for (std::uint32_t i = 0; i < body.partners; ++i) {
    if (overlaps(body.partner_boxes[i / 8].get(i % 8), box)) return true;
  }
  return false;
}

class RebuildMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "rebuild"; }

  // Only what reading in place needs: positions that are not packed floats are mapped here.
  Stats update(const Task& task, Scratch&) override {
    if (bodies_.size() < task.bodies.size()) bodies_.resize(task.bodies.size());
    parallel_for(task.bodies.size(), task.threads, [&](std::size_t slot, unsigned) {
      const BodyState* body = task.bodies[slot];
      Body& own = bodies_[slot];
      if (body == nullptr) {
        own = {};
      } else if (own.motion_version != body->motion_version ||
                 own.frame_version != task.frame.version) {
        const TreePart whole{static_cast<std::uint32_t>(slot), &body->primitives};
        own.geometry = slot_geometry(std::span<const TreePart>(&whole, 1), task.frame, own.buffer);
        own.geometry.parts = {};  // not needed here, and gone in a moment
        own.motion_version = body->motion_version;
        own.frame_version = task.frame.version;
      }
    });
    return {};
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, request, scratch.arena(0), stats);
    const Forest forest = build(task, overlaps, scratch.arena(0), request.threads, stats);
    return walk(forest, overlaps.filtered, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    Scratch scratch;
    scratch.begin(1);
    Stats stats;
    const BodyOverlaps overlaps = find_overlaps(task, {}, scratch.arena(0), stats);
    const Forest forest = build(task, overlaps, scratch.arena(0), 1, stats);
    validate_tree(forest.tree, forest.keys, forest.items.data());
    // Whatever may touch is there, once, with the box that its geometry has.
    std::vector<std::vector<std::uint8_t>> seen(forest.bodies.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      seen[i].resize(task.bodies[forest.bodies[i].slot]->primitives.size());
    }
    for (const MortonKey key : forest.keys) {
      const BoxItem& item = forest.items[static_cast<std::uint32_t>(key)];
      const Primitives& primitives = task.bodies[forest.bodies[item.body].slot]->primitives;
      if (seen[item.body][item.id]++ != 0 || !(item.box() == fresh(primitives, task, item.id))) {
        throw std::logic_error("rebuild: a primitive is there twice, or with a wrong box");
      }
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const OverlappingBody& body = overlaps.bodies[i];
      for (std::uint32_t id = 0; id < seen[i].size(); ++id) {
        const Aabb box = fresh(task.bodies[body.slot]->primitives, task, id);
        if ((body.self || meets_partner(body, box)) != (seen[i][id] == 1)) {
          throw std::logic_error("rebuild: a primitive is missing, or needs not be there");
        }
      }
    }
  }

 private:
  struct Body {
    SlotGeometry geometry;
    std::vector<float> buffer;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };

  Forest build(const Task& task, const BodyOverlaps& overlaps, Arena& arena, unsigned threads,
               Stats& stats) const {
    Forest forest;
    const MortonGrid grid(overlaps.region);
    ArenaVector<CollectJob> jobs(arena);
    ArenaVector<MortonBody> bodies(arena);
    std::uint64_t total = 0;
    for (const OverlappingBody& body : overlaps.bodies) {
      plan(task, body, overlaps.grow, static_cast<std::uint32_t>(bodies.size()), grid, total, jobs);
      bodies.push_back({body.slot, body.group, body.mask, body.self});
    }
    forest.bodies = bodies.span();
    forest.items = arena.allocate<BoxItem>(total);
    const std::span<MortonKey> keys = arena.allocate<MortonKey>(total);
    const auto runs = arena.allocate<std::span<const MortonKey>>(jobs.size());
    parallel_for(jobs.size(), threads, [&](std::size_t i, unsigned) {
      const std::uint32_t place = jobs[i].place;
      runs[i] = keys.subspan(
          place, collect_boxes(jobs[i], forest.items.data() + place, keys.data() + place));
    });
    forest.keys = sort_keys(runs, arena, threads);
    forest.tree = build_tree(forest.keys, forest.items.data(), forest.bodies, arena, threads);
    stats.primitives_read += total;
    stats.nodes_split += forest.tree.blocks();
    return forest;
  }

  void plan(const Task& task, const OverlappingBody& body, float grow, std::uint32_t index,
            const MortonGrid& grid, std::uint64_t& total, ArenaVector<CollectJob>& jobs) const {
    const std::uint32_t count = task.bodies[body.slot]->primitives.size();
    if (total + count > 0xFFFFFFFFU) {
      throw Error(ErrorCode::limit_exceeded, "rebuild: more than 2^32 - 1 primitives in a query");
    }
    for (std::size_t chunk = 0; chunk < chunk_count(count, boxes_per_chunk); ++chunk) {
      const auto [first, last] = chunk_range(count, boxes_per_chunk, chunk);
      CollectJob job;
      job.primitives = &task.bodies[body.slot]->primitives;
      job.geometry = &bodies_[body.slot].geometry;
      job.range = {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)};
      job.body = index;
      job.grow = grow;
      job.clipped = !body.self;
      job.clip_all = body.partners_box;
      if (!body.self && body.partners > 1) job.clip = body.partner_boxes;
      job.grid = &grid;
      job.place = static_cast<std::uint32_t>(total + first);
      jobs.push_back(job);
    }
    total += count;
  }

  static Stats walk(const Forest& forest, bool filtered, unsigned threads, CandidateSink& sink,
                    Scratch& scratch, Stats stats) {
    Arena& arena = scratch.arena(0);
    const MortonWalkTask task{&forest.tree, forest.bodies, filtered};
    ArenaVector<MortonPair> front(arena);
    ArenaVector<MortonPair> next(arena);
    ArenaVector<Candidate> found(arena);
    if (forest.tree.levels > 0) front.push_back({0, 0, forest.tree.levels - 1});
    while (!front.empty() && front.size() < wide_enough) {
      next.clear();
      widen(front.span(), task, next, found, stats);
      std::swap(front, next);
    }
    // Chunk 0 is what was found on the way; the others are runs of open pairs.
    const std::size_t chunks = 1 + chunk_count(front.size(), pairs_per_chunk);
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
        const auto [first, last] = chunk_range(front.size(), pairs_per_chunk, chunk - 1);
        drain(front.span().subspan(first, last - first), task, writer, scratch.chunk_arena(worker),
              counts[chunk]);
      }
      writer.finish();
    });
    for (const Stats& count : counts) stats += count;
    return stats;
  }

  std::vector<Body> bodies_;  // by slot
};

}  // namespace

std::unique_ptr<Method> make_rebuild_method() { return std::make_unique<RebuildMethod>(); }

}  // namespace tact
