// Tolerances: how far candidates are looked for, and that coherent methods remember as well with a
// tolerance as without.
#include "tact/contact/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "scenes/bodies/torus.h"
#include "tact/contact/closest.h"
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
struct TolerantRings {
  explicit TolerantRings(const char* method, bool with_box) : world({method, 1}) {
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
  TolerantRings rings(method, with_box);
  TolerantRings judge("boxes", with_box);
  Cost cost;
  for (int frame = 0; frame < frames; ++frame) {
    const double tolerance = tolerances[static_cast<std::size_t>(frame) % tolerances.size()];
    const Result& result = rings.ask(frame, tolerance);
    if (frame % 10 == 9) {
      EXPECT_EQ(result.pairs_by_slot(), judge.ask(frame, tolerance).pairs_by_slot())
          << method << ", frame " << frame;
    }
    if (frame < 10) continue;
    cost.bounds += result.stats.bounds_tests;
    cost.remembered += result.stats.front_pairs > 0 ? 1 : 0;
    cost.pairs += result.size();
  }
  return cost;
}

// Two triangles that are put anywhere, a few units apart.
class Couple {
 public:
  Couple(const std::string& method, bool is_rigid) : world_({method, 1}), is_rigid_(is_rigid) {
    for (BodyId& id : ids_) {
      id = world_.add(is_rigid ? rigid(testing::triangle_at(0))
                               : deforming(testing::triangle_at(0)));
    }
  }
  /// Near {far, far, far}. Returns how far they are apart.
  double place(double far, testing::Random& random) {
    Primitives primitives[2];
    for (std::size_t i = 0; i < 2; ++i) {
      const Vec3 middle{far + (i == 0 ? 0 : 3), far, far};
      poses_[i] = Transform::from_quaternion(random.quaternion(), middle + random.vector(-1, 1));
      meshes_[i] = testing::triangle_at(0);
      if (is_rigid_) {
        world_.move(ids_[i], poses_[i]);
      } else {
        for (Vec3& p : meshes_[i].positions) p = poses_[i].apply(p);
        world_.move(ids_[i], PositionsView(std::span<const Vec3>(meshes_[i].positions)));
      }
      primitives[i] = Primitives::triangles(meshes_[i].view(), is_rigid_ ? &poses_[i] : nullptr);
    }
    return closest_primitives(primitives[0], 0, primitives[1], 0).distance;
  }
  std::size_t pairs_within(double tolerance) {
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = tolerance;
    return world_.collide(options).size();
  }

 private:
  World world_;
  bool is_rigid_;
  BodyId ids_[2];
  Mesh meshes_[2];  // borrowed by the world
  Transform poses_[2];
};

class ExactTolerance : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, ExactTolerance, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

// A pair that is as far apart as the tolerance is found, and it is not if the tolerance is less by
// its last bit.
TEST_P(ExactTolerance, IsCloseEnough) {
  for (const bool is_rigid : {true, false}) {
    testing::Random random(31);
    Couple couple(GetParam(), is_rigid);
    for (int round = 0; round < 60; ++round) {
      const double distance = couple.place(round % 3 == 0   ? 0
                                           : round % 3 == 1 ? 1e3
                                                            : -1e7,
                                           random);
      ASSERT_GT(distance, 0.0);
      EXPECT_EQ(couple.pairs_within(distance), 1U) << "round " << round;
      EXPECT_EQ(couple.pairs_within(std::nextafter(distance, 0.0)), 0U) << "round " << round;
    }
  }
}

// Two balls on either side of zero, a millionth of a millionth apart: there float boxes are tighter
// than the rounding of the distance, which comes out less than the gap for some.
TEST_P(ExactTolerance, IsCloseEnoughWhereTheDistanceIsRoundedDown) {
  testing::Random random(32);
  int rounded_down = 0;
  for (int round = 0; round < 200; ++round) {
    const double right = 1 + random.uniform(1e-12, 2e-12);
    const std::vector<Vec3> a{{-1, 0, 0}};
    const std::vector<Vec3> b{{right, 0, 0}};
    const double one = 1;
    const auto ball = [&](const std::vector<Vec3>& at) {
      return Primitives::points(std::span<const Vec3>(at), std::span<const double>(&one, 1),
                                nullptr);
    };
    const double distance = closest_primitives(ball(a), 0, ball(b), 0).distance;
    if (!(distance < (right - 1) * (1 - 0x1p-18))) continue;
    ++rounded_down;
    World world({GetParam(), 1});
    world.add(points(a, {1}));
    world.add(points(b, {1}));
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = distance;
    EXPECT_EQ(world.collide(options).size(), 1U) << "round " << round;
  }
  EXPECT_GT(rounded_down, 10);
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
    PairTracker tracker{Shape(ring), Shape(ring), {coherent}};
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
