// Trees, streams and sorted boxes belong to bodies: who asks second, or comes back, builds nothing.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/bodies/torus.h"
#include "tact/world/world.h"
#include "tests/support/test_scene.h"
#include "tests/world/tori.h"

namespace tact {
namespace {

std::uint64_t built(World& world) {
  const Result& result = world.collide(CollideOptions::pairs());
  EXPECT_GT(result.size(), 0U);
  return result.stats.nodes_split;
}

TEST(Ownership, ChangingTheMethodAndBackBuildsNothing) {
  for (const char* method :
       {"dbvh", "refit", "hybrid", "coherent", "stream", "swiper", "boxes", "sap"}) {
    World world({method, 1});
    add_tori(world, deforming, 3);
    built(world);
    for (const char* other : {"stream", "dbvh", "swiper"}) {
      world.set_method(other);
      built(world);
    }
    world.set_method(method);
    const Result& result = world.collide(CollideOptions::pairs());
    EXPECT_EQ(result.stats.nodes_split, 0U) << method;
    // A query of streams reads primitives where leaves meet, whoever set them up.
    if (std::string_view(method) != "stream") {
      EXPECT_EQ(result.stats.primitives_read, 0U) << method;
    }
    EXPECT_EQ(result.stats.nodes_updated, 0U) << method;
    EXPECT_EQ(result.stats.sort_steps, 0U) << method;
  }
}

// The lists of several bodies together are there, whatever became of the bodies meanwhile.
TEST(Ownership, SortedListsOfAllBodiesFollowWhatHappenedMeanwhile) {
  const Mesh mesh = scenes::torus(24, 12, 1, 0.3);
  World world({"sap", 1});
  World judge({"boxes", 1});
  std::vector<BodyId> bodies[2];
  const auto each = [&](auto&& act) {
    act(world, bodies[0]);
    act(judge, bodies[1]);
  };
  const auto expect_same = [&](const char* what) {
    const Result& result = world.collide(CollideOptions::pairs());
    const Result& truth = judge.collide(CollideOptions::pairs());
    EXPECT_GT(truth.size(), 0U) << what;
    EXPECT_EQ(result.pairs_by_slot(), truth.pairs_by_slot()) << what;
    world.validate();
    return result.stats;
  };
  const auto away_and_back = [&](auto&& meanwhile) {
    world.set_method("dbvh");
    each(meanwhile);
    expect_same("meanwhile");
    world.set_method("sap");
  };
  for (int i = 0; i < 5; ++i) {
    each([&](World& to, std::vector<BodyId>& own) {
      own.push_back(to.add(rigid(mesh).pose(Transform::from_translation({1.1 * i, 0, 0.2 * i}))));
    });
  }
  expect_same("at first");
  away_and_back([](World&, std::vector<BodyId>&) {});
  EXPECT_EQ(expect_same("nothing happened").primitives_read, 0U);
  // All places change: to sort what is there by insertion would take steps without number.
  away_and_back([](World& to, std::vector<BodyId>& own) {
    for (int i = 0; i < 5; ++i) {
      to.move(own[static_cast<std::size_t>(i)],
              Transform::from_axis_angle({0, 0, 1}, 2.5, {-1.1 * i, 0.1, 0.2 * i}));
    }
  });
  EXPECT_EQ(expect_same("all moved").sort_steps, 0U);
  away_and_back([](World& to, std::vector<BodyId>& own) { to.remove(own[1]); });
  expect_same("one went");
  away_and_back([&](World& to, std::vector<BodyId>& own) {
    own[1] = to.add(rigid(mesh).pose(Transform::from_translation({-0.5, 0.2, 0})));
  });
  expect_same("another came to its place");
  each([](World& to, std::vector<BodyId>& own) {
    to.move(own[2], Transform::from_translation({-2.2, 0.1, 0.1}));
  });
  EXPECT_GT(expect_same("and from frame to frame").sort_steps, 0U);
}

// Methods that leave other bodies to trees use the trees that are there.
TEST(Ownership, MethodsThatLeaveBodiesToTreesBorrowThem) {
  World world({"dbvh", 1});
  add_tori(world, deforming, 3);
  EXPECT_GT(built(world), 0U);
  for (const char* method : {"obb", "aabb", "obb-coherent", "boxtree", "spheres"}) {
    world.set_method(method);
    EXPECT_EQ(built(world), 0U) << method;
  }
}

TEST(Ownership, SeparationSetsUpStreamsOfTwoBodiesOnly) {
  World world({"brute", 1});
  std::vector<BodyId> bodies;
  for (int i = 0; i < 20; ++i) {
    Mesh mesh = scenes::torus(24, 12, 1, 0.3);
    for (Vec3& p : mesh.positions) p = p + Vec3{5.0 * i, 0, 0};
    bodies.push_back(world.add(deforming(std::move(mesh))));
  }
  const Separation first = world.separation(bodies[3], bodies[4]);
  EXPECT_NEAR(first.distance, 2.4, 0.1);
  EXPECT_GT(first.stats.nodes_split, 0U);
  EXPECT_LE(first.stats.primitives_read, 2 * 2 * 24 * 12U) << "of two bodies, not of twenty";
  const Separation again = world.separation(bodies[3], bodies[4]);
  EXPECT_EQ(again.stats.nodes_split, 0U);
  const Separation next = world.separation(bodies[4], bodies[5]);
  EXPECT_EQ(next.stats.nodes_split, first.stats.nodes_split / 2) << "one of them is known";
}

// Neither the method nor the list of pairs is brought up to date for it, and the result stays.
TEST(Ownership, SeparationTouchesTwoBodiesOnly) {
  World world({"dbvh", 1});
  std::vector<BodyId> bodies;
  std::vector<Mesh> meshes(20, scenes::torus(24, 12, 1, 0.3));
  for (std::size_t i = 0; i < 20; ++i) {
    for (Vec3& p : meshes[i].positions) p = p + Vec3{1.2 * static_cast<double>(i), 0, 0};
    bodies.push_back(world.add(deforming(meshes[i])));
  }
  const Result& before = world.collide(CollideOptions::pairs());
  const std::size_t touching = before.size();
  ASSERT_GT(touching, 0U);
  for (std::size_t i = 0; i < 20; ++i) world.move(bodies[i], meshes[i].positions);
  const Separation deep = world.separation(bodies[3], bodies[4]);
  EXPECT_EQ(deep.distance, 0);
  EXPECT_GT(deep.depth, 0);
  World two({"dbvh", 1});
  const BodyId third = two.add(deforming(meshes[3]));
  const Stats alone = two.separation(third, two.add(deforming(meshes[4]))).stats;
  EXPECT_EQ(deep.stats.nodes_updated, alone.nodes_updated) << "of two bodies, not of twenty";
  EXPECT_EQ(deep.stats.primitives_read, alone.primitives_read);
  const Separation apart = world.separation(bodies[3], bodies[9]);
  EXPECT_GT(apart.distance, 4);
  EXPECT_EQ(apart.stats.nodes_updated, alone.nodes_updated / 2) << "one of them is known";
  EXPECT_FALSE(world.updated());
  EXPECT_EQ(before.size(), touching);
  EXPECT_EQ(world.collide(CollideOptions::pairs()).size(), touching);
  world.validate();
}

TEST(Ownership, AQuestionOfTheUsersSeesTheBodiesAsTheyStand) {
  World world({"auto", 1});
  const Mesh torus = scenes::torus(24, 12, 1, 0.3);
  const BodyId first = world.add(rigid(torus));
  const BodyId second = world.add(rigid(torus));
  const auto seen = [&] {
    std::vector<Vec3> corners;
    world.ask([&](const Task& task, Scratch& scratch) {
      Stats stats;
      for (const auto& [a, b] : list_body_pairs(task, {}, scratch.arena(), stats).pairs) {
        corners.push_back(task.bodies[a]->extent.lo);
        corners.push_back(task.bodies[b]->extent.lo);
      }
    });
    return corners.size();
  };
  EXPECT_EQ(seen(), 2U) << "before anything was listed";
  world.update();
  EXPECT_EQ(seen(), 2U);
  world.move(second, Transform::from_translation({100, 0, 0}));
  EXPECT_EQ(seen(), 0U) << "what was listed is of an earlier frame";
  world.move(second, Transform{});
  world.update();
  world.remove(first);
  EXPECT_EQ(seen(), 0U);
  EXPECT_THROW(world.ask([](const Task&, Scratch&) { throw std::runtime_error("mine"); }),
               std::runtime_error);
  EXPECT_FALSE(world.any());
}

// The stream that a distance set up serves the method, too.
TEST(Ownership, AQuestionAndAMethodShareAStream) {
  World world({"brute", 1});
  Mesh a = scenes::torus(24, 12, 1, 0.3);
  Mesh b = a;
  for (Vec3& p : b.positions) p = p + Vec3{5, 0, 0};
  const BodyId of_a = world.add(deforming(a));
  const BodyId of_b = world.add(deforming(b));
  EXPECT_GT(world.separation(of_a, of_b).stats.nodes_split, 0U);
  world.set_method("stream");
  EXPECT_EQ(world.collide(CollideOptions::pairs()).stats.nodes_split, 0U);
}

// Neighbours are told by corners that are numbered, not by the mesh's indices, while contacts
// within are asked for.
TEST(Ownership, CornersAreLentToBodiesWithSelf) {
  World world({"boxes", 1});
  const Mesh ring = scenes::torus(24, 12, 1, 0.3);
  const BodyId body = world.add(deforming(ring).self());
  const auto lent = [&] {
    bool knows = false;
    world.ask(
        [&](const Task& task, Scratch&) { knows = task.primitives[body.slot]->knows_corners(); });
    return knows;
  };
  EXPECT_TRUE(lent());
  world.move(body, ring.positions);
  EXPECT_TRUE(lent());
}

// Rigid bodies' trees are their shapes': whichever method asks, they are there.
TEST(Ownership, ChangingTheMethodOfRigidBodiesAndBackBuildsNothing) {
  World world({"auto", 1});
  add_tori(world, rigid, 5);
  built(world);
  for (const char* method : {"obb-coherent", "dbvh", "aabb", "boxtree", "spheres", "stream"}) {
    world.set_method(method);
    built(world);
  }
  for (const char* method :
       {"dbvh", "obb", "obb-coherent", "aabb", "aabb-coherent", "boxtree", "spheres", "auto"}) {
    world.set_method(method);
    EXPECT_EQ(built(world), 0U) << method;
  }
}

// `auto` takes `stream` for two bodies that deform, and `dbvh` while there is one of another kind.
TEST(Ownership, AutoChangingItsMindBuildsNothing) {
  World world({"auto", 1});
  add_tori(world, deforming, 2);
  const Shape bolt(scenes::torus(24, 12, 1, 0.3));
  const BodyId first = world.bodies().front();
  const Mesh ring = scenes::torus(24, 12, 1, 0.3);
  const auto settle = [&] {
    for (int i = 0; i < 5; ++i) {
      world.move(first, ring.positions);
      built(world);
    }
    return std::string(world.collide(CollideOptions::pairs()).method);
  };
  const auto with_a_bolt = [&] {
    const BodyId third = world.add(rigid(bolt).pose(Transform::from_translation({0, 0, 5})));
    const Result& result = world.collide(CollideOptions::pairs());
    EXPECT_EQ(result.method, "dbvh");
    const std::uint64_t split = result.stats.nodes_split;
    world.remove(third);
    return split;
  };
  EXPECT_GT(built(world), 0U) << "dbvh, at first";
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(settle(), "stream");
    EXPECT_EQ(with_a_bolt(), 0U) << i;
  }
}

}  // namespace
}  // namespace tact
