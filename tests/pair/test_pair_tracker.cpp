#include "tact/pair/pair_tracker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/contact/closest.h"
#include "tact/world/collide.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

Transform pose_of(int step) {
  return Transform::from_axis_angle({0.3, 1, 0.2}, 0.01 * step,
                                    {1.9 - 0.01 * step, 0.1 * std::sin(0.1 * step), 0});
}

TEST(PairTracker, SaysWhatAWorldSays) {
  const Mesh ring = scenes::torus(20, 10);
  const Mesh other = scenes::torus(14, 10, 0.8, 0.2);
  for (const bool coherent : {true, false}) {
    PairTracker tracker{RigidShape(ring.view()), RigidShape(other), {coherent}};
    int touched = 0;
    for (int step = 0; step < 150; ++step) {
      CollideOptions options;
      if (step % 5 == 4) options.tolerance = 0.02;
      const Result truth = collide(ring.view(), Transform(), other.view(), pose_of(step), options);
      const Result& result = tracker.collide(Transform(), pose_of(step), options);
      ASSERT_EQ(testing::difference(truth.pairs_by_slot(), result.pairs_by_slot()), "")
          << "step " << step;
      ASSERT_EQ(result.contacts().size(), truth.contacts().size());
      for (std::size_t i = 0; i < truth.contacts().size(); ++i) {
        EXPECT_EQ(result.contacts()[i].kind, truth.contacts()[i].kind);
        EXPECT_EQ(result.contacts()[i].depth, truth.contacts()[i].depth);
        EXPECT_EQ(result.contacts()[i].body_b.slot, truth.contacts()[i].body_b.slot);
      }
      if (step % 5 != 4) {
        EXPECT_EQ(tracker.touching(Transform(), pose_of(step)), truth.touching());
        touched += truth.touching() ? 1 : 0;
      }
    }
    EXPECT_GT(touched, 20);
  }
}

TEST(PairTracker, ThatWasMovedFromAnswersNothing) {
  const Mesh ring = scenes::torus(8, 6);
  PairTracker from{RigidShape(ring), RigidShape(ring)};
  PairTracker to(std::move(from));
  EXPECT_TRUE(to.touching(Transform(), Transform()));
  EXPECT_THROW(from.touching(Transform(), Transform()), Error);  // NOLINT(bugprone-use-after-move)
  EXPECT_THROW(from.collide(Transform(), Transform()), Error);
  EXPECT_THROW(from.distance(Transform(), Transform()), Error);
  EXPECT_THROW(from.forget(), Error);
  PairTracker& same = to;
  to = std::move(same);
  EXPECT_TRUE(to.touching(Transform(), Transform()));
}

TEST(PairTracker, MeasuresTheDistanceOfTheNearestTwoTriangles) {
  testing::Random random(3);
  const Mesh a = testing::soup(60, 0.2, random);
  const Mesh b = testing::soup(50, 0.2, random);
  PairTracker tracker{RigidShape(a), RigidShape(b)};
  for (int step = 0; step < 60; ++step) {
    const Transform of_a = Transform::from_quaternion(random.quaternion(), random.vector(-1, 1));
    const double far = step % 3 == 0 ? 40 : 2;
    const Transform of_b =
        Transform::from_quaternion(random.quaternion(), random.vector(-far, far));
    const Primitives posed_a = Primitives::triangles(a.view(), &of_a);
    const Primitives posed_b = Primitives::triangles(b.view(), &of_b);
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < posed_a.size(); ++i) {
      for (std::uint32_t j = 0; j < posed_b.size(); ++j) {
        least = std::min(least, closest_primitives(posed_a, i, posed_b, j).distance);
      }
    }
    const Distance found = tracker.distance(of_a, of_b);
    EXPECT_EQ(found.distance, least) << "step " << step;
    EXPECT_NEAR(length(found.point_a - found.point_b), least, 1e-12 * (1 + least));
    EXPECT_LT(found.stats.primitive_tests, 3000U);
  }
}

TEST(PairTracker, TheLastClosestPairBoundsTheNextSearch) {
  const Mesh ring = scenes::torus(60, 30);
  PairTracker fresh{RigidShape(ring), RigidShape(ring), {false}};
  PairTracker coherent{RigidShape(ring), RigidShape(ring)};
  std::uint64_t tests_fresh = 0;
  std::uint64_t tests_coherent = 0;
  for (int step = 0; step < 50; ++step) {
    const Transform at = Transform::from_axis_angle({1, 1, 0}, 0.01 * step, {2.9, 0.005 * step, 0});
    const Distance one = fresh.distance({}, at);
    const Distance two = coherent.distance({}, at);
    ASSERT_EQ(one.distance, two.distance);
    tests_fresh += one.stats.primitive_tests;
    tests_coherent += two.stats.primitive_tests;
  }
  EXPECT_LE(tests_coherent, tests_fresh);
}

TEST(PairTracker, BodiesWithoutTrianglesAreInfinitelyFar) {
  PairTracker tracker{RigidShape(Mesh{}), RigidShape(testing::triangle_at(0))};
  EXPECT_FALSE(tracker.touching({}, {}));
  EXPECT_TRUE(tracker.collide({}, {}).empty());
  EXPECT_EQ(tracker.distance({}, {}).distance, std::numeric_limits<double>::infinity());
}

TEST(PairTracker, RefusesWhatCannotBe) {
  Mesh bad = testing::triangle_at(0);
  bad.positions[1].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(RigidShape{bad}, Error);
  PairTracker tracker{RigidShape(testing::triangle_at(0)), RigidShape(testing::triangle_at(1))};
  CollideOptions options;
  options.tolerance = -1;
  EXPECT_THROW(tracker.collide({}, {}, options), Error);
  EXPECT_FALSE(tracker.touching({}, Transform::from_translation({1.7e308, 0, 0})));
  Mesh huge = testing::triangle_at(0);
  huge.positions[0].x = 1e308;
  PairTracker out_of_range{RigidShape(huge), RigidShape(huge)};
  EXPECT_THROW(out_of_range.touching({}, Transform::from_translation({1.7e308, 0, 0})), Error);
  EXPECT_TRUE(out_of_range.touching({}, {})) << "after an error it goes on";
}

TEST(PairTracker, BatchesGiveTheAnswersOfSinglePoses) {
  const RigidShape ring(scenes::torus(20, 10));
  testing::Random random(8);
  std::vector<PosePair> poses;
  for (int i = 0; i < 1000; ++i) {
    poses.push_back({Transform::from_quaternion(random.quaternion(), {}),
                     Transform::from_quaternion(random.quaternion(), random.vector(-2, 2))});
  }
  PairTracker tracker(ring, ring, {false});
  std::vector<std::uint8_t> expected;
  std::size_t touched = 0;
  for (const PosePair& pose : poses) {
    expected.push_back(tracker.touching(pose.a, pose.b) ? 1 : 0);
    touched += expected.back();
  }
  EXPECT_GT(touched, 100U);
  EXPECT_LT(touched, 900U);
  for (const unsigned threads : {1U, 2U, 4U}) {
    std::vector<std::uint8_t> out(poses.size(), 7);
    touching(ring, ring, poses, out, threads);
    EXPECT_EQ(out, expected);
  }
  std::vector<std::uint8_t> too_short(poses.size() - 1);
  EXPECT_THROW(touching(ring, ring, poses, too_short), Error);
}

}  // namespace
}  // namespace tact
