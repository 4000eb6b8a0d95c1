#include "tact/pair/pair_tracker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/contact/closest.h"
#include "tact/world/world.h"
#include "tests/support/answers.h"
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
    PairTracker tracker{Shape(ring.view()), Shape(other), {coherent}};
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

// From the roots or along a front, on any number of threads.
TEST(PairTracker, GivesOneListOnAnyNumberOfThreads) {
  const Shape ring(scenes::torus(60, 30));
  const Shape other(scenes::torus(48, 24, 0.8, 0.25));
  std::size_t contacts = 0;
  for (const bool coherent : {true, false}) {
    PairTracker alone(ring, other, {coherent});
    PairTracker shared(ring, other, {coherent});
    for (int step = 0; step < 40; ++step) {
      const int at = step % 4 == 3 ? 3 * step : step;  // jumps among steps
      CollideOptions options;
      if (step % 5 == 4) options.tolerance = 0.01;
      const Result truth = alone.collide(Transform(), pose_of(at), options);
      options.threads = 1 + static_cast<unsigned>(step) % 4;
      const Result& result = shared.collide(Transform(), pose_of(at), options);
      ASSERT_EQ(testing::difference(truth.pairs_by_slot(), result.pairs_by_slot()), "")
          << "step " << step;
      EXPECT_EQ(testing::seen(result), testing::seen(truth));
      EXPECT_EQ(result.stats.candidates, truth.stats.candidates);
      contacts += truth.size();
    }
  }
  EXPECT_GT(contacts, 1000U);
}

// Between two bodies nobody is anybody's neighbour, also if they are one shape in one place.
TEST(PairTracker, OneShapeIsTwoBodies) {
  const Mesh ring = scenes::torus(10, 6);
  const Shape shape(ring);
  PairTracker tracker(shape, shape);
  for (const bool neighbours : {false, true}) {
    CollideOptions options;
    options.neighbours = neighbours;
    const Result truth = collide(ring.view(), ring.view(), options);
    EXPECT_GT(truth.size(), ring.triangles.size());
    EXPECT_EQ(tracker.collide({}, {}, options).pairs_by_slot(), truth.pairs_by_slot());
  }
}

TEST(PairTracker, SaysWhatItTook) {
  const Shape shape(scenes::torus(60, 30));
  PairTracker first(shape, shape);
  EXPECT_EQ(shape.builds(), 1U);
  const Result& result = first.collide({}, pose_of(40));
  EXPECT_GT(result.times.update, 0);
  EXPECT_GT(result.times.query, 0);
  EXPECT_EQ(result.stats.primitives_read, shape.triangle_count()) << "what building took";
  first.collide({}, pose_of(41));
  EXPECT_EQ(result.times.update, 0);
  EXPECT_EQ(result.stats.primitives_read, 0U);
  PairTracker second(shape, shape);
  EXPECT_EQ(second.collide({}, pose_of(40)).stats.primitives_read, 0U);
  EXPECT_EQ(shape.builds(), 1U);
}

// A path in small steps under options that remember nothing, little, and all there is.
Stats cost_of_path(const TrackerOptions& options) {
  const Shape ring(scenes::torus(40, 20));
  PairTracker tracker(ring, ring, options);
  Stats sum;
  for (int step = 0; step < 60; ++step) {
    const Transform at = Transform::from_axis_angle({0, 1, 0}, 0.3, {1.2 + 1e-4 * step, 0.1, 0});
    sum += tracker.collide({}, at, CollideOptions::pairs()).stats;
  }
  return sum;
}

TEST(PairTracker, RemembersAsItsOptionsSay) {
  TrackerOptions options;
  const Stats usual = cost_of_path(options);
  EXPECT_GT(usual.axis_tests, 0U);
  options.coherence = 0;
  const Stats still = cost_of_path(options);
  EXPECT_EQ(still.axis_tests, 0U) << "bodies that move are not followed";
  EXPECT_GT(still.bounds_tests, usual.bounds_tests);
  options = {};
  options.most_pairs = 16;
  const Stats little = cost_of_path(options);
  EXPECT_LE(little.front_pairs, 60U * 16);
  EXPECT_GT(little.bounds_tests, usual.bounds_tests);
  options = {};
  options.prune = 0;
  EXPECT_GT(cost_of_path(options).bounds_tests, usual.bounds_tests) << "begun anew in every step";
}

TEST(PairTracker, RefusesOptionsThatMeanNothing) {
  const Shape shape(testing::triangle_at(0));
  for (const double bad :
       {-0.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (double TrackerOptions::*which :
         {&TrackerOptions::coherence, &TrackerOptions::prune, &TrackerOptions::trail}) {
      TrackerOptions options;
      options.*which = bad;
      EXPECT_EQ(testing::error_of([&] { PairTracker(shape, shape, options); }),
                ErrorCode::bad_argument);
    }
  }
}

TEST(PairTracker, ThatWasMovedFromAnswersNothing) {
  const Mesh ring = scenes::torus(8, 6);
  PairTracker from{Shape(ring), Shape(ring)};
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
  PairTracker tracker{Shape(a), Shape(b)};
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
  PairTracker fresh{Shape(ring), Shape(ring), {false}};
  PairTracker coherent{Shape(ring), Shape(ring)};
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
  PairTracker tracker{Shape(Mesh{}), Shape(testing::triangle_at(0))};
  EXPECT_FALSE(tracker.touching({}, {}));
  EXPECT_TRUE(tracker.collide({}, {}).empty());
  EXPECT_EQ(tracker.distance({}, {}).distance, std::numeric_limits<double>::infinity());
}

TEST(PairTracker, RefusesWhatCannotBe) {
  Mesh bad = testing::triangle_at(0);
  bad.positions[1].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(Shape{bad}, Error);
  PairTracker tracker{Shape(testing::triangle_at(0)), Shape(testing::triangle_at(1))};
  CollideOptions options;
  options.tolerance = -1;
  EXPECT_THROW(tracker.collide({}, {}, options), Error);
  EXPECT_FALSE(tracker.touching({}, Transform::from_translation({1.7e308, 0, 0})));
  Mesh huge = testing::triangle_at(0);
  huge.positions[0].x = 1e308;
  PairTracker out_of_range{Shape(huge), Shape(huge)};
  EXPECT_THROW(out_of_range.touching({}, Transform::from_translation({1.7e308, 0, 0})), Error);
  EXPECT_TRUE(out_of_range.touching({}, {})) << "after an error it goes on";
}

TEST(PairTracker, BatchesGiveTheAnswersOfSinglePoses) {
  const Shape ring(scenes::torus(20, 10));
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
