// The questions of a BoxTreeQuery that are answered in one go: each is the simultaneous traversal
// with an elementary operation.
#include <algorithm>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/bounds/fit.h"
#include "tact/contact/narrow.h"
#include "tact/contact/tolerance.h"
#include "tact/geometry/distance.h"
#include "tact/geometry/segment.h"
#include "tact/pair/box_tree_query_impl.h"
#include "tact/traverse/box_tree_shared.h"

namespace tact {
namespace {

// Takes all that is delivered, on one thread.
class OneSink : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
};

// Counts pairs that touch.
class Count final : public OneSink {
 public:
  Count(const Primitives& a, const Primitives& b) : a_(a), b_(b) {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    for (const Candidate& c : batch) {
      found += intersects(a_.triangle(c.primitive_a), b_.triangle(c.primitive_b)) ? 1U : 0U;
    }
    return Flow::go_on;
  }
  std::size_t found = 0;

 private:
  const Primitives& a_;
  const Primitives& b_;
};

// Edges against triangles, until one is met.
class FirstEdge final : public OneSink {
 public:
  FirstEdge(std::span<const Pair> edges, const MeshView& of_edges, const Transform& pose,
            const Primitives& triangles, bool edge_first)
      : edges_(edges), mesh_(of_edges), pose_(pose), triangles_(triangles), first_(edge_first) {}

  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    for (const Candidate& c : batch) {
      const std::uint32_t edge = first_ ? c.primitive_a : c.primitive_b;
      const std::uint32_t triangle = first_ ? c.primitive_b : c.primitive_a;
      const Vec3 p = pose_.apply(mesh_.positions[edges_[edge].a]);
      const Vec3 q = pose_.apply(mesh_.positions[edges_[edge].b]);
      const Triangle t = triangles_.triangle(triangle);
      if (!segment_intersects_triangle(p, q, t)) continue;
      found = Witness{first_, edges_[edge], triangle, triangle, {}};
      found->point = closest_triangle_triangle({p, q, q}, t).b;
      return Flow::stop;
    }
    return Flow::go_on;
  }
  std::optional<Witness> found;

 private:
  std::span<const Pair> edges_;
  const MeshView& mesh_;
  const Transform& pose_;
  const Primitives& triangles_;
  bool first_;
};

}  // namespace

void BoxTreePosed::meet(const BoxHierarchy& of_a, const BoxHierarchy& of_b, double reach) {
  pair = box_tree_pair(of_a.nodes(), of_b.nodes(), of_a.at(poses[0]), of_b.at(poses[1]),
                       frame_amount(of_a.frame(), reach), frame_amount(of_b.frame(), reach));
}

BoxTreeQuery::State::State(const Shape& of_a, const Shape& of_b, const BoxTreeOptions& options)
    : a(of_a), b(of_b) {
  const Budget::Clock::time_point start = Budget::Clock::now();
  trees_a = &a.parts().box_trees(options, answer.built);
  trees_b = a == b ? trees_a : &b.parts().box_trees(options, answer.built);
  answer.build_seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
}

void BoxTreeQuery::State::ask(const Transform& at_a, const Transform& at_b, double tolerance) {
  pose(now, at_a, at_b);
  now.meet(trees_a->triangles, trees_b->triangles, candidate_reach(tolerance, now.extent));
  counts = {};
}

void BoxTreeQuery::State::walk(CandidateSink& sink, bool eager) {
  Arena& arena = answer.scratch.chunk_arena(0);
  arena.reset();
  SeenPairs seen(arena);
  sink.open(1);
  CandidateWriter writer(sink, 0, 0);
  walk_box_trees(now.pair, {writer, 0, 1, eager, seen, nullptr}, counts);
  writer.finish();
}

void BoxTreeQuery::State::walk_shared(Narrow& narrow, unsigned threads) {
  if (now.pair.blind) return walk(narrow, false);
  const Pair bodies{0, 1};
  walk_box_trees_shared({&now.pair, 1}, {&bodies, 1}, threads, narrow, answer.scratch, counts);
}

BoxTreeQuery::BoxTreeQuery(const Shape& a, const Shape& b, const BoxTreeOptions& options)
    : state_(std::make_unique<State>(a, b, options)) {}
BoxTreeQuery::~BoxTreeQuery() = default;
BoxTreeQuery::BoxTreeQuery(BoxTreeQuery&&) noexcept = default;
BoxTreeQuery& BoxTreeQuery::operator=(BoxTreeQuery&&) noexcept = default;

BoxTreeQuery::State& BoxTreeQuery::state() const {
  if (!state_) throw Error(ErrorCode::bad_argument, "the query was moved from");
  return *state_;
}

const BoxTreeCounts& BoxTreeQuery::counts() const { return state().counts; }

bool BoxTreeQuery::touching(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.ask(pose_a, pose_b);
  s.answer.find(s.now, CollideOptions::any(),
                [&](Narrow& narrow, unsigned) { s.walk(narrow, true); });
  return s.answer.result.touching();
}

const Result& BoxTreeQuery::collide(const Transform& pose_a, const Transform& pose_b,
                                    const CollideOptions& options) {
  check_tolerance(options.tolerance);
  State& s = state();
  const Budget::Clock::time_point start = Budget::Clock::now();
  s.ask(pose_a, pose_b, options.tolerance);
  const bool bounded = options.budget.at_most != Budget{}.at_most;
  s.answer.find(s.now, options, [&](Narrow& narrow, unsigned workers) {
    if (workers > 1 && !bounded) {
      s.walk_shared(narrow, workers);
    } else {
      s.walk(narrow, bounded);
    }
  });
  s.answer.result.stats.bounds_tests += s.counts.halves + s.counts.item_tests;
  s.answer.report(start, "boxtree");
  return s.answer.result;
}

std::size_t BoxTreeQuery::count(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.ask(pose_a, pose_b);
  Count operation(s.now.primitives[0], s.now.primitives[1]);
  visit(pose_a, pose_b, operation);
  return operation.found;
}

BoxTreeCounts BoxTreeQuery::visit(const Transform& pose_a, const Transform& pose_b,
                                  CandidateSink& operation) {
  State& s = state();
  s.ask(pose_a, pose_b);
  s.answer.scratch.begin(1);
  s.walk(operation, false);
  s.answer.scratch.end();
  return s.counts;
}

std::optional<Witness> BoxTreeQuery::witness(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  const BoxHierarchy& edges_a = s.a.parts().edge_tree(*s.trees_a);
  const BoxHierarchy& edges_b = s.b.parts().edge_tree(*s.trees_b);
  s.ask(pose_a, pose_b);
  s.answer.scratch.begin(1);
  s.now.meet(edges_a, s.trees_b->triangles);
  FirstEdge of_a(s.a.edges(), s.a.mesh(), s.now.poses[0], s.now.primitives[1], true);
  s.walk(of_a, true);
  std::optional<Witness> found = of_a.found;
  if (!found) {
    s.now.meet(s.trees_a->triangles, edges_b);
    FirstEdge of_b(s.b.edges(), s.b.mesh(), s.now.poses[1], s.now.primitives[0], false);
    s.walk(of_b, true);
    found = of_b.found;
  }
  if (found) found->face = (found->edge_of_a ? s.b : s.a).face_of(found->triangle);
  s.answer.scratch.end();
  return found;
}

}  // namespace tact
