// Method `boxtree` (Zachmann 1995): a BoxTree of each rigid body's shape, and for each two
// bodies their simultaneous traversal. Pairs with a body of another kind are left to `dbvh`.
#include <memory>

#include "tact/base/parallel.h"
#include "tact/body/rigid_trees.h"
#include "tact/bounds/fit.h"
#include "tact/method/mixed_bodies.h"
#include "tact/method/variants.h"
#include "tact/traverse/box_tree_search.h"
#include "tact/tree/box_tree_build.h"

namespace tact {

namespace {

constexpr std::size_t boxtree_wide_enough = 256;  // open pairs, before they are shared out
constexpr std::size_t boxtree_pairs_per_chunk = 8;

void count(const BoxTreeCounts& counts, Stats& stats) {
  stats.bounds_tests += counts.halves + counts.item_tests;
}

class BoxTreeMethod final : public Method {
 public:
  BoxTreeMethod(std::string_view name, const BoxTreeOptions& options, bool aligned = false)
      : name_(name), options_(options), aligned_(aligned) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return name_; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats = mixed_.update(task, scratch);
    return stats += complete_shapes(
               task, scratch,
               [this](const ShapeParts& parts) {
                 return parts.find_box_trees(options_) == nullptr;
               },
               [this](const ShapeParts& parts, Stats& built) { parts.box_trees(options_, built); });
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    ArenaVector<Pair> jobs(scratch.arena(0));
    mixed_.list_own(task, request, scratch.arena(0), jobs, stats);
    std::size_t chunks = 0;
    if (!jobs.empty()) {
      const bool share = !aligned_ && !request.bounded && request.threads > jobs.size();
      stats += share ? find_shared(task, request, jobs.span(), sink, scratch, chunks)
                     : find_by_bodies(task, request, jobs.span(), sink, scratch, chunks);
    }
    return stats += mixed_.find_others(task, request, !jobs.empty(), chunks, sink, scratch);
  }

  void validate(const Task& task) const override {
    mixed_.validate(task);
    validate_shapes(task, [this](const ShapeParts& parts) -> const BoxHierarchy* {
      const ShapeBoxTrees* trees = parts.find_box_trees(options_);
      return trees == nullptr ? nullptr : &trees->triangles;
    });
  }

 private:
  const BoxHierarchy& tree_of(const BodyState& body) const {
    return body.shape->parts().find_box_trees(options_)->triangles;
  }

  BoxTreePair meet(const Task& task, const Pair& job, const Request& request) const {
    const BoxHierarchy& a = tree_of(*task.bodies[job.a]);
    const BoxHierarchy& b = tree_of(*task.bodies[job.b]);
    return box_tree_pair(a.nodes(), b.nodes(), a.at(pose_of(*task.bodies[job.a])),
                         b.at(pose_of(*task.bodies[job.b])),
                         frame_amount(a.frame(), request.tolerance),
                         frame_amount(b.frame(), request.tolerance));
  }

  // A chunk for each two bodies.
  Stats find_by_bodies(const Task& task, const Request& request, std::span<const Pair> jobs,
                       CandidateSink& sink, Scratch& scratch, std::size_t& chunks) const {
    const std::span<BoxTreeCounts> counts =
        scratch.arena(0).template allocate<BoxTreeCounts>(jobs.size());
    chunks = jobs.size();
    sink.open(chunks);
    parallel_for(jobs.size(), request.threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      if (!sink.wants(chunk)) return;
      Arena& arena = scratch.chunk_arena(worker);
      arena.reset();
      const BoxTreePair pair = meet(task, jobs[chunk], request);
      BlockWriter writer(sink, chunk, worker);
      SeenPairs seen(arena);
      const BoxTreeOut out{writer, jobs[chunk].a, jobs[chunk].b, request.bounded, seen, nullptr};
      aligned_ ? walk_aligned_trees(pair, out, counts[chunk])
               : walk_box_trees(pair, out, counts[chunk]);
      writer.finish();
    });
    Stats stats;
    for (const BoxTreeCounts& each : counts) count(each, stats);
    return stats;
  }

  // Few bodies, many threads: the first levels of each two bodies here, the rest in chunks, and at
  // last what several chunks may have met.
  Stats find_shared(const Task& task, const Request& request, std::span<const Pair> jobs,
                    CandidateSink& sink, Scratch& scratch, std::size_t& chunks) const {
    struct Run {
      std::uint32_t job;
      std::span<const BoxPairState> open;
    };
    struct Held {
      std::span<const Pair> pairs;
    };
    Arena& arena = scratch.arena(0);
    const std::span<BoxTreePair> pairs = arena.allocate<BoxTreePair>(jobs.size());
    ArenaVector<Run> runs(arena);
    BoxTreeCounts opened;
    for (std::uint32_t i = 0; i < jobs.size(); ++i) {
      pairs[i] = meet(task, jobs[i], request);
      ArenaVector<BoxPairState> open(arena);
      begin_shared(pairs[i], open, arena, opened);
      const std::span<const BoxPairState> all = open.span();
      for (std::size_t k = 0; k < all.size(); k += boxtree_pairs_per_chunk) {
        runs.push_back({i, all.subspan(k, std::min(boxtree_pairs_per_chunk, all.size() - k))});
      }
    }
    const std::span<BoxTreeCounts> counts = arena.allocate<BoxTreeCounts>(runs.size());
    const std::span<Held> held = arena.allocate<Held>(runs.size());
    chunks = runs.size() + 1;
    sink.open(chunks);
    parallel_for(runs.size(), request.threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      held[chunk] = {};
      if (!sink.wants(chunk)) return;
      const Run& run = runs[chunk];
      scratch.chunk_arena(worker).reset();
      SeenPairs seen(scratch.chunk_arena(worker));
      ArenaVector<Pair> kept(scratch.arena(worker));
      BlockWriter writer(sink, chunk, worker);
      const BoxTreeOut out{writer, jobs[run.job].a, jobs[run.job].b, false, seen, &kept};
      if (pairs[run.job].blind) {
        walk_box_trees(pairs[run.job], out, counts[chunk]);
      } else {
        walk_box_pairs(pairs[run.job], run.open, out, counts[chunk]);
      }
      writer.finish();
      held[chunk].pairs = kept.span();
    });
    Stats stats;
    count(opened, stats);
    for (const BoxTreeCounts& each : counts) count(each, stats);
    BlockWriter writer(sink, runs.size(), 0);
    for (std::size_t chunk = 0; chunk < runs.size() && sink.wants(runs.size());) {
      const std::uint32_t job = runs[chunk].job;
      SeenPairs seen(arena);
      const BoxTreeOut out{writer, jobs[job].a, jobs[job].b, false, seen, nullptr};
      for (; chunk < runs.size() && runs[chunk].job == job; ++chunk) {
        for (const Pair& pair : held[chunk].pairs) out(pair.a, pair.b, true);
      }
    }
    writer.finish();
    return stats;
  }

  // The open pairs of two bodies. Nothing is delivered yet: pairs of leaves stay open, too.
  static void begin_shared(const BoxTreePair& pair, ArenaVector<BoxPairState>& open, Arena& arena,
                           BoxTreeCounts& counts) {
    if (pair.blind) {
      open.push_back(pair.roots);
      return;
    }
    open_box_pairs(pair, boxtree_wide_enough, open, arena, counts);
  }

  std::string_view name_;
  BoxTreeOptions options_;
  bool aligned_;
  MixedBodies mixed_{is_rigid};
};

}  // namespace

MethodInfo boxtree_method() {
  return {"boxtree", "a tree of planes that cut a rigid body's box", "Zachmann 1995", false,
          [] { return std::make_unique<BoxTreeMethod>("boxtree", BoxTreeOptions{}); }};
}
std::unique_ptr<Method> make_boxtree_full_method() {
  BoxTreeOptions options;
  options.empty_share = 1;
  return std::make_unique<BoxTreeMethod>("boxtree-full", options);
}

std::unique_ptr<Method> make_boxtree_aligned_method() {
  return std::make_unique<BoxTreeMethod>("boxtree-aligned", BoxTreeOptions{}, true);
}
std::unique_ptr<Method> make_boxtree_true_method() {
  BoxTreeOptions options;
  options.true_tests = true;
  return std::make_unique<BoxTreeMethod>("boxtree-true", options);
}

}  // namespace tact
