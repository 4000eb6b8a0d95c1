// A scene in a world: every kind of body, as it stands in frame 0 and later.
#include "scenes/enter.h"

#include <gtest/gtest.h>

#include "scenes/registry.h"
#include "tests/support/print.h"

namespace tact::scenes {
namespace {

TEST(Enter, TellsTheWorldWhatTheSceneSays) {
  const Scene scene = build(find("mixed"), 0);
  World world({"brute", 1});
  const std::vector<BodyId> ids = enter(world, scene);
  EXPECT_EQ(world.bodies(), ids);
  bool kinds[4] = {};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Body& body = scene.bodies[i];
    EXPECT_EQ(world.kind(ids[i]), body.kind);
    EXPECT_EQ(world.name(ids[i]), body.name);
    EXPECT_EQ(world.user(ids[i]), i);
    EXPECT_EQ(world.self(ids[i]), body.self);
    if (body.pose) {
      EXPECT_EQ(world.pose(ids[i]), body.pose(0));
    }
    kinds[static_cast<std::size_t>(body.kind)] = true;
  }
  for (const bool there : kinds) EXPECT_TRUE(there) << "the scene has all kinds";
}

TEST(Enter, MovesABodyByWhatItIsMovedBy) {
  const Scene scene = build(find("mixed"), 0);
  World world({"brute", 1});
  const std::vector<BodyId> ids = enter(world, scene);
  std::vector<std::vector<float>> positions(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Body& body = scene.bodies[i];
    Placed placed{body.kind, {}, {}, {}};
    if (body.pose) {
      placed.pose = body.pose(3);
    } else {
      body.positions(3, positions[i]);
      placed.mesh.positions = std::span<const float>(positions[i]);
    }
    move(world, ids[i], placed);
    if (body.pose) {
      EXPECT_EQ(world.pose(ids[i]), body.pose(3));
      continue;
    }
    Extent extent;
    for (std::size_t k = 0; k < placed.mesh.positions.size(); ++k) {
      extent.add(placed.mesh.positions[k]);
    }
    EXPECT_TRUE(world.extent(ids[i]).contains(extent));
    EXPECT_LT(length(world.extent(ids[i]).hi - extent.hi), 1) << "radii alone are between";
  }
}

}  // namespace
}  // namespace tact::scenes
