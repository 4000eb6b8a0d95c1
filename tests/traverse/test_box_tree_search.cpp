// The simultaneous traversal of two BoxTrees: no pair lost, none twice; its cost in operations; and
// the intervals themselves against boxes computed in another way.
#include "tact/traverse/box_tree_search.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <set>
#include <utility>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/simd.h"
#include "tact/geometry/triangle.h"
#include "tact/traverse/box_clip_simd.h"
#include "tact/tree/box_tree_build.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

class Collector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> block) override {
    for (const Candidate& c : block) {
      EXPECT_TRUE(pairs.insert({c.primitive_a, c.primitive_b}).second) << "a candidate twice";
    }
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  Pairs pairs;
};

struct Stage {
  Stage(Mesh of_a, Mesh of_b, const BoxTreeOptions& options = {})
      : mesh_a(std::move(of_a)),
        mesh_b(std::move(of_b)),
        a(Primitives::triangles(mesh_a.view(), nullptr), options),
        b(Primitives::triangles(mesh_b.view(), nullptr), options) {}

  void pose(const Transform& of_a, const Transform& of_b) {
    pose_a = of_a;
    pose_b = of_b;
    pair = box_tree_pair(a.nodes(), b.nodes(), a.at(of_a), b.at(of_b), 0, 0);
  }
  Pairs aligned_candidates() { return candidates(walk_aligned_trees); }
  Pairs candidates(Flow (*walk)(const BoxTreePair&, const BoxTreeOut&,
                                BoxTreeCounts&) = walk_box_trees) {
    Collector sink;
    BlockWriter writer(sink, 0, 0);
    Arena arena;
    SeenPairs seen(arena);
    counts = {};
    walk(pair, {writer, 0, 1, false, seen, nullptr}, counts);
    writer.finish();
    return sink.pairs;
  }
  // Touching pairs that are not among the candidates.
  std::size_t missed(const Pairs& found, std::size_t* touching = nullptr) const {
    const Primitives posed_a = Primitives::triangles(mesh_a.view(), &pose_a);
    const Primitives posed_b = Primitives::triangles(mesh_b.view(), &pose_b);
    std::size_t missing = 0;
    for (std::uint32_t i = 0; i < posed_a.size(); ++i) {
      for (std::uint32_t j = 0; j < posed_b.size(); ++j) {
        if (!intersects(posed_a.triangle(i), posed_b.triangle(j))) continue;
        if (touching != nullptr) ++*touching;
        missing += found.count({i, j}) == 0 ? 1U : 0U;
      }
    }
    return missing;
  }

  Mesh mesh_a;
  Mesh mesh_b;
  BoxHierarchy a;
  BoxHierarchy b;
  Transform pose_a;
  Transform pose_b;
  BoxTreePair pair;
  BoxTreeCounts counts;
};

Transform random_pose(testing::Random& random, double reach) {
  return Transform::from_quaternion(random.quaternion(), random.vector(-reach, reach));
}

// Turns by multiples of 90 degrees: edges and planes are parallel everywhere.
Transform upright_pose(testing::Random& random, double reach) {
  const Quaternion turns[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0},  {0, 0, 1, 0},
                              {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, -1, 1}, {1, 1, 0, 0}};
  const Quaternion q = turns[random.below(8)];
  const Vec3 t = random.vector(-reach, reach);
  const auto grid = [](double x) { return std::round(4 * x) / 4; };
  return Transform::from_quaternion(q, {grid(t.x), grid(t.y), grid(t.z)});
}

TEST(BoxTreeSearch, LosesNothing) {
  testing::Random random(11);
  std::vector<BoxTreeOptions> variants(4);
  variants[1].depth = 12;
  variants[2].empty_share = 1;
  variants[3].true_tests = true;
  variants[3].depth = 12;
  std::size_t touching = 0;
  for (const BoxTreeOptions& options : variants) {
    Stage soups(testing::soup(150, 0.4, random), testing::soup(120, 0.3, random), options);
    Stage grids(testing::grid_soup(100, random), testing::grid_soup(90, random), options);
    Stage rings(scenes::torus(16, 8), scenes::torus(14, 6, 0.7, 0.2), options);
    Stage cubes(testing::box({0, 0, 0}, 0.5), testing::box({0.25, 0, 0}, 0.5), options);
    for (int i = 0; i < (testing::slow_build() ? 2 : 12); ++i) {
      for (Stage* stage : {&soups, &grids, &rings, &cubes}) {
        stage->pose(random_pose(random, 1), random_pose(random, 1));
        EXPECT_EQ(stage->missed(stage->candidates(), &touching), 0U);
        EXPECT_EQ(stage->missed(stage->aligned_candidates()), 0U);
        stage->pose(upright_pose(random, 1), upright_pose(random, 1));
        EXPECT_EQ(stage->missed(stage->candidates(), &touching), 0U);
        EXPECT_EQ(stage->missed(stage->aligned_candidates()), 0U);
      }
    }
  }
  EXPECT_GT(touching, 1000U);
}

TEST(BoxTreeSearch, LosesNothingThatOnlyJustTouches) {
  testing::Random random(12);
  // Face on face, edge on edge, corner on face: along one axis, and all of it turned.
  const Mesh cube = testing::box({0, 0, 0}, 0.5);
  Stage stage(cube, cube);
  std::size_t touching = 0;
  for (const Vec3& apart : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.25, 0.125}}) {
    for (int i = 0; i < 30; ++i) {
      const Quaternion turn = i == 0 ? Quaternion{} : random.quaternion();
      const Vec3 place = i < 10 ? Vec3{} : random.vector(-1000, 1000);
      const Transform first = Transform::from_quaternion(turn, place);
      stage.pose(first, Transform::from_quaternion(turn, first.apply(apart)));
      EXPECT_EQ(stage.missed(stage.candidates(), &touching), 0U);
    }
  }
  EXPECT_GT(touching, 100U);
  // A corner on a face, turned: the faces' planes are far from every axis.
  for (int i = 0; i < 50; ++i) {
    const Transform turn = random_pose(random, 1);
    Mesh needle;
    const Vec3 on_face = turn.apply(random.vector(-0.4, 0.4));
    needle.positions = {on_face, on_face + Vec3{3, 1, 2}, on_face + Vec3{2, 3, 1}};
    needle.triangles = {{0, 1, 2}};
    Stage pierced(cube, needle);
    pierced.pose(turn, Transform());
    EXPECT_EQ(pierced.missed(pierced.candidates()), 0U);
  }
}

TEST(BoxTreeSearch, LosesNothingBetweenLargeAndSmallNearAndFar) {
  testing::Random random(13);
  for (const double size : {1e-6, 1e-3, 1e3, 1e6}) {
    Mesh small = testing::soup(40, 0.5, random);
    for (Vec3& p : small.positions) p = p * size;
    Stage stage(testing::soup(60, 0.5, random), small);
    for (const double far : {0.0, 1e3, 1e7}) {
      const Vec3 there{far, -far, 2 * far};
      const Vec3 near = there + random.vector(-0.5, 0.5);
      stage.pose(Transform::from_quaternion(random.quaternion(), there),
                 Transform::from_quaternion(random.quaternion(), near));
      EXPECT_EQ(stage.missed(stage.candidates()), 0U) << size << ", " << far;
      EXPECT_EQ(stage.missed(stage.aligned_candidates()), 0U) << size << ", " << far;
    }
  }
}

TEST(BoxTreeSearch, LeavesMostPairsOut) {
  Stage stage(scenes::torus(50, 20), scenes::torus(50, 20));
  testing::Random random(14);
  stage.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {1.2, 0.3, 0.1}));
  const Pairs found = stage.candidates();
  EXPECT_EQ(stage.missed(found), 0U);
  EXPECT_LT(found.size(), 2000U * 2000U / 500);
  stage.pose(Transform(), Transform::from_translation({3, 0, 0}));
  EXPECT_TRUE(stage.candidates().empty());
  EXPECT_EQ(stage.counts.halves, 1U);
}

TEST(BoxTreeSearch, OpenPairsMakeUpTheWhole) {
  Stage stage(scenes::torus(40, 20), scenes::geodesic_sphere(3));
  stage.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
  const Pairs whole = stage.candidates();
  ASSERT_GT(whole.size(), 100U);
  for (const std::size_t enough : {1U, 10U, 100U, 100000U}) {
    Arena arena;
    Collector sink;
    BlockWriter writer(sink, 0, 0);
    SeenPairs seen(arena);
    const BoxTreeOut out{writer, 0, 1, false, seen, nullptr};
    ArenaVector<BoxPairState> open(arena);
    BoxTreeCounts counts;
    open_box_pairs(stage.pair, enough, open, arena, counts);
    walk_box_pairs(stage.pair, open.span(), out, counts);
    writer.finish();
    EXPECT_EQ(sink.pairs, whole);
    EXPECT_EQ(counts.halves, stage.counts.halves);
  }
}

TEST(BoxTreeSearch, CanBeInterruptedAndResumed) {
  Stage stage(scenes::torus(40, 20), scenes::geodesic_sphere(3));
  stage.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
  const Pairs whole = stage.candidates();
  for (const std::size_t most : {1U, 17U, 1000U}) {
    Arena arena;
    Collector sink;
    BlockWriter writer(sink, 0, 0);
    SeenPairs seen(arena);
    const BoxTreeOut out{writer, 0, 1, false, seen, nullptr};
    BoxTreeFront front;
    front.begin(stage.pair);
    BoxTreeCounts counts;
    double before = 0;
    std::size_t turns = 0;
    while (!front.done()) {
      advance_box_front(stage.pair, most, {}, front, out, counts);
      EXPECT_GE(front.resolved(), before);
      before = front.resolved();
      ++turns;
    }
    writer.finish();
    EXPECT_GT(turns, 1U);
    EXPECT_DOUBLE_EQ(front.resolved(), 1);
    EXPECT_EQ(sink.pairs, whole);
  }
}

TEST(BoxTreeSearch, IsTheSameOnEveryInstructionSet) {
  Stage stage(scenes::torus(40, 20), scenes::geodesic_sphere(3));
  stage.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
  stage.candidates();
  const BoxTreeCounts counts = stage.counts;
  for (const std::string& name : simd_targets()) {
    use_simd_target(name);
    stage.candidates();
    EXPECT_EQ(stage.counts.splits, counts.splits) << name;
    EXPECT_EQ(stage.counts.halves, counts.halves) << name;
  }
  use_simd_target("");
}

// Additions and multiplications of the loop.
struct Tally {
  static inline int additions = 0;
  static inline int multiplications = 0;
  static void add(int lanes) { additions += lanes; }
  static void multiply(int lanes) { multiplications += lanes; }
};
using Counting = HWY_NAMESPACE::BoxSplit<HWY_NAMESPACE::PlainLanes<Tally>>;
using HWY_NAMESPACE::PlaneSide;
using Wide = HWY_NAMESPACE::BoxSplit<HWY_NAMESPACE::ClipLanes>;

bool same(const BoxPairState& x, const BoxPairState& y) {
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        if (x.of[side].enter[j][lane] != y.of[side].enter[j][lane]) return false;
        if (x.of[side].leave[j][lane] != y.of[side].leave[j][lane]) return false;
      }
    }
  }
  return true;
}

int intervals_kept(const BoxPairState& from, const BoxPairState& half) {
  int kept = 0;
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        const bool enter = from.of[side].enter[j][lane] == half.of[side].enter[j][lane];
        const bool leave = from.of[side].leave[j][lane] == half.of[side].leave[j][lane];
        kept += enter || leave ? 1 : 0;
      }
    }
  }
  return kept;
}

TEST(BoxClip, ASplitCostsNoMoreThanThePaperSays) {
  testing::Random random(15);
  Stage stage(testing::box({0, 0, 0}, 1), testing::box({0, 0, 0}, 1));
  int splits = 0;
  int one_sided = 0;
  for (int i = 0; i < 1000; ++i) {
    stage.pose(random_pose(random, 1), random_pose(random, 1));
    if (apart(stage.pair.roots)) continue;
    const int s = static_cast<int>(random.below(2));
    const int axis = static_cast<int>(random.below(3));
    const auto cut = static_cast<float>(random.uniform(-0.4, 0.4));
    Tally::additions = Tally::multiplications = 0;
    Counting counted(stage.pair.cut[s], stage.pair.roots, s, axis, cut);
    Wide wide(stage.pair.cut[s], stage.pair.roots, s, axis, cut);
    const PlaneSide side = counted.side();
    EXPECT_EQ(wide.side(), side);
    if (side != PlaneSide::both) {
      EXPECT_LE(Tally::multiplications, 6);
      EXPECT_LE(Tally::additions, 25);
      ++one_sided;
      continue;
    }
    counted.clip();
    wide.clip();
    BoxPairState left{};
    BoxPairState right{};
    const bool has_left = counted.left(left);
    const bool has_right = counted.right(right);
    EXPECT_LE(Tally::multiplications, 72);
    EXPECT_LE(Tally::additions, 72);
    EXPECT_EQ(Tally::multiplications, 69);
    EXPECT_EQ(Tally::additions, 71);
    // The same numbers four at a time, and at least 20 of 24 intervals with an end that was there.
    BoxPairState again{};
    EXPECT_EQ(wide.left(again), has_left);
    if (has_left) {
      EXPECT_TRUE(same(left, again));
      EXPECT_GE(intervals_kept(stage.pair.roots, left), 20);
    }
    EXPECT_EQ(wide.right(again), has_right);
    if (has_right) {
      EXPECT_TRUE(same(right, again));
      EXPECT_GE(intervals_kept(stage.pair.roots, right), 20);
    }
    ++splits;
  }
  EXPECT_GT(splits, 100);
  EXPECT_GT(one_sided, 0);
}

// Intervals after a number of splits against those of the small boxes from the start.
TEST(BoxClip, SplitsKeepTheIntervalsOfTheBoxes) {
  testing::Random random(16);
  Stage stage(testing::box({0, 0, 0}, 1), testing::box({0, 0, 0}, 0.7));
  for (int i = 0; i < 300; ++i) {
    stage.pose(random_pose(random, 0.5), random_pose(random, 0.5));
    BoxPairState state = stage.pair.roots;
    Aabb box[2] = {stage.pair.tree[0].root, stage.pair.tree[1].root};
    bool gone = apart(state);
    for (int k = 0; k < 8 && !gone; ++k) {
      const int s = static_cast<int>(random.below(2));
      const int axis = static_cast<int>(random.below(3));
      const auto cut =
          static_cast<float>(random.uniform(double{box[s].lo[axis]}, double{box[s].hi[axis]}));
      Wide split(stage.pair.cut[s], state, s, axis, cut);
      BoxPairState half{};
      const bool left = random.chance(2);
      (left ? box[s].hi : box[s].lo)[axis] = cut;
      const PlaneSide side = split.side();
      if (side != PlaneSide::both) {
        gone = left != (side == PlaneSide::left);
        if (!gone) left ? split.shrink_left(state) : split.shrink_right(state);
        continue;
      }
      split.clip();
      gone = !(left ? split.left(half) : split.right(half));
      if (!gone) state = half;
    }
    BoxTreeNodes of_a = stage.pair.tree[0];
    BoxTreeNodes of_b = stage.pair.tree[1];
    of_a.root = box[0];
    of_b.root = box[1];
    const BoxTreePair fresh =
        box_tree_pair(of_a, of_b, stage.a.at(stage.pose_a), stage.b.at(stage.pose_b), 0, 0);
    EXPECT_EQ(apart(fresh.roots), gone);
    if (gone) continue;
    for (int side = 0; side < 2; ++side) {
      for (int j = 0; j < 3; ++j) {
        for (int lane = 0; lane < 4; ++lane) {
          const BoxEdges& x = state.of[side];
          const BoxEdges& y = fresh.roots.of[side];
          // Of new edges that the other box does not reach nothing is computed.
          const bool empty = y.enter[j][lane] > y.leave[j][lane];
          if (empty) {
            EXPECT_GT(x.enter[j][lane], x.leave[j][lane] - 1e-3F);
            continue;
          }
          EXPECT_NEAR(x.enter[j][lane], y.enter[j][lane], 1e-3);
          EXPECT_NEAR(x.leave[j][lane], y.leave[j][lane], 1e-3);
        }
      }
    }
  }
}

TEST(BoxClip, ARodThroughACubeIsNotApart) {
  // None of the cube's edges meets the rod: the paper's "all intervals of one polyhedron" is not
  // enough.
  Mesh rod = testing::box({0, 0, 0}, 0.5);
  for (Vec3& p : rod.positions) p = {p.x * 6, p.y * 0.2, p.z * 0.2};
  Stage stage(testing::box({0, 0, 0}, 0.5), rod);
  stage.pose(Transform(), Transform());
  EXPECT_FALSE(apart(stage.pair.roots));
  int of_cube = 0;
  for (int j = 0; j < 3; ++j) {
    for (int lane = 0; lane < 4; ++lane) {
      const BoxEdges& cube = stage.pair.roots.of[0];
      of_cube += cube.enter[j][lane] > cube.leave[j][lane] ? 0 : 1;
    }
  }
  EXPECT_EQ(of_cube, 0);
  EXPECT_EQ(stage.missed(stage.candidates()), 0U);
}

}  // namespace
}  // namespace tact
