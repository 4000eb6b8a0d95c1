// What nobody asks for is given back: structures of bodies, blocks of trees, fronts. What is in use
// stays.
#include <gtest/gtest.h>

#include <vector>

#include "scenes/bodies/torus.h"
#include "tact/body/body_spheres.h"
#include "tact/body/body_tree.h"
#include "tact/body/shared_tree.h"
#include "tact/deform/shape_body.h"
#include "tact/world/world.h"
#include "tests/support/allocation_counter.h"
#include "tests/world/tori.h"

namespace tact {
namespace {

TEST(GivingBack, WhatNobodyAsksForIsGivenBack) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({"brute", 1});
  std::vector<BodyId> bodies;
  const Mesh mesh = scenes::torus(60, 30, 1, 0.3);
  for (int i = 0; i < 2; ++i) bodies.push_back(world.add(rigid(mesh.view())));
  world.move(bodies[1], Transform::from_translation({9, 0, 0}));
  const auto ask = [&](int i) {
    world.move(bodies[1], Transform::from_translation({9, 0.001 * i, 0}));
    world.collide(CollideOptions::any());
  };
  ask(0);
  const std::uint64_t before = testing::bytes_in_use();
  world.set_method("stream");
  ask(1);
  world.set_method("swiper");
  ask(2);
  const std::uint64_t held = testing::bytes_in_use();
  EXPECT_GT(held, before + 100 * 2 * 2 * 60 * 30);
  world.set_method("boxes");
  for (int i = 0; i < 1400; ++i) ask(i);
  EXPECT_LT(testing::bytes_in_use(), before + (held - before) / 2) << "the boxes are still there";
}

// A world that is only asked for distances counts its questions, and gives back like any other.
TEST(GivingBack, WhatSeparationsSetUpIsGivenBack) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({"brute", 1});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 4; ++i) {
    Mesh mesh = scenes::torus(60, 30, 1, 0.3);
    for (Vec3& p : mesh.positions) p = p + Vec3{5.0 * i, 0, 0};
    bodies.push_back(world.add(deforming(std::move(mesh))));
  }
  world.separation(bodies[2], bodies[3]);
  const std::uint64_t before = testing::bytes_in_use();
  world.separation(bodies[0], bodies[1]);
  const std::uint64_t held = testing::bytes_in_use() - before;
  EXPECT_GT(held, 100'000U);
  for (int i = 0; i < 1400; ++i) world.separation(bodies[2], bodies[3]);
  EXPECT_LT(testing::bytes_in_use(), before + held / 4);
}

// What an updated world answers from is in use, however many questions are asked in between.
TEST(GivingBack, ManyQuestionsTakeNothingFromAnUpdatedWorld) {
  for (const MethodInfo& info : methods()) {
    if (info.exhaustive) continue;
    World world({info.name, 1});
    add_tori(world, deforming, 2);
    add_tori(world, rigid, 3);
    const std::vector<BodyId> bodies = world.bodies();
    const std::size_t contacts = world.collide(CollideOptions::pairs()).size();
    for (int i = 0; i < 1300; ++i) {
      world.ask([](const Task&, Scratch&) {});
    }
    ASSERT_TRUE(world.updated());
    EXPECT_EQ(world.collide(CollideOptions::pairs()).size(), contacts) << info.name;
    EXPECT_NO_THROW(world.validate()) << info.name;
    world.move(bodies[4], Transform::from_translation({0.001, 0, 0}));
    EXPECT_GT(world.collide(CollideOptions::pairs()).size(), 0U) << info.name;
    EXPECT_NO_THROW(world.validate()) << info.name;
  }
}

// A frame of bounds that a question would choose is not that of the structures.
TEST(GivingBack, QuestionsLeaveTheFrameOfAnUpdatedWorld) {
  for (const char* method : {"rebuild", "octree", "dbvh", "stream"}) {
    World world({method, 1});
    const Shape shape(scenes::torus(8, 6, 1, 0.3));
    std::vector<BodyId> bodies;
    for (int x = 0; x < 20; ++x) {
      for (int y = 0; y < 15; ++y) {
        const Transform at = Transform::from_translation({1.1 * x, 1.1 * y, 0});
        bodies.push_back(world.add(rigid(shape).pose(at)));
      }
    }
    const std::size_t contacts = world.collide(CollideOptions::pairs()).size();
    ASSERT_GT(contacts, 0U);
    for (const double x : {1e5, 0.0}) {
      world.move(bodies[0], Transform::from_translation({x, 0, 0}));
      world.update();
    }
    for (int i = 0; i < 40; ++i) world.separation(bodies[5], bodies[290]);
    ASSERT_TRUE(world.updated());
    EXPECT_EQ(world.collide(CollideOptions::pairs()).size(), contacts) << method;
    EXPECT_NO_THROW(world.validate()) << method;
  }
}

// How many blocks the trees of `dbvh` have made.
struct BlocksOf {
  std::size_t made = 0;
  std::size_t bytes = 0;  // of the trees
};
BlocksOf blocks_of(World& world) {
  BlocksOf sum;
  world.ask([&](const Task& task, Scratch&) {
    for (const BodyState* body : task.bodies) {
      for (const TreeKind kind : {TreeKind::posed, TreeKind::dynamic}) {
        const auto* own = body->structures.find<BodyTree>(tree_parameter(kind, Volume::box));
        if (own == nullptr || own->tree == nullptr) continue;
        sum.made += own->tree->blocks();
        sum.bytes += own->tree->bytes();
      }
    }
  });
  return sum;
}

// Trees of bodies that lie or move where no query gets give up what queries once made of them.
TEST(GivingBack, TreesThatNoQueryReachesAreGivenUp) {
  const Shape torus(scenes::torus(96, 48, 1, 0.3));
  World world({"dbvh", 1});
  const BodyId lies = world.add(rigid(torus));
  const BodyId moves = world.add(rigid(torus));
  world.add(deforming(scenes::torus(96, 48, 1, 0.3)));
  const auto ask = [&](double x) {
    world.move(moves, Transform::from_translation({x, 0, 0.1}));
    return world.collide(CollideOptions::pairs()).size();
  };
  world.move(lies, Transform::from_translation({9, 0, 0}));
  ask(30);
  EXPECT_EQ(blocks_of(world).made, 0U);
  EXPECT_GT(ask(0.2), 0U) << "with the one that deforms";
  EXPECT_GT(ask(9.2), 0U) << "with the one that lies";
  EXPECT_GT(blocks_of(world).made, 200U);
  const std::size_t most = blocks_of(world).bytes;
  for (int i = 0; i < 100; ++i) ask(30 + 0.001 * i);
  EXPECT_GT(blocks_of(world).made, 20U) << "of those that lie";
  for (int i = 0; i < 1700; ++i) ask(30 + 0.001 * i);
  EXPECT_EQ(blocks_of(world).made, 0U);
  EXPECT_LT(blocks_of(world).bytes, most / 2);
  EXPECT_GT(ask(0.2), 0U);
  EXPECT_GT(ask(9.2), 0U);
  world.validate();
}

// A tree that lies is kept while a query reaches it now and then.
TEST(GivingBack, TreesThatQueriesReachNowAndThenStay) {
  const Shape torus(scenes::torus(24, 12, 1, 0.3));
  World world({"dbvh", 1});
  world.add(rigid(torus));
  const BodyId moves = world.add(rigid(torus));
  for (int i = 0; i < 3000; ++i) {
    const bool meets = i % 300 == 0;
    world.move(moves, Transform::from_translation({meets ? 1.1 : 30 + 0.001 * i, 0, 0.1}));
    EXPECT_EQ(!world.collide(CollideOptions::pairs()).empty(), meets) << i;
    ASSERT_GT(blocks_of(world).made, 0U) << i;
  }
}

// The tree for bodies that mingle has no memory once they have parted.
TEST(GivingBack, ATreeForNobodyGivesItsMemoryBack) {
  World world({"dbvh", 1});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 4; ++i) {
    bodies.push_back(world.add(deforming(scenes::torus(48, 24, 1, 0.3))));
  }
  const auto bytes = [&] {
    std::size_t sum = 0;
    world.ask([&](const Task& task, Scratch&) {
      const auto* own = task.common.find<SharedTree>(static_cast<std::uint32_t>(Volume::box));
      if (own != nullptr) sum = own->tree.bytes();
    });
    return sum;
  };
  world.collide(CollideOptions::pairs());
  const std::size_t most = bytes();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    Mesh away = scenes::torus(48, 24, 1, 0.3);
    for (Vec3& p : away.positions) p = p + Vec3{4.0 * static_cast<double>(i), 0, 0};
    world.move(bodies[i], PositionsView(away.positions), Storage::copy);
  }
  world.collide(CollideOptions::pairs());
  for (int i = 0; i < 300; ++i) world.collide(CollideOptions::pairs());
  EXPECT_LT(bytes(), most / 2);
  world.validate();
}

// They read clusters, and where the points were, that are gone with a move of other points.
TEST(GivingBack, SpheresGoWithTheClusters) {
  World world({"spheres", 1});
  const Mesh ring = scenes::torus(12, 8, 1, 0.3);
  ShapeBody soft(shape_of(ring), {});
  const BodyId cloud =
      world.add(points(soft.positions(), RadiiView(0.2)).clusters(soft.clusters()));
  world.add(rigid(ring));
  const auto has_spheres = [&] {
    bool has = false;
    world.ask([&](const Task& task, Scratch&) {
      has = task.bodies[cloud.slot]->structures.find<BodySpheres>(0) != nullptr;
    });
    return has;
  };
  world.move(cloud, soft.positions(), soft.maps());
  const std::size_t touching = world.collide().size();
  EXPECT_GT(touching, 0U);
  EXPECT_TRUE(has_spheres());
  world.move(cloud, soft.positions(), RadiiView(0.2));
  EXPECT_FALSE(has_spheres());
  EXPECT_EQ(world.collide().size(), touching);
  world.validate();
}

TEST(GivingBack, FrontsOfAMethodThatIsNotUsedAreForgotten) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({"boxes", 1});
  add_tori(world, rigid, 2);
  for (const char* method : {"obb", "obb-coherent"}) {  // trees for both
    world.set_method(method);
    world.collide(CollideOptions::pairs());
  }
  const std::uint64_t held = testing::bytes_in_use();
  world.set_method("obb");
  for (int i = 0; i < 300; ++i) world.collide(CollideOptions::pairs());
  EXPECT_LT(testing::bytes_in_use() + 10'000, held);
}

}  // namespace
}  // namespace tact
