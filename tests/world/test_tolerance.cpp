// Tolerances: how far candidates are looked for, and that coherent methods remember as well with a
// tolerance as without.
#include "tact/world/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "scenes/bodies/torus.h"
#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// A scene whose largest coordinate this is.
Extent up_to(double farthest) { return {{-farthest, 0, 0}, {farthest / 3, farthest / 2, 0}}; }

TEST(CandidateReach, CoversTheRoundingOfTheLargestCoordinate) {
  for (const double tolerance : {1e-9, 0.01, 3.0, 1e20}) {
    for (double farthest = 1e-30; farthest < 1e40; farthest *= 1.7) {
      const double reach = candidate_reach(tolerance, up_to(farthest));
      EXPECT_GE(reach, tolerance + farthest * 0x1p-45);
      EXPECT_LE(reach, (tolerance + farthest * 0x1p-44) * (1 + 0x1p-50));
    }
    EXPECT_EQ(candidate_reach(tolerance, up_to(0)), tolerance);
    EXPECT_EQ(candidate_reach(tolerance, Extent{}), tolerance);
  }
  EXPECT_GT(candidate_reach(1e-300, up_to(1)), 0x1p-45) << "however small the tolerance is";
}

TEST(CandidateReach, IsOfTheLargestCoordinateOfAll) {
  for (std::size_t k = 0; k < 6; ++k) {
    Extent scene{{-1, -1, -1}, {1, 1, 1}};
    (k < 3 ? scene.lo : scene.hi)[k % 3] *= 1000;
    EXPECT_EQ(candidate_reach(0x1p-40, scene), 0x1p-40 + 1024 * 0x1p-45) << k;
  }
}

TEST(CandidateReach, NoToleranceStaysNoneAndEveryoneIsFinite) {
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(candidate_reach(0, up_to(0)), 0);
  EXPECT_EQ(candidate_reach(0, up_to(largest)), 0);
  EXPECT_EQ(candidate_reach(largest, up_to(largest)), largest);
  EXPECT_TRUE(std::isfinite(candidate_reach(1, up_to(largest))));
  EXPECT_GE(candidate_reach(1, up_to(largest)), largest * 0x1p-45);
}

TEST(CandidateReach, StaysTheSameWhileBodiesMoveALittle) {
  EXPECT_EQ(candidate_reach(0.1, up_to(1.01)), candidate_reach(0.1, up_to(1.99)));
  EXPECT_LT(candidate_reach(0.1, up_to(1.99)), candidate_reach(0.1, up_to(2.01)));
}

constexpr int frames = 60;

// A ring that swings to and fro a little, and with it the largest coordinate.
Transform pose_in(int frame) {
  return Transform::from_axis_angle({0.3, 1, 0.2}, 0.4 + 0.0005 * std::sin(0.5 * frame),
                                    {2 + 0.002 * std::sin(0.9 * frame), 0.3, 0.1});
}

struct Cost {
  std::uint64_t bounds = 0;
  std::uint64_t remembered = 0;  // frames that leave a front behind
  std::size_t pairs = 0;
};

// Two rings, and a box whose corner swings about 1024 if that is wanted.
struct Rings {
  explicit Rings(const char* method, bool with_box) : world({method, 1}) {
    const Mesh ring = scenes::torus(40, 20);
    moving = world.add(rigid(ring));
    world.add(rigid(ring));
    if (with_box) box = world.add(rigid(testing::box({0, 0, 0}, 1)));
  }
  const Result& ask(int frame, double tolerance) {
    world.move(moving, pose_in(frame));
    if (box) world.move(*box, Transform::from_translation({1023 + 0.5 * std::sin(frame), 0, 0}));
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = tolerance;
    return world.collide(options);
  }

  World world;
  BodyId moving;
  std::optional<BodyId> box;
};

// What frames cost once a method has seen some. `tolerances` are asked for by turns.
Cost cost_of(const char* method, bool with_box, const std::vector<double>& tolerances) {
  Rings rings(method, with_box);
  Rings judge("boxes", with_box);
  Cost cost;
  for (int frame = 0; frame < frames; ++frame) {
    const double tolerance = tolerances[static_cast<std::size_t>(frame) % tolerances.size()];
    const Result& result = rings.ask(frame, tolerance);
    if (frame % 10 == 9) {
      EXPECT_EQ(result.pairs, judge.ask(frame, tolerance).pairs) << method << ", frame " << frame;
    }
    if (frame < 10) continue;
    cost.bounds += result.stats.bounds_tests;
    cost.remembered += result.stats.front_pairs > 0 ? 1 : 0;
    cost.pairs += result.size();
  }
  return cost;
}

class Coherent : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, Coherent,
                         ::testing::Values("obb-coherent", "aabb-coherent", "auto"),
                         testing::method_name);

const char* plain_form(const std::string& method) {
  return method == "aabb-coherent" ? "aabb" : "obb";
}

TEST_P(Coherent, FrontsLastWithAToleranceToo) {
  for (const bool with_box : {false, true}) {
    const Cost coherent = cost_of(GetParam().c_str(), with_box, {0.02});
    const Cost plain = cost_of(plain_form(GetParam()), with_box, {0.02});
    EXPECT_EQ(coherent.remembered, 50U);
    EXPECT_LT(2 * coherent.bounds, plain.bounds) << (with_box ? "with" : "without") << " a box";
    EXPECT_EQ(coherent.pairs, plain.pairs);
    EXPECT_GT(coherent.pairs, 1000U);
  }
}

// Asking with one tolerance and then with another in every frame: fronts that would never be used
// are not begun.
TEST_P(Coherent, ChangingTolerancesCostNoMoreThanThePlainSearch) {
  const Cost coherent = cost_of(GetParam().c_str(), false, {0, 0.02});
  const Cost plain = cost_of(plain_form(GetParam()), false, {0, 0.02});
  EXPECT_LT(coherent.remembered, 10U);
  EXPECT_LT(10 * coherent.bounds, 11 * plain.bounds);
}

TEST(CoherentTracker, FrontsLastWithAToleranceToo) {
  const Mesh ring = scenes::torus(40, 20);
  Cost costs[2];
  for (const bool coherent : {false, true}) {
    PairTracker tracker{RigidShape(ring), RigidShape(ring), {coherent}};
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = 0.02;
    for (int frame = 0; frame < frames; ++frame) {
      const Result& result = tracker.collide(pose_in(frame), Transform(), options);
      if (frame < 10) continue;
      costs[coherent ? 1 : 0].bounds += result.stats.bounds_tests;
      costs[coherent ? 1 : 0].pairs += result.size();
    }
  }
  EXPECT_EQ(costs[0].pairs, costs[1].pairs);
  EXPECT_LT(2 * costs[1].bounds, costs[0].bounds);
}

}  // namespace
}  // namespace tact
