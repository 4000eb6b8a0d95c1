// The simultaneous traversal of two BoxTrees: no pair lost, none twice, in one go or in parts.
#include "tact/traverse/box_tree_search.h"

#include <gtest/gtest.h>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/simd.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"
#include "tests/traverse/box_tree_fixture.h"

namespace tact {
namespace {

using SearchFixture = testing::BoxTreeFixture;
using testing::Collector;
using testing::Pairs;
using testing::random_pose;
using testing::upright_pose;

// Triangles as thin as that share of their length: their planes are hardly known.
Mesh thinned(Mesh mesh, double share) {
  for (const auto& t : mesh.triangles) {
    const Vec3 p = mesh.positions[t[0]];
    const Vec3 q = mesh.positions[t[1]];
    mesh.positions[t[2]] = p + (q - p) * 0.5 + (mesh.positions[t[2]] - p) * share;
  }
  return mesh;
}

TEST(BoxTreeSearch, LosesNothing) {
  testing::Random random(11);
  std::vector<BoxTreeOptions> variants(5);
  variants[1].depth = 12;
  variants[1].wide_blocks = 1;
  variants[2].empty_share = 1;
  variants[3].true_tests = true;
  variants[3].depth = 12;
  variants[3].wide_blocks = 5;
  variants[4].depth = 0;
  std::size_t touching = 0;
  for (const BoxTreeOptions& options : variants) {
    SearchFixture soups(testing::soup(150, 0.4, random), testing::soup(120, 0.3, random), options);
    SearchFixture grids(testing::grid_soup(100, random), testing::grid_soup(90, random), options);
    SearchFixture rings(scenes::torus(16, 8), scenes::torus(14, 6, 0.7, 0.2), options);
    SearchFixture cubes(testing::box({0, 0, 0}, 0.5), testing::box({0.25, 0, 0}, 0.5), options);
    SearchFixture slivers(thinned(testing::soup(80, 0.8, random), 1e-9),
                          testing::soup(80, 0.6, random), options);
    for (int i = 0; i < (testing::slow_build() ? 2 : 12); ++i) {
      for (SearchFixture* fixture : {&soups, &grids, &rings, &cubes, &slivers}) {
        fixture->pose(random_pose(random, 1), random_pose(random, 1));
        EXPECT_EQ(fixture->missed(fixture->candidates(), &touching), 0U);
        EXPECT_EQ(fixture->missed(fixture->aligned_candidates()), 0U);
        fixture->pose(upright_pose(random, 1), upright_pose(random, 1));
        EXPECT_EQ(fixture->missed(fixture->candidates(), &touching), 0U);
        EXPECT_EQ(fixture->missed(fixture->aligned_candidates()), 0U);
      }
    }
  }
  EXPECT_GT(touching, 1000U);
}

TEST(BoxTreeSearch, LosesNothingThatOnlyJustTouches) {
  testing::Random random(12);
  // Face on face, edge on edge, corner on face: along one axis, and all of it turned.
  const Mesh cube = testing::box({0, 0, 0}, 0.5);
  SearchFixture fixture(cube, cube);
  std::size_t touching = 0;
  for (const Vec3& apart : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{1, 0.25, 0.125}}) {
    for (int i = 0; i < 30; ++i) {
      const Quaternion turn = i == 0 ? Quaternion{} : random.quaternion();
      const Vec3 place = i < 10 ? Vec3{} : random.vector(-1000, 1000);
      const Transform first = Transform::from_quaternion(turn, place);
      fixture.pose(first, Transform::from_quaternion(turn, first.apply(apart)));
      EXPECT_EQ(fixture.missed(fixture.candidates(), &touching), 0U);
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
    SearchFixture pierced(cube, needle);
    pierced.pose(turn, Transform());
    EXPECT_EQ(pierced.missed(pierced.candidates()), 0U);
  }
}

TEST(BoxTreeSearch, LosesNothingBetweenLargeAndSmallNearAndFar) {
  testing::Random random(13);
  for (const double size : {1e-6, 1e-3, 1e3, 1e6}) {
    Mesh small = testing::soup(40, 0.5, random);
    for (Vec3& p : small.positions) p = p * size;
    SearchFixture fixture(testing::soup(60, 0.5, random), small);
    for (const double far : {0.0, 1e3, 1e7}) {
      const Vec3 there{far, -far, 2 * far};
      const Vec3 near = there + random.vector(-0.5, 0.5);
      fixture.pose(Transform::from_quaternion(random.quaternion(), there),
                   Transform::from_quaternion(random.quaternion(), near));
      EXPECT_EQ(fixture.missed(fixture.candidates()), 0U) << size << ", " << far;
      EXPECT_EQ(fixture.missed(fixture.aligned_candidates()), 0U) << size << ", " << far;
    }
  }
}

TEST(BoxTreeSearch, LeavesMostPairsOut) {
  SearchFixture fixture(scenes::torus(50, 20), scenes::torus(50, 20));
  testing::Random random(14);
  fixture.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {1.2, 0.3, 0.1}));
  const Pairs found = fixture.candidates();
  EXPECT_EQ(fixture.missed(found), 0U);
  EXPECT_LT(found.size(), 2000U * 2000U / 500);
  fixture.pose(Transform(), Transform::from_translation({3, 0, 0}));
  EXPECT_TRUE(fixture.candidates().empty());
  EXPECT_EQ(fixture.counts.halves, 1U);
}

// Their boxes overlap by nearly all of themselves, their planes are a hair apart.
TEST(BoxTreeSearch, LeavesOutSlantedPolygonsSideBySide) {
  const Transform turn = Transform::from_axis_angle({1, 2, 3}, 1, {0, 0, 0});
  Mesh sheet = testing::sheet(20, 0);
  for (Vec3& p : sheet.positions) p = turn.apply(p);
  SearchFixture fixture(sheet, sheet);
  fixture.pose(Transform(), Transform::from_translation(turn.apply({0, 0, 1e-3})));
  EXPECT_TRUE(fixture.candidates().empty());
  EXPECT_TRUE(fixture.aligned_candidates().empty());
  fixture.pose(Transform(), Transform());
  EXPECT_EQ(fixture.missed(fixture.candidates()), 0U);
}

TEST(BoxTreeSearch, OpenPairsMakeUpTheWhole) {
  BoxTreeOptions options;
  options.wide_blocks = 4;
  SearchFixture fixture(scenes::torus(40, 20), scenes::geodesic_sphere(3), options);
  fixture.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
  const Pairs whole = fixture.candidates();
  ASSERT_GT(whole.size(), 100U);
  for (const std::size_t enough : {1U, 10U, 100U, 100000U}) {
    Arena arena;
    Collector sink;
    CandidateWriter writer(sink, 0, 0);
    SeenPairs seen(arena);
    const BoxTreeOut out{writer, 0, 1, false, seen, nullptr};
    ArenaVector<BoxPairState> open(arena);
    BoxTreeCounts counts;
    open_box_pairs(fixture.pair, enough, open, arena, counts);
    walk_box_pairs(fixture.pair, open.span(), out, counts);
    writer.finish();
    EXPECT_EQ(sink.pairs, whole);
    EXPECT_EQ(counts.halves, fixture.counts.halves);
  }
}

// Between splits, and within leaves: at depth 0 there is nothing else.
TEST(BoxTreeSearch, CanBeInterruptedAndResumed) {
  BoxTreeOptions split;
  split.wide_blocks = 1;
  BoxTreeOptions one_leaf;
  one_leaf.depth = 0;
  for (const BoxTreeOptions& options : {split, one_leaf}) {
    SearchFixture fixture(scenes::torus(40, 20), scenes::geodesic_sphere(3), options);
    fixture.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
    const Pairs whole = fixture.candidates();
    ASSERT_GT(whole.size(), 100U);
    for (const std::size_t most : {1U, 17U, 1000U}) {
      Arena arena;
      Collector sink;
      CandidateWriter writer(sink, 0, 0);
      SeenPairs seen(arena);
      const BoxTreeOut out{writer, 0, 1, false, seen, nullptr};
      BoxTreeFront front;
      front.begin(fixture.pair);
      BoxTreeCounts counts;
      double before = 0;
      std::size_t turns = 0;
      while (!front.done()) {
        advance_box_front(fixture.pair, most, {}, front, out, counts);
        EXPECT_GE(front.resolved(), before);
        before = front.resolved();
        ++turns;
      }
      writer.finish();
      EXPECT_GT(turns, most < 1000 ? 10U : 0U);
      EXPECT_DOUBLE_EQ(front.resolved(), 1);
      EXPECT_EQ(sink.pairs, whole);
      EXPECT_EQ(counts.item_tests, fixture.counts.item_tests);
      EXPECT_EQ(counts.leaf_pairs, fixture.counts.leaf_pairs);
    }
  }
}

TEST(BoxTreeSearch, IsTheSameOnEveryInstructionSet) {
  SearchFixture fixture(scenes::torus(40, 20), scenes::geodesic_sphere(3));
  fixture.pose(Transform(), Transform::from_axis_angle({1, 2, 3}, 1, {0.8, 0.3, 0.1}));
  const Pairs expected = fixture.candidates();
  const BoxTreeCounts counts = fixture.counts;
  std::size_t touching = 0;
  EXPECT_EQ(fixture.missed(expected, &touching), 0U);
  EXPECT_GT(touching, 0U);
  EXPECT_GT(counts.item_tests, expected.size());
  for (const std::string& name : simd_targets()) {
    use_simd_target(name);
    EXPECT_EQ(fixture.candidates(), expected) << name;
    EXPECT_EQ(fixture.counts.splits, counts.splits) << name;
    EXPECT_EQ(fixture.counts.halves, counts.halves) << name;
    EXPECT_EQ(fixture.counts.one_sided, counts.one_sided) << name;
    EXPECT_EQ(fixture.counts.leaf_pairs, counts.leaf_pairs) << name;
    EXPECT_EQ(fixture.counts.item_tests, counts.item_tests) << name;
  }
  use_simd_target("");
}

}  // namespace
}  // namespace tact
