// Method `dbvh`: a DynamicBvh per body, and the wavefront of open block pairs over all pairs of
// bodies at once: breadth first until there is enough to share out, then depth first in chunks.
#include <memory>

#include "tact/base/parallel.h"
#include "tact/body/forest.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"
#include "tact/traverse/wavefront.h"

namespace tact {
namespace {

constexpr std::size_t dbvh_wide_enough = 256;  // open pairs, before they are shared out
constexpr std::size_t dbvh_pairs_per_chunk = 4;

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
      wave.rule = {rules(task, arena), near.refused, request.settled};
    }
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      Block* const a = pairs[i].a->root(scratch.chunk_arena(0), stats);
      Block* const b = pairs[i].b->root(scratch.chunk_arena(0), stats);
      front.push_back({a, b, meeting(*a, *b, wave.grow), i});
    }
    ArenaVector<Candidate> found(arena);
    ArenaVector<OpenPair> next(arena);
    while (!front.empty() && front.size() < dbvh_wide_enough) {
      next.clear();
      widen(front.span(), next, found, wave, request.threads, scratch, stats);
      std::swap(front, next);
    }
    return share_out(front.span(), found.span(), wave, request.threads, sink, scratch, stats);
  }

  void validate(const Task& task) const override { forest_.validate(task); }

 private:
  static std::span<const BodyRule> rules(const Task& task, Arena& arena) {
    const std::span<BodyRule> all = arena.allocate<BodyRule>(task.bodies.size());
    for (std::size_t slot = 0; slot < all.size(); ++slot) {
      all[slot] = task.bodies[slot] == nullptr ? BodyRule{} : rule_of(*task.bodies[slot]);
    }
    return all;
  }

  // One level of all open pairs. The first levels are where a tree that is new is split, and where
  // that takes longest: so threads share them as well.
  static void widen(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                    ArenaVector<Candidate>& found, const WavefrontTask& wave, unsigned threads,
                    Scratch& scratch, Stats& stats) {
    struct Part {
      std::span<const OpenPair> next;
      std::span<const Candidate> found;
      Stats stats;
    };
    const std::size_t chunks = chunk_count(front.size(), dbvh_pairs_per_chunk);
    const std::span<Part> parts = scratch.arena(0).allocate<Part>(chunks);
    parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
      parts[chunk].stats = {};
      ArenaVector<OpenPair> own_next(scratch.arena(worker));
      ArenaVector<Candidate> own_found(scratch.arena(worker));
      const auto [first, last] = chunk_range(front.size(), dbvh_pairs_per_chunk, chunk);
      widen_front(front.subspan(first, last - first), own_next, own_found, wave,
                  scratch.chunk_arena(worker), parts[chunk].stats);
      parts[chunk].next = own_next.span();
      parts[chunk].found = own_found.span();
    });
    for (const Part& part : parts) {
      next.append(part.next);
      found.append(part.found);
      stats += part.stats;
    }
  }

  // Chunk 0 is what was found on the way; the others are runs of open pairs.
  static Stats share_out(std::span<const OpenPair> front, std::span<const Candidate> found,
                         const WavefrontTask& wave, unsigned threads, CandidateSink& sink,
                         Scratch& scratch, Stats stats) {
    const std::size_t chunks = 1 + chunk_count(front.size(), dbvh_pairs_per_chunk);
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
        const auto [first, last] = chunk_range(front.size(), dbvh_pairs_per_chunk, chunk - 1);
        drain_front(front.subspan(first, last - first), wave, writer, scratch.chunk_arena(worker),
                    scratch.arena(worker), counts[chunk]);
      }
      writer.finish();
    });
    for (const Stats& count : counts) stats += count;
    return stats;
  }

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
