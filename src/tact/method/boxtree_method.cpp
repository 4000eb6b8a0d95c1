// Method `boxtree` (Zachmann 1995): a BoxTree of each rigid body's shape, and for each two
// bodies their simultaneous traversal. Pairs with a body of another kind are left to `dbvh`.
#include <memory>

#include "tact/base/deliver.h"
#include "tact/body/rigid_trees.h"
#include "tact/bounds/fit.h"
#include "tact/method/mixed_bodies.h"
#include "tact/method/variants.h"
#include "tact/traverse/box_tree_shared.h"
#include "tact/tree/box_tree_build.h"

namespace tact {

namespace {

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
               task, scratch, last_complete_,
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
    chunks = jobs.size();
    return deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& to) {
      const Pair& job = jobs[to.chunk];
      const BoxTreePair pair = meet(task, job, request);
      SeenPairs seen(to.arena);
      const BoxTreeOut out{to.writer, job.a, job.b, request.bounded, seen, nullptr};
      BoxTreeCounts counts;
      aligned_ ? walk_aligned_trees(pair, out, counts) : walk_box_trees(pair, out, counts);
      count(counts, to.stats);
    });
  }

  // Few bodies, many threads.
  Stats find_shared(const Task& task, const Request& request, std::span<const Pair> jobs,
                    CandidateSink& sink, Scratch& scratch, std::size_t& chunks) const {
    const std::span<BoxTreePair> pairs = scratch.arena(0).allocate<BoxTreePair>(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) pairs[i] = meet(task, jobs[i], request);
    BoxTreeCounts counts;
    chunks = walk_box_trees_shared(pairs, jobs, request.threads, sink, scratch, counts);
    Stats stats;
    count(counts, stats);
    return stats;
  }

  std::string_view name_;
  BoxTreeOptions options_;
  bool aligned_;
  std::uint64_t last_complete_ = 0;  // number of the update after which all shapes had a tree
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
