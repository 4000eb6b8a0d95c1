// Method `dbvh`: a DynamicBvh per body, and the wavefront of open block pairs over all pairs of
// bodies at once: breadth first until there is enough to share out, then depth first in chunks.
#include <memory>

#include "tact/body/forest.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"
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
struct DbvhWalk {
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

class DbvhMethod final : public Method {
 public:
  DbvhMethod(std::string_view name, TreeKind kind, Volume volume = Volume::box)
      : name_(name), volume_(volume), forest_(kind, volume) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return name_; }

  Stats update(const Task& task, Scratch& scratch) override {
    return forest_.update(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    scratch.chunk_arena(0).reset();
    ArenaVector<TreePair<LazyTree>> pairs(arena);
    ArenaVector<OpenPair> front(arena);
    WavefrontTask wave;
    wave.volume = volume_;
    wave.grow = reach_of(frame_amount(task.frame, request.tolerance));
    const BodyPairs near = list_body_pairs(task, request, arena, stats);
    forest_.list_pairs(task, request, near, wave.grow, pairs, arena, stats);
    wave.trees = pairs.span();
    if (forest_.mixed(task) && !request.only) {
      wave.rule = {forest_.rules(task, near, arena), near.refused, request.settled};
    }
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      Block* const a = pairs[i].a->root(scratch.chunk_arena(0), stats);
      Block* const b = pairs[i].b->root(scratch.chunk_arena(0), stats);
      front.push_back({a, b, meeting(*a, *b, wave.grow), i});
    }
    DbvhWalk walk{wave, scratch};
    drive(walk, front, request.threads, sink, scratch, stats);
    return stats;
  }

  void validate(const Task& task) const override { forest_.validate(task); }

 private:
  std::string_view name_;
  Volume volume_;
  Forest forest_;
};

}  // namespace

std::unique_ptr<Method> make_dbvh_method() {
  return std::make_unique<DbvhMethod>("dbvh", TreeKind::dynamic);
}
std::unique_ptr<Method> make_dbvh_method_with(Volume volume) {
  return std::make_unique<DbvhMethod>("dbvh", TreeKind::dynamic, volume);
}
MethodInfo dbvh_method() {
  return {"dbvh", "a lazy tree per body that follows what moves and breaks", "Larsson 2006", false,
          make_dbvh_method};
}
MethodInfo coherent_method() {
  return {"coherent", "a fixed tree per body; refits what the last query touched", "Larsson 2006",
          false, [] { return std::make_unique<DbvhMethod>("coherent", TreeKind::coherent); }};
}
MethodInfo hybrid_method() {
  return {"hybrid", "a fixed tree per body; refits its upper half, the rest where needed",
          "Larsson 2006", false,
          [] { return std::make_unique<DbvhMethod>("hybrid", TreeKind::hybrid); }};
}
MethodInfo refit_method() {
  return {"refit", "a fixed tree per body; refits everything", "", false,
          [] { return std::make_unique<DbvhMethod>("refit", TreeKind::refit); }};
}

}  // namespace tact
