// Method `dbvh`: a DynamicBvh per body, and the wavefront of open block pairs over all pairs of
// bodies at once: breadth first until there is enough to share out, then depth first in chunks.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/world/dbvh_method.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/traverse/front.h"
#include "tact/traverse/wide_simd.h"
#include "tact/tree/dynamic_bvh.h"
#include "tact/world/wavefront.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Turns slots of two trees into candidates of two bodies.
template <class Out>
struct SlotSink {
  const BodyTrees& bodies;
  Out& out;
  HWY_INLINE Flow operator()(std::uint32_t slot_a, std::uint32_t slot_b) const {
    return out.push(ordered(bodies.body_a, bodies.tree_a->slots()[slot_a].id, bodies.body_b,
                            bodies.tree_b->slots()[slot_b].id));
  }
};

struct ListOut {
  ArenaVector<Candidate>& list;
  HWY_INLINE Flow push(const Candidate& candidate) {
    list.push_back(candidate);
    return Flow::go_on;
  }
};

// One level: every pair of `front` is replaced by its overlapping children in `next`.
void widen_impl(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                Stats& stats) {
  ListOut out{found};
  for (const OpenPair& open : front) {
    const BodyTrees& bodies = task.bodies[open.bodies];
    SlotSink<ListOut> sink{bodies, out};
    WideWalk<DynamicBvh, SlotSink<ListOut>> walk(*bodies.tree_a, *bodies.tree_b, task.grow, arena,
                                                 sink, stats);
    walk.visit(open.blocks.a, open.blocks.b, [&](Block* a, Block* b) {
      next.push_back({{a, b}, open.bodies});
    });
  }
}

// Everything below the given pairs.
void drain_impl(std::span<const OpenPair> front, const WavefrontTask& task, BlockWriter& writer,
                Arena& arena, Arena& stack_arena, Stats& stats) {
  ArenaVector<BlockPair> stack(stack_arena);
  for (const OpenPair& open : front) {
    const BodyTrees& bodies = task.bodies[open.bodies];
    SlotSink<BlockWriter> sink{bodies, writer};
    WideWalk<DynamicBvh, SlotSink<BlockWriter>> walk(*bodies.tree_a, *bodies.tree_b, task.grow,
                                                     arena, sink, stats);
    const auto push = [&](Block* a, Block* b) { stack.push_back({a, b}); };
    push(open.blocks.a, open.blocks.b);
    while (!stack.empty()) {
      const BlockPair pair = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (walk.visit(pair.a, pair.b, push) == Flow::stop) return;
    }
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <memory>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/world/method.h"

namespace tact {
namespace {

HWY_EXPORT(widen_impl);
HWY_EXPORT(drain_impl);

constexpr std::size_t wide_enough = 256;  // open pairs, before they are shared out
constexpr std::size_t pairs_per_chunk = 4;

// Growing a box in float rounds by up to half an ulp of a coordinate, and a frame's coordinates are
// at most 8 (BoundsFrame::suits): this is more.
float reach_of(float amount) { return amount > 0 ? amount + (amount + 8.0F) * 0x1p-22F : 0.0F; }

class DbvhMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "dbvh"; }

  Stats update(const Task& task, Scratch& scratch) override {
    if (bodies_.size() < task.bodies.size()) bodies_.resize(task.bodies.size());
    ArenaVector<std::uint32_t> moved(scratch.arena(0));
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) {
        bodies_[slot] = {};
      } else if (bodies_[slot].motion_version != body->motion_version ||
                 bodies_[slot].frame_version != task.frame.version) {
        moved.push_back(slot);
      }
    }
    const std::span<Stats> counts = scratch.arena(0).allocate<Stats>(moved.size());
    parallel_for(moved.size(), task.threads, [&](std::size_t i, unsigned) {
      counts[i] = update_body(bodies_[moved[i]], *task.bodies[moved[i]], task);
    });
    Stats stats;
    for (const Stats& count : counts) stats += count;
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    scratch.chunk_arena(0).reset();
    ArenaVector<BodyTrees> pairs(arena);
    ArenaVector<OpenPair> front(arena);
    WavefrontTask wave;
    wave.grow = reach_of(frame_amount(task.frame, request.tolerance));
    begin(task, request, wave.grow, pairs, stats);
    wave.bodies = pairs.span();
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      Block* const a = pairs[i].tree_a->root(scratch.chunk_arena(0), stats);
      Block* const b = pairs[i].tree_b->root(scratch.chunk_arena(0), stats);
      front.push_back({{a, b}, i});
    }
    ArenaVector<Candidate> found(arena);
    ArenaVector<OpenPair> next(arena);
    while (!front.empty() && front.size() < wide_enough) {
      next.clear();
      HWY_DYNAMIC_DISPATCH(widen_impl)
      (front.span(), next, found, wave, scratch.chunk_arena(0), stats);
      std::swap(front, next);
    }
    return share_out(front.span(), found.span(), wave, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] != nullptr && bodies_[slot].tree) bodies_[slot].tree->validate();
    }
  }

 private:
  struct Body {
    std::unique_ptr<DynamicBvh> tree;
    BodyId id;
    std::uint64_t shape_version = 0;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };

  static Stats update_body(Body& own, const BodyState& body, const Task& task) {
    if (!own.tree) own.tree = std::make_unique<DynamicBvh>();
    if (own.shape_version != body.shape_version) {
      if (own.id == body.id && own.tree->size() == body.primitives.size()) {
        own.tree->reindex(body.primitives);
      } else {
        own.tree->reset(body.primitives);
      }
    }
    own.id = body.id;
    own.shape_version = body.shape_version;
    own.motion_version = body.motion_version;
    own.frame_version = task.frame.version;
    return own.tree->update(body.primitives, task.frame, body.extent);
  }

  // The pairs of bodies whose boxes overlap.
  void begin(const Task& task, const Request& request, float grow, ArenaVector<BodyTrees>& pairs,
             Stats& stats) const {
    for_each_body_pair(task, request, [&](std::uint32_t a, std::uint32_t b) {
      DynamicBvh& of_a = *bodies_[a].tree;
      DynamicBvh& of_b = *bodies_[b].tree;
      if (of_a.size() == 0 || of_b.size() == 0) return;
      if (a != b) {
        ++stats.bounds_tests;
        Aabb grown = of_a.box();
        grown.grow(grow);
        if (!overlaps(grown, of_b.box())) return;
      }
      pairs.push_back({&of_a, &of_b, a, b});
    });
  }

  // Chunk 0 is what was found on the way; the others are runs of open pairs.
  static Stats share_out(std::span<const OpenPair> front, std::span<const Candidate> found,
                         const WavefrontTask& wave, unsigned threads, CandidateSink& sink,
                         Scratch& scratch, Stats stats) {
    const std::size_t chunks = 1 + chunk_count(front.size(), pairs_per_chunk);
    const std::span<Stats> counts = scratch.arena(0).allocate<Stats>(chunks);
    sink.open(chunks);
    parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      if (!sink.wants(chunk)) return;
      scratch.chunk_arena(worker).reset();
      BlockWriter writer(sink, chunk, worker);
      if (chunk == 0) {
        for (const Candidate& candidate : found) {
          if (writer.push(candidate) == Flow::stop) break;
        }
      } else {
        const auto [first, last] = chunk_range(front.size(), pairs_per_chunk, chunk - 1);
        HWY_DYNAMIC_DISPATCH(drain_impl)
        (front.subspan(first, last - first), wave, writer, scratch.chunk_arena(worker),
         scratch.arena(worker), counts[chunk]);
      }
      writer.finish();
    });
    for (const Stats& count : counts) stats += count;
    return stats;
  }

  std::vector<Body> bodies_;  // by slot
};

}  // namespace

std::unique_ptr<Method> make_dbvh_method() { return std::make_unique<DbvhMethod>(); }

}  // namespace tact
#endif
