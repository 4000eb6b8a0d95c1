// Method `spheres` (Spillmann 2006): a tree of spheres for every body that is moved by maps, and
// for every rigid one, whose pose is a map. Spheres are moved where a query gets. Pairs with a body
// of another kind are left to `dbvh`.
#include <memory>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/body/body_spheres.h"
#include "tact/body/rigid_trees.h"
#include "tact/body/upkeep.h"
#include "tact/method/mixed_bodies.h"
#include "tact/traverse/driver.h"
#include "tact/traverse/sphere_leaves.h"
#include "tact/traverse/sphere_walk.h"

namespace tact {

namespace {

class SpheresMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "spheres"; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats = mixed_.update(task, scratch);
    // Shapes first, side by side: bodies of one would wait for each other.
    stats += complete_shapes(
        task, scratch, last_complete_,
        [](const ShapeParts& parts) { return parts.find_spheres() == nullptr; },
        [](const ShapeParts& parts, Stats&) { parts.spheres(); });
    return stats += keep_structures<BodySpheres>(
               task, scratch, 0, has_spheres,
               [&](BodySpheres& own, const BodyState& body, std::uint32_t, unsigned, unsigned) {
                 own.update(body, task.frame);
                 return Stats{};
               });
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    ArenaVector<Pair> jobs(arena);
    mixed_.list_own(task, request, arena, jobs, stats);
    std::size_t chunks = 0;
    if (!jobs.empty()) chunks = walk(task, request, jobs.span(), sink, scratch, stats);
    return stats += mixed_.find_others(task, request, !jobs.empty(), chunks, sink, scratch);
  }

  void validate(const Task& task) const override {
    mixed_.validate(task);
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr || !has_spheres(*body)) continue;
      const BodySpheres& own = require_current<BodySpheres>(task, slot, 0);
      const PositionsView& positions = body->primitives.mesh().positions;
      std::vector<Vec3> now(positions.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool posed = body->primitives.posed();
        now[i] = posed ? body->primitives.pose().apply(positions[i]) : positions[i];
      }
      own.tree->validate(std::span<const Vec3>(now));
    }
  }

 private:
  static BodySpheres& of(const Task& task, std::uint32_t slot) {
    return task.bodies[slot]->structures.at<BodySpheres>(0);
  }
  // An open pair of the trees of jobs[job].
  struct OpenSpheres {
    SpherePair pair;
    std::uint32_t job;
  };
  // What driver.h asks of a walk, over all pairs of trees at once.
  struct Walk {
    using Open = OpenSpheres;
    static constexpr std::size_t run = 8;
    static constexpr bool finds = false;
    const Task& task;
    const Request& request;
    std::span<const Pair> jobs;

    bool widen(std::span<const Open> front, ArenaVector<Open>& next, ArenaVector<Candidate>&,
               unsigned, Stats& stats) const {
      bool deeper = false;
      for (const Open& open : front) {
        SphereWalk walk = SpheresMethod::walk_of(task, jobs[open.job], request, stats);
        if (walk.end_of(open.pair) == SphereEnd::leaves) {
          next.push_back(open);
          continue;
        }
        deeper = true;
        walk.expand(open.pair, [&](const SpherePair& pair) { next.push_back({pair, open.job}); });
      }
      return deeper;
    }
    void drain(std::span<const Open> open, const ChunkOut& out) const {
      for (std::size_t i = 0; i < open.size() && out.writer.flow() == Flow::go_on; ++i) {
        SpheresMethod::drain(task, request, jobs[open[i].job], open[i].pair, out.writer, out.arena,
                             out.stats);
      }
    }
  };

  static SphereWalk walk_of(const Task& task, const Pair& job, const Request& request,
                            Stats& stats) {
    return {*of(task, job.a).tree, *of(task, job.b).tree, request.tolerance, no_level, stats};
  }

  // The number of chunks.
  static std::size_t walk(const Task& task, const Request& request, std::span<const Pair> jobs,
                          CandidateSink& sink, Scratch& scratch, Stats& stats) {
    ArenaVector<OpenSpheres> front(scratch.arena(0));
    for (std::uint32_t job = 0; job < jobs.size(); ++job) {
      if (walk_of(task, jobs[job], request, stats).roots_overlap()) front.push_back({{0, 0}, job});
    }
    Walk walk{task, request, jobs};
    return drive(walk, front, request.threads, sink, scratch, stats);
  }

  // Everything below a pair, depth first.
  static void drain(const Task& task, const Request& request, const Pair& job,
                    const SpherePair& top, CandidateWriter& writer, Arena& arena, Stats& stats) {
    SphereWalk walk = walk_of(task, job, request, stats);
    LeafCache& leaves_a = *of(task, job.a).leaves;
    LeafCache& leaves_b = *of(task, job.b).leaves;
    const float grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<SpherePair> stack(arena);
    stack.push_back(top);
    while (!stack.empty()) {
      const SpherePair pair = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (walk.end_of(pair) == SphereEnd::leaves) {
        const LeafBoxes& a = leaves_a.of(pair.a, stats);
        const LeafBoxes& b = leaves_b.of(pair.b, stats);
        if (deliver_leaves(a, b, job, grow, writer, stats) == Flow::stop) return;
      } else {
        walk.expand(pair, [&](const SpherePair& child) { stack.push_back(child); });
      }
    }
  }

  MixedBodies mixed_{has_spheres};
  std::uint64_t last_complete_ = 0;  // number of the update after which all shapes had a tree
};

}  // namespace

MethodInfo spheres_method() {
  return {"spheres", "spheres that the maps of a shape-matched body move where needed",
          "Spillmann 2006", false, [] { return std::make_unique<SpheresMethod>(); }};
}

}  // namespace tact
