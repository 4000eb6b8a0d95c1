#include "tact/question/cast.h"

#include <algorithm>
#include <bit>

#include "tact/base/parallel.h"
#include "tact/body/box_trees.h"
#include "tact/contact/ray_hits.h"
#include "tact/traverse/ray_walk.h"

namespace tact {
namespace {

constexpr std::size_t rays_per_chunk = 32;

// The bodies that may be met, and their boxes eight side by side.
struct Targets {
  std::span<std::uint32_t> slots;
  std::span<Aabb8> boxes;
  Aabb reach = Aabb::nothing();  // around all of them
};

Targets targets_of(const Task& task, std::uint32_t groups, Arena& arena) {
  Targets out;
  ArenaVector<std::uint32_t> slots(arena);
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* const body = task.bodies[slot];
    if (body == nullptr || (body->group & groups) == 0 || body->primitives.size() == 0) continue;
    LazyTree& tree = box_tree_of(*body);
    tree.announce_query();
    slots.push_back(slot);
    out.reach = merge(out.reach, tree.box());
  }
  out.slots = slots.span();
  out.boxes = arena.allocate<Aabb8>(chunk_count(slots.size(), 8));
  for (std::size_t i = 0; i < out.boxes.size() * 8; ++i) {
    out.boxes[i / 8].set(
        i % 8, i < slots.size() ? box_tree_of(*task.bodies[slots[i]]).box() : Aabb::nothing());
  }
  return out;
}

// One ray on its way through the bodies.
class Cast final : public RayVisitor {
 public:
  Cast(const Task& task, const Ray& ray, RayMode mode, const Aabb& reach, ArenaVector<RayHit>& hits,
       Stats& stats)
      : line_(line_of(ray)),
        slabs_(SlabRay::of(ray.origin, ray.direction, ray.t_max, task.frame, reach)),
        task_(task),
        mode_(mode),
        hits_(hits),
        begin_(hits.size()),
        end_(slabs_.end),
        stats_(stats) {}

  void go(const Targets& targets, Arena& arena) {
    if (end_ < 0) return;
    ArenaVector<Near> near(arena);
    for (std::size_t k = 0; k < targets.boxes.size(); ++k) {
      float enters[8];
      stats_.bounds_tests += 8;
      for (std::uint32_t lanes = meet_boxes(slabs_, targets.boxes[k], enters); lanes != 0;
           lanes &= lanes - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
        near.push_back({enters[lane], targets.slots[8 * k + lane]});
      }
    }
    // By slot where boxes are entered together, so that the order is fixed.
    std::sort(near.begin(), near.end(), [](const Near& a, const Near& b) {
      return a.enter != b.enter ? a.enter < b.enter : a.slot < b.slot;
    });
    for (const Near& body : near) {
      if (body.enter > end_) break;
      slot_ = body.slot;
      end_ = walk_ray(box_tree_of(*task_.bodies[slot_]), slabs_, end_, *this, arena, stats_);
      if (end_ < 0) break;
    }
    std::sort(hits_.begin() + begin_, hits_.end(), comes_before);
  }

 private:
  struct Near {
    float enter;
    std::uint32_t slot;
  };

  float visit(const Block& leaf, std::uint32_t lanes) override {
    const Primitives& primitives = task_.bodies[slot_]->primitives;
    const bool points = primitives.kind() == PrimitiveKind::points;
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t id = leaf.name[std::countr_zero(lanes)].id;
      ++stats_.primitive_tests;
      const bool met = points ? test(primitives.ball(id), id) : test(primitives.triangle(id), id);
      if (met && mode_ == RayMode::any) return -1;
    }
    return end_;
  }

  template <class Primitive>
  bool test(const Primitive& primitive, std::uint32_t id) {
    if (!ray_meets(line_, primitive)) return false;
    const RayMeeting first = first_meeting(line_, primitive);
    const BodyState& body = *task_.bodies[slot_];
    keep({first.t, first.u, first.v, body.id, id, body.user});
    return true;
  }

  void keep(const RayHit& hit) {
    if (mode_ != RayMode::first || hits_.size() == begin_) {
      hits_.push_back(hit);
    } else if (comes_before(hit, hits_[begin_])) {
      hits_[begin_] = hit;
    } else {
      return;
    }
    if (mode_ == RayMode::first) end_ = std::min(end_, slabs_.end_at(hit.t));
  }

  RayLine line_;
  SlabRay slabs_;
  const Task& task_;
  RayMode mode_;
  ArenaVector<RayHit>& hits_;
  std::size_t begin_;  // of this ray's
  float end_;
  std::uint32_t slot_ = 0;
  Stats& stats_;
};

struct CastChunk {
  std::span<const RayHit> hits;
  std::size_t count[rays_per_chunk];  // of each ray
  Stats stats;
};

}  // namespace

void cast_rays(const Task& task, std::span<const Ray> rays, const RayOptions& options,
               Scratch& scratch, RayHits& out) {
  Arena& arena = scratch.arena(0);
  const Targets targets = targets_of(task, options.groups, arena);
  const std::span<CastChunk> chunks =
      arena.allocate<CastChunk>(chunk_count(rays.size(), rays_per_chunk));
  parallel_for(chunks.size(), options.threads, [&](std::size_t i, unsigned worker) {
    CastChunk& chunk = chunks[i];
    chunk.stats = {};
    Arena& own = scratch.chunk_arena(worker);
    own.reset();
    ArenaVector<RayHit> hits(scratch.arena(worker));
    const auto [first, last] = chunk_range(rays.size(), rays_per_chunk, i);
    for (std::size_t k = first; k < last; ++k) {
      const std::size_t before = hits.size();
      const Arena::Mark mark = own.mark();
      Cast cast(task, rays[k], options.mode, targets.reach, hits, chunk.stats);
      cast.go(targets, own);
      own.rewind(mark);
      chunk.count[k - first] = hits.size() - before;
    }
    chunk.hits = hits.span();
  });
  RayHitWriter writer(out);
  writer.begin(rays.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    std::span<const RayHit> left = chunks[i].hits;
    const auto [first, last] = chunk_range(rays.size(), rays_per_chunk, i);
    for (std::size_t k = 0; k < last - first; ++k) {
      writer.add(left.first(chunks[i].count[k]));
      left = left.subspan(chunks[i].count[k]);
    }
    out.stats += chunks[i].stats;
  }
}

}  // namespace tact
