// What a caller may say about motion, and what a world makes of it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tact/tact.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/answers.h"
#include "tests/support/impact_scenes.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::error_of;
using testing::MovingMesh;
using testing::SeenImpact;
using testing::sheet;
using testing::shifted;

std::vector<Vec3> shifted_points(std::vector<Vec3> points, const Vec3& by) {
  for (Vec3& p : points) p = p + by;
  return points;
}

// A sheet that falls through another within one frame.
class Falling : public ::testing::Test {
 protected:
  const Mesh floor_ = sheet(4, 0);
  const Mesh cloth_ = shifted(sheet(3, 1), {0.03, 0.02, 0});
  const std::vector<Vec3> below_ = shifted_points(cloth_.positions, {0, 0, -4});
};

TEST_F(Falling, BodiesThatPassThroughEachOtherMeet) {
  World world;
  const BodyId floor = world.add(rigid(floor_).user(7));
  const BodyId cloth = world.add(deforming(cloth_).user(8));
  world.move(cloth, cloth_.positions, below_);
  EXPECT_TRUE(world.collide().empty()) << "it is below by now";
  const Impacts& impacts = world.impacts();
  EXPECT_EQ(impacts.verdict(), Verdict::touching);
  ASSERT_FALSE(impacts.empty());
  for (const Impact& impact : impacts) {
    EXPECT_EQ(impact.body_a, floor);
    EXPECT_EQ(impact.body_b, cloth);
    EXPECT_EQ(impact.user_a, 7U);
    EXPECT_EQ(impact.user_b, 8U);
    EXPECT_LE(impact.time_lo, 0.25);
    EXPECT_GE(impact.time_hi, 0.25);
    EXPECT_LE(impact.time_hi - impact.time_lo, 0x1p-20);
    EXPECT_NEAR(impact.normal.z, 1, 1e-9) << "from the floor to the cloth";
    Vec3 where[2];
    const Feature* features[] = {&impact.a, &impact.b};
    for (int side = 0; side < 2; ++side) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double weight = features[side]->weights[k];
        EXPECT_GE(weight, 0);
        sum += weight;
        const std::uint32_t v = features[side]->vertices[k];
        const Vec3 at =
            side == 0 ? floor_.positions[v] : cloth_.positions[v] * 0.75 + below_[v] * 0.25;
        where[side] = where[side] + at * weight;
      }
      EXPECT_NEAR(sum, 1, 1e-12);
    }
    EXPECT_LT(length(where[0] - where[1]), 1e-5);
  }
  EXPECT_GT(world.free_step(), 0.25 - 0x1p-19);
  EXPECT_LE(world.free_step(), 0.25);
}

TEST_F(Falling, ABodyMovesUntilItIsMovedOtherwise) {
  World world;
  world.add(deforming(floor_));
  const BodyId cloth = world.add(deforming(cloth_));
  const auto meets = [&] { return !world.impacts().empty(); };
  EXPECT_FALSE(meets()) << "nothing moves yet";
  EXPECT_EQ(world.free_step(), 1);
  world.move(cloth, cloth_.positions, below_);
  EXPECT_TRUE(meets());
  EXPECT_TRUE(meets()) << "as often as one asks";
  world.move(cloth, below_);
  EXPECT_FALSE(meets()) << "stands still";
  world.move(cloth, below_, cloth_.positions);
  EXPECT_TRUE(meets()) << "the way back";
  EXPECT_EQ(world.extent(cloth).lo.z, 1) << "it is where it ends";
  world.remove(cloth);
  EXPECT_FALSE(meets());
}

TEST_F(Falling, RulesSayWhoMeets) {
  World world;
  const BodyId floor = world.add(deforming(floor_));
  const BodyId cloth = world.add(breaking(cloth_));
  world.move(cloth, cloth_.positions, below_);
  const std::size_t all = world.impacts().size();
  ASSERT_GT(all, 0U);
  world.exclude(floor, cloth);
  EXPECT_TRUE(world.impacts().empty());
  world.include(cloth, floor);
  EXPECT_EQ(world.impacts().size(), all);
  world.set_group(cloth, 2, 4);
  EXPECT_TRUE(world.impacts().empty());
  world.set_group(cloth, 1, ~0U);
  int asked = 0;
  world.set_filter([&](const BodyId& a, const BodyId& b) {
    ++asked;
    EXPECT_EQ(a, floor);
    EXPECT_EQ(b, cloth);
    return false;
  });
  EXPECT_TRUE(world.impacts().empty());
  EXPECT_EQ(asked, 1);
  world.collide();
  EXPECT_EQ(asked, 1) << "they are far from each other now";
  EXPECT_TRUE(world.impacts().empty());
  EXPECT_EQ(asked, 2);
  world.set_filter(nullptr);
  EXPECT_EQ(world.impacts().size(), all);
}

TEST_F(Falling, ArraysAreReadAsTheyAre) {
  World world;
  world.add(rigid(floor_));
  const BodyId cloth = world.add(deforming(cloth_));
  world.move(cloth, cloth_.positions, below_);
  const std::vector<SeenImpact> expected = testing::seen(world.impacts());

  // Copies are the world's own, also where one of them is in force.
  {
    std::vector<Vec3> from = cloth_.positions;
    std::vector<Vec3> to = below_;
    world.move(cloth, from, to, Storage::copy);
    from.assign(from.size(), Vec3{9, 9, 9});
    to.assign(to.size(), Vec3{9, 9, 9});
  }
  EXPECT_EQ(testing::seen(world.impacts()), expected);
  world.move(cloth, below_, cloth_.positions, Storage::copy);
  EXPECT_EQ(world.impacts().size(), expected.size());
  world.move(cloth, cloth_.positions, below_, Storage::copy);
  EXPECT_EQ(testing::seen(world.impacts()), expected);

  // Floats in place, and with a gap; the numbers are not those of the doubles.
  std::vector<float> from;
  std::vector<float> to;
  struct Wide {
    float x, y, z, other;
  };
  std::vector<Wide> wide;
  std::vector<Vec3> rounded;
  for (std::size_t i = 0; i < below_.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      from.push_back(static_cast<float>(cloth_.positions[i][k]));
      to.push_back(static_cast<float>(below_[i][k]));
    }
    const auto z = static_cast<float>(below_[i].z);
    wide.push_back({to[3 * i], to[3 * i + 1], z, 0});
    rounded.push_back({to[3 * i], to[3 * i + 1], to[3 * i + 2]});
  }
  world.move(cloth, std::span<const float>(from), PositionsView(to));
  const std::vector<SeenImpact> floats = testing::seen(world.impacts());
  EXPECT_FALSE(floats.empty());
  world.move(cloth, std::span<const float>(from), wide);
  EXPECT_EQ(testing::seen(world.impacts()), floats);
  world.move(cloth, std::span<const float>(from), rounded);
  EXPECT_EQ(testing::seen(world.impacts()), floats) << "float and double";
}

TEST_F(Falling, MistakesChangeNothing) {
  World world;
  const BodyId floor = world.add(rigid(floor_));
  const BodyId cloth = world.add(deforming(cloth_));
  const BodyId swarm = world.add(points(cloth_.positions, {}).group(0));
  world.move(cloth, cloth_.positions, below_);
  const std::vector<SeenImpact> before = testing::seen(world.impacts());
  std::vector<Vec3> bad = below_;
  bad[3].y = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Vec3> few(3);
  const auto refused = [&](ErrorCode code, const auto& f) {
    EXPECT_EQ(error_of(f), code);
    EXPECT_EQ(testing::seen(world.impacts()), before);
  };
  for (const Storage storage : {Storage::borrow, Storage::copy}) {
    refused(ErrorCode::bad_mesh, [&] { world.move(cloth, below_, bad, storage); });
    refused(ErrorCode::bad_mesh, [&] { world.move(cloth, bad, below_, storage); });
    refused(ErrorCode::bad_mesh, [&] { world.move(cloth, few, below_, storage); });
    refused(ErrorCode::bad_mesh, [&] { world.move(cloth, below_, few, storage); });
    refused(ErrorCode::unsupported,
            [&] { world.move(floor, floor_.positions, floor_.positions, storage); });
    refused(ErrorCode::unsupported,
            [&] { world.move(swarm, cloth_.positions, cloth_.positions, storage); });
  }
  refused(ErrorCode::unknown_body, [&] { world.move(BodyId{}, below_, below_); });
  for (const double width : {0.0, -1.0, 2.0, 0x1p-60, std::nan("")}) {
    ImpactOptions options;
    options.width = width;
    refused(ErrorCode::bad_argument, [&] { world.impacts(options); });
  }
  // Points that are tested against something cannot be left out in silence.
  world.set_group(swarm, 1, ~0U);
  EXPECT_EQ(error_of([&] { world.impacts(); }), ErrorCode::unsupported);
  EXPECT_EQ(error_of([&] { world.free_step(); }), ErrorCode::unsupported);
  world.set_group(swarm, 0, 0);
  EXPECT_EQ(testing::seen(world.impacts()), before);
  World moved = std::move(world);
  EXPECT_EQ(testing::seen(moved.impacts()), before);
}

TEST_F(Falling, WithoutAWorld) {
  std::vector<MovingMesh> bodies(2);
  bodies[0] = {cloth_, below_, true};
  bodies[1] = {floor_, shifted_points(floor_.positions, {0, 0, 1}), false};
  const Impacts two = impacts(cloth_.view(), bodies[0].to, floor_.view(), bodies[1].to);
  bodies[0].self = false;
  EXPECT_EQ(difference(testing::impacts_of_all(bodies), testing::seen(two)), "");
  EXPECT_FALSE(two.empty());
  for (const Impact& impact : two) EXPECT_NEAR(impact.normal.z, -1, 1e-9) << "from above to below";

  // A sheet that folds flat.
  MovingMesh fold{sheet(4, 0), {}, true};
  for (const Vec3& p : fold.mesh.positions) fold.to.push_back({std::fabs(p.x), p.y, p.z});
  const Impacts own = self_impacts(fold.mesh.view(), fold.to);
  EXPECT_FALSE(own.empty());
  EXPECT_EQ(difference(testing::impacts_of_all(std::span(&fold, 1)), testing::seen(own)), "");
  EXPECT_EQ(error_of([&] { impacts(cloth_.view(), below_, floor_.view(), below_); }),
            ErrorCode::bad_mesh);
}

// In one plane there is no normal but that of the motion.
TEST(WorldImpacts, NormalsOfFlatMotionPointTheWayBack) {
  const Mesh wall = testing::triangle_at(0);
  const Mesh ball = shifted(wall, {5, 0, 0});
  const std::vector<Vec3> there = shifted_points(ball.positions, {-5, 0, 0});
  const Impacts found = impacts(wall.view(), wall.positions, ball.view(), there);
  ASSERT_FALSE(found.empty());
  for (const Impact& impact : found) EXPECT_NEAR(impact.normal.x, 1, 1e-9);
}

TEST(WorldImpacts, BreakingBodiesGetTheirTrianglesFirst) {
  testing::Random random(5);
  for (int round = 0; round < 8; ++round) {
    const std::vector<MovingMesh> first = testing::random_motion(random);
    const std::vector<MovingMesh> then = testing::random_motion(random);
    World world;
    std::vector<BodyId> ids;
    std::vector<MovingMesh> bodies;
    for (std::size_t i = 0; i < 3; ++i) {
      ids.push_back(world.add(breaking(first[i].mesh.view()).self(then[i].self)));
      world.move(ids[i], first[i].mesh.positions, first[i].to);
    }
    world.impacts();
    for (std::size_t i = 0; i < 3; ++i) {
      world.move(ids[i], then[i].mesh.view());
      world.move(ids[i], then[i].mesh.positions, then[i].to);
    }
    ASSERT_EQ(difference(testing::impacts_of_all(then), testing::seen(world.impacts())), "");
    ASSERT_NO_THROW(world.validate());
  }
}

TEST(WorldImpacts, QuestionsBetweenUpdatesAndMotionsDoNotDisturbEachOther) {
  testing::Random random(6);
  World world({"dbvh", 1});
  std::vector<std::vector<MovingMesh>> frames;
  for (int i = 0; i < 30; ++i) {
    frames.push_back(testing::random_motion(random));
    for (std::size_t b = 0; b < 3; ++b) frames.back()[b].self = true;
  }
  std::vector<BodyId> ids;
  for (std::size_t b = 0; b < 3; ++b) {
    ids.push_back(world.add(breaking(frames[0][b].mesh.view()).self()));
  }
  std::vector<MovingMesh> now = frames[0];
  for (MovingMesh& body : now) body.to = body.mesh.positions;
  for (const std::vector<MovingMesh>& frame : frames) {
    const std::size_t one = random.below(3);
    now[one] = frame[one];
    world.move(ids[one], frame[one].mesh.view());
    if (random.chance(3)) {
      now[one].to = now[one].mesh.positions;
    } else {
      world.move(ids[one], frame[one].mesh.positions, frame[one].to);
    }
    if (random.chance(2)) world.update();
    ASSERT_EQ(difference(testing::impacts_of_all(now), testing::seen(world.impacts())), "");
    if (random.chance(2)) {
      World fresh({"brute", 1});
      for (std::size_t b = 0; b < 3; ++b) {
        MeshView view = now[b].mesh.view();
        view.positions = now[b].to;
        fresh.add(breaking(view).self());
      }
      ASSERT_EQ(world.collide(CollideOptions::pairs()).pairs_by_slot(),
                fresh.collide(CollideOptions::pairs()).pairs_by_slot());
    }
  }
}

TEST(WorldImpacts, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  testing::Random random(7);
  std::vector<std::vector<MovingMesh>> frames;
  frames.push_back(testing::random_motion(random));
  for (int i = 0; i < 5; ++i) {
    frames.push_back(frames[0]);
    for (MovingMesh& body : frames.back()) {
      for (Vec3& p : body.mesh.positions) p = p + random.vector(-0.1, 0.1);
      for (Vec3& p : body.to) p = p + random.vector(-0.1, 0.1);
    }
  }
  testing::MovingWorld moving(frames[0], {"auto", 1});
  World& world = moving.world();
  std::size_t impacts = 0;
  const auto play = [&](Storage storage) {
    for (const std::vector<MovingMesh>& frame : frames) {
      for (std::size_t b = 0; b < 3; ++b) {
        world.move(moving.body(b), frame[b].mesh.positions, frame[b].to, storage);
      }
      impacts += world.impacts().size();
      world.free_step();
    }
  };
  for (const Storage storage : {Storage::borrow, Storage::copy}) {
    play(storage);
    play(storage);
    const std::uint64_t before = testing::allocations();
    play(storage);
    EXPECT_EQ(testing::allocations() - before, 0U);
  }
  EXPECT_GT(impacts, 0U);
}

// Numbers near both ends of the range of double.
TEST(WorldImpacts, AtTheEndsOfDouble) {
  for (const double size : {1e-320, 1e-160, 1e150, 1e300}) {
    std::vector<MovingMesh> bodies(2);
    bodies[0].mesh = sheet(2, 0);
    bodies[1].mesh = shifted(sheet(2, 1), {0.1, 0.2, 0});
    for (MovingMesh& body : bodies) {
      const double way = &body == &bodies[0] ? 0 : -4;
      body.to = shifted_points(body.mesh.positions, {0, 0, way});
      for (Vec3& p : body.mesh.positions) p = p * size;
      for (Vec3& p : body.to) p = p * size;
    }
    testing::MovingWorld moving(bodies, {"auto", 1});
    const Impacts& found = moving.world().impacts();
    EXPECT_FALSE(found.empty()) << size;
    EXPECT_EQ(difference(testing::impacts_of_all(bodies), testing::seen(found)), "") << size;
    for (const Impact& impact : found) EXPECT_NEAR(impact.normal.z, 1, 1e-9) << size;
  }
}

}  // namespace
}  // namespace tact
