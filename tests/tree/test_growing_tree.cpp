// Trees of bodies that gain and lose triangles while they deform: what is carried over is whole
// after every step, down to the names in its leaves.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/tree/tree_fixture.h"

namespace tact {
namespace {

using testing::TreeFixture;

void deform(Mesh& mesh, double by, testing::Random& random) {
  for (std::size_t i = 0; i + 3 <= mesh.positions.size(); i += 3) {
    const Vec3 step = random.vector(-by, by);
    for (std::size_t k = 0; k < 3; ++k) mesh.positions[i + k] = mesh.positions[i + k] + step;
  }
}

// A leaf that gets a ninth triangle becomes an inner block below a cluster that may be put into
// order anew in the same update.
TEST(GrowingTree, IsWholeWhileLanesOverflowAndClustersAreMended) {
  for (const std::uint32_t triangles : {50U, 65U, 130U, 350U}) {
    testing::Random random(triangles);
    TreeFixture fixture({testing::soup(triangles, 0.05, random)});
    fixture.update();
    fixture.query();
    std::uint64_t split = 0;
    for (int step = 0; step < 60; ++step) {
      Mesh& mesh = fixture.bodies[0];
      deform(mesh, 0.15, random);
      testing::append(mesh, testing::soup(random.below(7), 0.05, random));
      fixture.resize();
      split += fixture.update().nodes_split;
      fixture.query();
    }
    // Updates split only where they put a cluster into order anew.
    EXPECT_GT(split, 10U) << triangles;
  }
}

TEST(GrowingTree, IsWholeWhileSeveralBodiesGrowAndShrink) {
  testing::Random random(3);
  TreeFixture fixture({testing::soup(90, 0.1, random), testing::soup(150, 0.1, random),
                       testing::soup(70, 0.1, random)});
  fixture.update();
  fixture.query();
  for (int step = 0; step < 80; ++step) {
    for (Mesh& mesh : fixture.bodies) {
      deform(mesh, 0.1, random);
      const std::uint32_t change = random.below(7);
      if (random.chance(2)) {
        testing::append(mesh, testing::soup(change, 0.1, random));
      } else {
        mesh.triangles.resize(mesh.triangles.size() - change);
      }
    }
    fixture.resize();
    fixture.update();
    fixture.query([&](const Block&, std::uint32_t) { return !random.chance(5); });
  }
}

// Newcomers of another body come to rest in a block that was one body's alone.
TEST(GrowingTree, ABlockIsNotPureOnceAnotherBodysPrimitivesCome) {
  testing::Random random(4);
  TreeFixture fixture({testing::shifted(testing::soup(600, 0.05, random), {-1.5, 0, 0}),
                       testing::shifted(testing::soup(600, 0.05, random), {1.5, 0, 0})});
  fixture.update();
  fixture.query();
  const auto pure_blocks = [&] {
    std::size_t count = 0;
    Stats stats;
    Arena arena;
    std::vector<Block*> open{&fixture.root()};
    while (!open.empty()) {
      Block& block = *open.back();
      open.pop_back();
      if (block.leaf) continue;
      count += block.pure ? 1 : 0;
      for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
        open.push_back(fixture.tree.child(block, lane, arena, stats));
      }
    }
    return count;
  };
  const std::size_t before = pure_blocks();
  EXPECT_GT(before, 8U);
  testing::append(fixture.bodies[1],
                  testing::shifted(testing::soup(20, 0.05, random), {-1.5, 0, 0}));
  fixture.resize();
  fixture.update();
  const std::size_t after = pure_blocks();
  EXPECT_LT(after, before);
  EXPECT_GT(after, 4U) << "those that nobody joined";
}

// A body that changes in every frame ages like any other: what no query reaches is given up.
TEST(GrowingTree, WhatNoQueryReachesGrowsOldAlsoWhenTrianglesComeInEveryFrame) {
  for (const bool grows : {false, true}) {
    testing::Random random(5);
    TreeFixture fixture({testing::soup(3000, 0.05, random)});
    fixture.update();
    fixture.query();
    fixture.update();
    const std::size_t full = fixture.tree.blocks();
    for (int step = 0; step < 3; ++step) {
      fixture.query([](const Block&, std::uint32_t lane) { return lane == 0; });
      if (grows) {
        testing::append(fixture.bodies[0], testing::soup(1, 0.05, random));
        fixture.resize();
      }
      fixture.update();
      if (step == 1) {
        EXPECT_GT(3 * fixture.tree.blocks(), 2 * full) << "it lingers";
      }
    }
    std::size_t reached = 1;
    for (const Block* at = &fixture.root(); !at->leaf; ++reached) {
      at = at->child[0].load();
      if (at == nullptr) break;
    }
    EXPECT_EQ(fixture.tree.blocks(), reached) << (grows ? "growing" : "as it was");
  }
}

// Side by side, a lane for each; the last in the list is the first in space.
Mesh five_clumps() {
  testing::Random random(6);
  Mesh mesh;
  for (const double x : {-1.5, 0.0, 1.5, 3.0, -3.0}) {
    Mesh clump = testing::soup(64, 0.1, random);
    for (Vec3& p : clump.positions) p = p * 0.4 + Vec3{x, 0, 0};
    testing::append(mesh, clump);
  }
  return mesh;
}

// By their boxes the newcomers of a change that follows find their lanes.
TEST(GrowingTree, BoxesMoveUpWithTheirLanes) {
  TreeFixture fixture({five_clumps()});
  fixture.update();
  fixture.query();
  const Block& root = fixture.root();
  ASSERT_EQ(root.lanes, 5U);
  std::vector<Aabb> before;
  for (std::uint32_t lane = 0; lane < 5; ++lane) before.push_back(root.boxes.get(lane));
  fixture.bodies[0].triangles.resize(256);
  fixture.resize();
  ASSERT_EQ(root.lanes, 4U);
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    const Aabb now = root.boxes.get(lane);
    EXPECT_EQ(std::memcmp(&now, &before[lane + 1], sizeof now), 0) << lane;
  }
}

// Five clusters in a row, of which the first is the body's last. It goes, the others move up, and
// what the last query reached is still what is kept.
TEST(GrowingTree, MarksMoveUpWithTheirLanes) {
  const Mesh mesh = five_clumps();
  DynamicBvh::Options options;
  options.linger = 0;
  TreeFixture fixture({mesh}, options);
  fixture.update();
  fixture.query();
  fixture.update();
  const Block& root = fixture.root();
  ASSERT_EQ(root.lanes, 5U);
  const Block* const wanted = root.child[2].load();
  fixture.query(
      [&](const Block& block, std::uint32_t lane) { return &block != &root || lane == 2; });
  fixture.bodies[0].triangles.resize(256);
  fixture.resize();
  fixture.update();
  ASSERT_EQ(root.lanes, 4U);
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(root.child[lane].load(), lane == 1 ? wanted : nullptr) << lane;
  }
}

}  // namespace
}  // namespace tact
