// The questions of a BoxTreeQuery that are answered in one go: each is the simultaneous traversal
// with an elementary operation.
#include <algorithm>
#include <utility>

#include "tact/base/error.h"
#include "tact/base/parallel.h"
#include "tact/contact/narrow.h"
#include "tact/geometry/distance.h"
#include "tact/geometry/segment.h"
#include "tact/pair/box_tree_impl.h"
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
  Flow take(std::size_t, unsigned, std::span<const Candidate> block) override {
    for (const Candidate& c : block) {
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

  Flow take(std::size_t, unsigned, std::span<const Candidate> block) override {
    for (const Candidate& c : block) {
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

void BoxTreeQuery::State::walk(CandidateSink& sink, bool eager) {
  scratch.chunk_arena(0).reset();
  SeenPairs seen(scratch.chunk_arena(0));
  sink.open(1);
  BlockWriter writer(sink, 0, 0);
  walk_box_trees(now.pair, {writer, 0, 1, eager, seen, nullptr}, counts);
  writer.finish();
}

void BoxTreeQuery::State::walk_shared(Narrow& narrow, unsigned threads) {
  if (now.pair.blind) return walk(narrow, false);
  const Pair bodies{0, 1};
  walk_box_trees_shared({&now.pair, 1}, {&bodies, 1}, threads, narrow, scratch, counts);
}

BoxTreeQuery::BoxTreeQuery(BoxTree a, BoxTree b)
    : state_(std::make_unique<State>(std::move(a), std::move(b))) {}
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
  s.meet(s.now, s.parts(0).polygons, s.parts(1).polygons);
  s.scratch.begin(1);
  NarrowOptions options;
  options.budget.at_most = 1;
  Narrow narrow(s.now.bodies(), options, s.scratch, 1);
  s.walk(narrow, true);
  narrow.finish(s.found);
  s.scratch.end();
  return !s.found.empty();
}

std::span<const Pair> BoxTreeQuery::pairs(const Transform& pose_a, const Transform& pose_b,
                                          unsigned threads) {
  State& s = state();
  s.ask(pose_a, pose_b);
  s.meet(s.now, s.parts(0).polygons, s.parts(1).polygons);
  const unsigned workers = resolve_threads(threads);
  s.scratch.begin(workers);
  Narrow narrow(s.now.bodies(), {}, s.scratch, workers);
  if (workers == 1) {
    s.walk(narrow, false);
  } else {
    s.walk_shared(narrow, workers);
  }
  narrow.finish(s.found);
  s.scratch.end();
  s.list.clear();
  for (const Candidate& c : s.found) s.list.push_back({c.primitive_a, c.primitive_b});
  return s.list;
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
  s.meet(s.now, s.parts(0).polygons, s.parts(1).polygons);
  s.scratch.begin(1);
  s.walk(operation, false);
  s.scratch.end();
  return s.counts;
}

std::optional<Witness> BoxTreeQuery::witness(const Transform& pose_a, const Transform& pose_b) {
  State& s = state();
  s.ask(pose_a, pose_b);
  s.scratch.begin(1);
  s.meet(s.now, s.parts(0).segments, s.parts(1).polygons);
  FirstEdge of_a(s.parts(0).edges, s.parts(0).view, s.now.poses[0], s.now.primitives[1], true);
  s.walk(of_a, true);
  std::optional<Witness> found = of_a.found;
  if (!found) {
    s.meet(s.now, s.parts(0).polygons, s.parts(1).segments);
    FirstEdge of_b(s.parts(1).edges, s.parts(1).view, s.now.poses[1], s.now.primitives[0], false);
    s.walk(of_b, true);
    found = of_b.found;
  }
  if (found) found->face = (found->edge_of_a ? s.b : s.a).face_of(found->triangle);
  s.scratch.end();
  return found;
}

}  // namespace tact
