#include "tact/tree/fixed_bvh.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tact/tact.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// Two bodies, the second of which moves over the first; answers, and what the updates cost.
constexpr std::uint32_t cells = 24;
constexpr std::uint64_t sheet_triangles = 2 * cells * cells;

struct Playing {
  std::vector<Candidate> pairs;
  Stats stats;
};

Mesh ball(std::uint32_t across) {
  Mesh mesh = testing::sheet(across, 0);
  for (Vec3& p : mesh.positions) {
    const double a = p.x * std::numbers::pi;
    const double b = p.y * std::numbers::pi / 2;
    p = {std::cos(a) * std::cos(b), std::sin(a) * std::cos(b), std::sin(b)};
  }
  return mesh;
}

Playing play(const std::string& method, bool as_rigid, double distance) {
  const Mesh shape = ball(cells);
  World world({method, 1});
  world.add(deforming(shape));
  const BodyId moving = as_rigid ? world.add(rigid(shape)) : world.add(deforming(shape));
  Playing playing;
  std::vector<Vec3> positions(shape.positions.size());
  for (int frame = 0; frame < 8; ++frame) {
    const Transform pose =
        Transform::from_axis_angle({1, 2, 3}, 0.1 * frame, {distance - 0.02 * frame, 0.1, 0});
    if (as_rigid) {
      world.move(moving, pose);
    } else {
      for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = pose.apply(shape.positions[i]);
      }
      world.move(moving, PositionsView(positions));
    }
    const Result& result = world.collide(CollideOptions::pairs());
    playing.pairs.insert(playing.pairs.end(), result.pairs_by_slot().begin(),
                         result.pairs_by_slot().end());
    if (frame > 0) playing.stats += result.stats;  // the first builds
    world.validate();
  }
  return playing;
}

TEST(FixedBvh, EveryWayGivesTheListOfBruteForce) {
  for (const bool as_rigid : {false, true}) {
    const Playing expected = play("brute", as_rigid, 1.6);
    EXPECT_GT(expected.pairs.size(), 100U);
    for (const char* method : {"refit", "hybrid", "coherent", "dbvh"}) {
      EXPECT_EQ(play(method, as_rigid, 1.6).pairs, expected.pairs) << method;
    }
  }
}

TEST(FixedBvh, ReadsWhatItsWaySays) {
  const std::uint64_t all = 7 * 2 * sheet_triangles;  // seven frames, two bodies
  EXPECT_EQ(play("refit", false, 1.6).stats.primitives_read, all / 2)
      << "one of them moves, and every primitive of it is read once";
  EXPECT_GT(play("hybrid", false, 1.6).stats.primitives_read, all / 2);
  EXPECT_LT(play("coherent", false, 1.6).stats.nodes_updated,
            play("refit", false, 1.6).stats.nodes_updated);
  EXPECT_EQ(play("coherent", false, 5).stats.primitives_read, 0U) << "nothing is near";
}

TEST(FixedBvh, ARigidBodyIsReadWhereItTouchesOnly) {
  const Playing touching = play("dbvh", true, 1.6);
  EXPECT_GT(touching.pairs.size(), 100U);
  EXPECT_LT(touching.stats.primitives_read, 7 * sheet_triangles / 2);
  EXPECT_EQ(play("dbvh", true, 5).stats.primitives_read, 0U);
}

// Boxes at rest that go through the pose must enclose, at any scale and far from the origin.
TEST(FixedBvh, PosedBoxesEncloseWhereverTheBodyStands) {
  for (const double scale : {1e-30, 1e-3, 1.0, 1e6, 1e30}) {
    for (const double away : {0.0, 1.0, 1e6, 1e12}) {
      Mesh shape = ball(20);
      for (Vec3& p : shape.positions) p = (p + Vec3{away, 0, -away}) * scale;
      World world({"dbvh", 1});
      const BodyId body = world.add(rigid(shape).self());
      for (int frame = 0; frame < 3; ++frame) {
        world.move(body, Transform::from_axis_angle({1, -1, 0.3}, 0.7 * frame,
                                                    Vec3{0.5, away, 0.25} * scale));
        world.collide(CollideOptions::pairs());
        world.validate();  // against the vertices themselves
      }
    }
  }
}

}  // namespace
}  // namespace tact
