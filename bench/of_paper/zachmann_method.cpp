// `boxtree-of-paper` and `simple-of-paper`: Zachmann 1995, for pairs of rigid bodies. All others
// are left to `dbvh`.
#include <memory>
#include <stdexcept>
#include <vector>

#include "bench/of_paper/of_paper.h"
#include "bench/of_paper/zachmann_walk.h"
#include "tact/base/deliver.h"
#include "tact/body/rigid_trees.h"
#include "tact/method/mixed_bodies.h"

namespace tact::bench {
namespace {

class ZachmannMethod final : public Method {
 public:
  ZachmannMethod(bool simple, const ZachmannOptions& options)
      : simple_(simple), options_(options) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override {
    return simple_ ? "simple-of-paper" : "boxtree-of-paper";
  }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats = mixed_.update(task, scratch);
    trees_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < trees_.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      Own& own = trees_[slot];
      if (body == nullptr || !is_rigid(*body)) {
        own = {};
      } else if (own.shape != body->shape_version || own.tree == nullptr) {
        own = {body->shape_version, std::make_unique<ZachmannTree>(body->primitives, options_)};
        stats.primitives_read += body->primitives.size();
      }
    }
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    ArenaVector<Pair> jobs(scratch.arena(0));
    mixed_.list_own(task, request, scratch.arena(0), jobs, stats);
    std::size_t chunks = 0;
    if (!jobs.empty()) {
      chunks = jobs.size();
      stats += deliver(chunks, request.threads, sink, scratch,
                       [&](const ChunkOut& out) { meet(task, jobs[out.chunk], request, out); });
    }
    return stats += mixed_.find_others(task, request, !jobs.empty(), chunks, sink, scratch);
  }

  void validate(const Task& task) const override {
    mixed_.validate(task);
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr || !is_rigid(*body)) continue;
      if (trees_.at(slot).tree == nullptr) {
        throw std::logic_error("boxtree of the paper: a rigid body has none");
      }
      trees_[slot].tree->validate(body->primitives);
    }
  }

 private:
  struct Own {
    std::uint64_t shape = 0;
    std::unique_ptr<ZachmannTree> tree;
  };

  void meet(const Task& task, const Pair& job, const Request& request, const ChunkOut& out) const {
    const ZachmannBody a{trees_[job.a].tree.get(), task.bodies[job.a]->primitives};
    const ZachmannBody b{trees_[job.b].tree.get(), task.bodies[job.b]->primitives};
    ZachmannCounts counts;
    EdgeOperation operation(a, b, request.tolerance, out.arena, counts,
                            [&](std::uint32_t i, std::uint32_t j) {
                              return out.writer.push(ordered(job.a, i, job.b, j));
                            });
    const double wider = request.tolerance * (1 + 0x1p-20);
    const ZachmannPlaces places =
        places_of(*a.tree, *b.tree, pose_of(*task.bodies[job.a]), pose_of(*task.bodies[job.b]),
                  wider * a.tree->scale(), wider * b.tree->scale());
    if (simple_ || places.blind) {
      operation.everything();
    } else {
      traverse_boxtrees(*a.tree, *b.tree, places, operation, counts);
    }
    out.stats.bounds_tests += counts.halves + counts.box_checks;
  }

  bool simple_;
  ZachmannOptions options_;
  std::vector<Own> trees_;  // by slot
  MixedBodies mixed_{is_rigid};
};

}  // namespace

std::unique_ptr<Method> make_paper_boxtree(const ZachmannOptions& options) {
  return std::make_unique<ZachmannMethod>(false, options);
}

std::unique_ptr<Method> make_paper_simple() {
  // Its tree is a leaf: only the list of edges is of use.
  ZachmannOptions options;
  options.depth = 0;
  options.empty_share = 1;
  return std::make_unique<ZachmannMethod>(true, options);
}

}  // namespace tact::bench
