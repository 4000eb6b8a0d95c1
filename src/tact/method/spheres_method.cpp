// Method `spheres` (Spillmann 2006): a tree of spheres for every body that is moved by maps, and
// for every rigid one, whose pose is a map. Spheres are moved where a query gets. Pairs with a body
// of another kind are left to `dbvh`.
#include <memory>
#include <stdexcept>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/method/mixed_bodies.h"
#include "tact/traverse/driver.h"
#include "tact/traverse/sphere_leaves.h"
#include "tact/traverse/sphere_walk.h"
#include "tact/tree/leaf_boxes.h"
#include "tact/tree/sphere_tree.h"

namespace tact {

namespace {

class SpheresMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "spheres"; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats;
    bodies_.resize(task.bodies.size());
    stats += mixed_.update(task, scratch);
    parallel_for(bodies_.size(), task.threads, [&](std::size_t slot, unsigned) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) {
        bodies_[slot] = {};
      } else if (is_mine(*body)) {
        update_body(*body, task.frame, bodies_[slot]);
      }
    });
    return stats;
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
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr || !is_mine(*body)) continue;
      if (bodies_[slot].tree == nullptr) throw std::logic_error("spheres: a body has no tree");
      const PositionsView& positions = body->primitives.mesh().positions;
      std::vector<Vec3> now(positions.size());
      for (std::size_t i = 0; i < now.size(); ++i) {
        const bool posed = body->primitives.posed();
        now[i] = posed ? body->primitives.pose().apply(positions[i]) : positions[i];
      }
      bodies_[slot].tree->validate(std::span<const Vec3>(now));
    }
  }

 private:
  struct Body {
    std::unique_ptr<SphereTree> tree;
    std::unique_ptr<LeafCache> leaves;
    std::uint64_t shape_version = 0;
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };
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
    const SpheresMethod& method;
    const Task& task;
    const Request& request;
    std::span<const Pair> jobs;

    bool widen(std::span<const Open> front, ArenaVector<Open>& next, ArenaVector<Candidate>&,
               unsigned, Stats& stats) const {
      bool deeper = false;
      for (const Open& open : front) {
        SphereWalk walk = method.walk_of(jobs[open.job], request, stats);
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
        method.drain(task, request, jobs[open[i].job], open[i].pair, out.writer, out.arena,
                     out.stats);
      }
    }
  };

  static bool is_mine(const BodyState& body) {
    return body.kind == BodyKind::rigid || (body.mapped != nullptr && !body.mapped->maps.empty());
  }

  static void update_body(const BodyState& body, const BoundsFrame& frame, Body& own) {
    if (own.shape_version != body.shape_version) {
      own.tree = make_tree(body);
      own.leaves = std::make_unique<LeafCache>(*own.tree);
      own.shape_version = body.shape_version;
      own.motion_version = 0;
    }
    if (own.motion_version != body.motion_version || own.frame_version != frame.version) {
      own.leaves->begin(body.primitives, frame);
      own.frame_version = frame.version;
    }
    if (own.motion_version == body.motion_version) return;
    own.motion_version = body.motion_version;
    if (body.mapped != nullptr) {
      own.tree->update(body.mapped->maps);
      return;
    }
    const Transform pose = body.primitives.posed() ? body.primitives.pose() : Transform();
    const ClusterMap map = map_of(pose, own.tree->middle(0), own.tree->reach(0));
    own.tree->update({&map, 1});
  }

  static std::unique_ptr<SphereTree> make_tree(const BodyState& body) {
    SphereTreeShape shape;
    shape.leaf_size = LeafBoxes::width;
    std::vector<Vec3> rest;
    if (body.mapped != nullptr) {
      shape.rest = body.mapped->rest;
      shape.clusters = &body.mapped->clusters;
    } else {
      const PositionsView& positions = body.primitives.mesh().positions;
      rest.resize(positions.size());
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = positions[i];
      shape.rest = rest;
    }
    shape.triangles = body.primitives.mesh().triangles;
    if (body.kind == BodyKind::points) shape.radii = body.primitives.radii();
    return std::make_unique<SphereTree>(shape);
  }

  SphereWalk walk_of(const Pair& job, const Request& request, Stats& stats) const {
    return {*bodies_[job.a].tree, *bodies_[job.b].tree, request.tolerance, no_level, stats};
  }

  // The number of chunks.
  std::size_t walk(const Task& task, const Request& request, std::span<const Pair> jobs,
                   CandidateSink& sink, Scratch& scratch, Stats& stats) const {
    ArenaVector<OpenSpheres> front(scratch.arena(0));
    for (std::uint32_t job = 0; job < jobs.size(); ++job) {
      if (walk_of(jobs[job], request, stats).roots_overlap()) front.push_back({{0, 0}, job});
    }
    Walk walk{*this, task, request, jobs};
    return drive(walk, front, request.threads, sink, scratch, stats);
  }

  // Everything below a pair, depth first.
  void drain(const Task& task, const Request& request, const Pair& job, const SpherePair& top,
             BlockWriter& writer, Arena& arena, Stats& stats) const {
    SphereWalk walk = walk_of(job, request, stats);
    LeafCache& leaves_a = *bodies_[job.a].leaves;
    LeafCache& leaves_b = *bodies_[job.b].leaves;
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

  std::vector<Body> bodies_;  // by slot
  MixedBodies mixed_{is_mine};
};

}  // namespace

std::unique_ptr<Method> make_spheres_method() { return std::make_unique<SpheresMethod>(); }

}  // namespace tact
