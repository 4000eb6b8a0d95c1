#include "tact/body/tree_search.h"

#include "tact/bounds/fit.h"
#include "tact/traverse/driver.h"
#include "tact/traverse/wavefront.h"

namespace tact {
namespace {

// Growing a box in float rounds by up to half an ulp of a coordinate, and a frame's coordinates are
// at most 8 (BoundsFrame::suits): this is more.
float reach_of(float amount) { return amount > 0 ? amount + (amount + 8.0F) * 0x1p-22F : 0.0F; }

// Where two trees can meet.
Aabb meeting(const Block& a, const Block& b, float grow) {
  Aabb of_a = a.box;
  Aabb of_b = b.box;
  if (grow > 0) {
    of_a.grow(grow);
    of_b.grow(grow);
  }
  return intersection(of_a, of_b);
}

// What driver.h asks of a walk, over all pairs of trees at once.
struct ForestWalk {
  using Open = OpenPair;
  static constexpr std::size_t run = 4;
  static constexpr bool finds = true;
  const WavefrontTask& wave;
  Scratch& scratch;

  bool widen(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
             ArenaVector<Candidate>& found, unsigned worker, Stats& stats) const {
    widen_front(front, next, found, wave, scratch.chunk_arena(worker), stats);
    return true;
  }
  void drain(std::span<const OpenPair> open, const ChunkOut& out) const {
    drain_front(open, wave, out.writer, out.arena, scratch.arena(out.worker), out.stats);
  }
};

}  // namespace

Stats search_trees(const Task& task, const Request& request, const Forest& forest,
                   const BodyPairs& near, CandidateSink& sink, Scratch& scratch) {
  Stats stats;
  Arena& arena = scratch.arena(0);
  scratch.chunk_arena(0).reset();
  ArenaVector<TreePair<LazyTree>> pairs(arena);
  ArenaVector<OpenPair> front(arena);
  WavefrontTask wave;
  wave.volume = forest.volume();
  wave.grow = reach_of(frame_amount(task.frame, request.tolerance));
  forest.list_pairs(task, request, near, wave.grow, pairs, arena, stats);
  wave.trees = pairs.span();
  if (forest.mixed(task) && !request.only) {
    wave.rule = {forest.rules(task, near, arena), near.refused, request.settled};
  }
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    Block* const a = pairs[i].a->root(scratch.chunk_arena(0), stats);
    Block* const b = pairs[i].b->root(scratch.chunk_arena(0), stats);
    front.push_back({a, b, meeting(*a, *b, wave.grow), i});
  }
  ForestWalk walk{wave, scratch};
  drive(walk, front, request.threads, sink, scratch, stats);
  return stats;
}

Stats search_trees(const Task& task, const Request& request, const Forest& forest,
                   CandidateSink& sink, Scratch& scratch) {
  Stats stats;
  const BodyPairs near = list_body_pairs(task, request, scratch.arena(0), stats);
  return stats += search_trees(task, request, forest, near, sink, scratch);
}

}  // namespace tact
