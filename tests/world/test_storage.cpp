// How arrays reach the world: borrowed or copied, float or double, 32 or 64 bits, at any stride;
// and topology ids.
#include <gtest/gtest.h>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::error_of;
using testing::seen;
using testing::shifted;

const Vec3 far_away{100, 0, 0};

TEST(Storage, BorrowedArraysAreReadInPlace) {
  World world({"boxes", 1});
  world.add(rigid(box({0, 0, 0}, 1)));
  Mesh mine = box({0.5, 0.5, 0.5}, 1);
  const BodyId body = world.add(deforming(mine.view()));
  const std::size_t touching = world.collide().size();
  EXPECT_GT(touching, 0U);
  // The same memory, other numbers: they count from the next move on.
  for (Vec3& p : mine.positions) p = p + far_away;
  world.move(body, mine.view().positions);
  EXPECT_EQ(world.collide().size(), 0U);
}

TEST(Storage, CopiesAreIndependentOfTheirSource) {
  World world({"boxes", 1});
  world.add(rigid(box({0, 0, 0}, 1)));
  const BodyId body = world.add(deforming(shifted(box({0.5, 0.5, 0.5}, 1), far_away)));
  const BodyId shard = world.add(breaking(Mesh{}));
  const BodyId cloud = world.add(points(std::vector<Vec3>{}, {}));
  {
    const Mesh source = box({0.5, 0.5, 0.5}, 1);
    world.move(body, source.view().positions, Storage::copy);
    world.move(shard, source.view(), Storage::copy);
    const std::vector<double> radii(8, 0.1);
    world.move(cloud, source.view().positions, std::span<const double>(radii), Storage::copy);
  }
  const auto first = seen(world.collide());
  EXPECT_FALSE(first.empty());
  const std::vector<Vec3> noise(1000, far_away);  // takes the memory that was freed
  EXPECT_EQ(seen(world.collide()), first);
  world.set_method("brute");
  EXPECT_EQ(seen(world.collide()), first);
  // Borrow, then copy again, in the same body.
  const Mesh away = shifted(box({0.5, 0.5, 0.5}, 1), far_away);
  world.move(body, away.view().positions);
  world.move(shard, away.view());
  world.move(cloud, away.view().positions, RadiiView(0.1));
  EXPECT_EQ(world.collide(body, body).size(), 0U);
  const Mesh back = box({0.5, 0.5, 0.5}, 1);
  world.move(body, back.view().positions, Storage::copy);
  world.move(shard, back.view(), Storage::copy);
  world.move(cloud, back.view().positions, RadiiView(0.1), Storage::copy);
  EXPECT_EQ(seen(world.collide()), first);
}

// A move holds on to the arrays that it is given, and to no others; what it is not given stays.
TEST(Storage, WhatAMoveDoesNotGiveStaysLent) {
  World world({"boxes", 1});
  const Mesh mesh = box({0, 0, 0}, 1);
  const std::vector<std::uint32_t> topology{0, 1, 2, 3, 4, 5, 6, 7};
  const MeshView lent{mesh.view().positions, mesh.view().triangles, topology};
  std::vector<double> radii(8, 0.1);
  const std::vector<Vec3> next = mesh.positions;
  const BodyId soft = world.add(deforming(lent));
  const BodyId shard = world.add(breaking(lent));
  const BodyId cloud = world.add(points(lent.positions, std::span<const double>(radii)));
  const auto of = [&](BodyId body) {
    Primitives now;
    world.ask([&](const Task& task, Scratch&) { now = *task.primitives[body.slot]; });
    return now;
  };
  const auto holds = [&](BodyId body, const std::vector<Vec3>& positions) {
    return of(body).mesh().positions.data() == PositionsView(positions).data();
  };
  const auto holds_triangles = [&](BodyId body) {
    return of(body).mesh().triangles.data() == lent.triangles.data() &&
           of(body).mesh().topology.data() == topology.data();
  };
  const auto holds_radii = [&] {
    radii[0] += 1;  // are they read there?
    return of(cloud).radii()[0] == radii[0];
  };
  for (const Storage storage : {Storage::borrow, Storage::copy}) {
    for (const BodyId body : {soft, shard, cloud}) {
      world.move(body, next, storage);
      EXPECT_EQ(holds(body, next), storage == Storage::borrow);
      EXPECT_FALSE(holds(body, mesh.positions)) << "the caller's again";
    }
    EXPECT_TRUE(holds_triangles(soft));
    EXPECT_TRUE(holds_triangles(shard));
    EXPECT_TRUE(holds_radii());
  }
  world.move(shard, lent, Storage::copy);
  EXPECT_FALSE(holds(shard, mesh.positions));
  EXPECT_NE(of(shard).mesh().triangles.data(), lent.triangles.data());
  EXPECT_NE(of(shard).mesh().topology.data(), topology.data());
  world.move(cloud, next, std::span<const double>(radii), Storage::copy);
  EXPECT_FALSE(holds(cloud, next));
  EXPECT_FALSE(holds_radii());
  world.move(shard, next);
  EXPECT_NE(of(shard).mesh().triangles.data(), lent.triangles.data()) << "its own stay";
}

TEST(Storage, EveryLayoutOfTheSameMeshGivesTheSameAnswer) {
  testing::Random random(3);
  Mesh mesh = testing::soup(120, 0.4, random);
  for (Vec3& p : mesh.positions) {
    p = {double{static_cast<float>(p.x)}, double{static_cast<float>(p.y)},
         double{static_cast<float>(p.z)}};
  }
  struct Vertex {
    float colour;
    float xyz[3];
    double weight;
  };
  std::vector<float> packed;
  std::vector<Vertex> strided;
  std::vector<double> wide;
  for (const Vec3& p : mesh.positions) {
    Vertex vertex{9, {}, 9};
    for (std::size_t k = 0; k < 3; ++k) {
      vertex.xyz[k] = static_cast<float>(p[k]);
      packed.push_back(vertex.xyz[k]);
      wide.push_back(p[k]);
    }
    wide.push_back(1e300);
    strided.push_back(vertex);
  }
  std::vector<std::uint64_t> indices64;
  std::vector<std::uint32_t> indices_strided;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) {
      indices64.push_back(v);
      indices_strided.push_back(v);
    }
    indices_strided.push_back(0xFFFFFFFFU);
  }
  const std::size_t vertices = mesh.positions.size();
  const std::size_t triangles = mesh.triangles.size();
  const PositionsView positions[] = {std::span<const Vec3>(mesh.positions),
                                     std::span<const float>(packed),
                                     PositionsView(strided[0].xyz, vertices, sizeof(Vertex)),
                                     PositionsView(wide.data(), vertices, 4 * sizeof(double))};
  const TrianglesView indices[] = {
      std::span<const std::array<std::uint32_t, 3>>(mesh.triangles),
      std::span<const std::uint64_t>(indices64),
      TrianglesView(indices_strided.data(), triangles, 4 * sizeof(std::uint32_t))};
  const Mesh other = box({0, 0, 0}, 0.5);
  for (const std::string& method : testing::all_methods()) {
    std::vector<testing::Seen> expected;
    for (const PositionsView& p : positions) {
      for (const TrianglesView& t : indices) {
        World world({method, 1});
        world.add(deforming(MeshView{p, t, {}}).self().user(1));
        world.add(
            rigid(MeshView{p, t, {}}).user(2).pose(Transform::from_translation({0.25, 0, 0})));
        world.add(rigid(other).user(3));
        const auto answer = seen(world.collide());
        if (expected.empty()) expected = answer;
        EXPECT_EQ(answer, expected) << method;
      }
    }
    EXPECT_FALSE(expected.empty());
  }
}

TEST(Storage, MoveMayChangeTheTypeOfPositions) {
  World world({"boxes", 1});
  world.add(rigid(box({0, 0, 0}, 1)));
  const BodyId body = world.add(deforming(box({0.5, 0.5, 0.5}, 1)));
  const auto before = seen(world.collide());
  std::vector<float> floats;
  for (const Vec3& p : box({0.5, 0.5, 0.5}, 1).positions) {
    for (std::size_t k = 0; k < 3; ++k) floats.push_back(static_cast<float>(p[k]));
  }
  world.move(body, std::span<const float>(floats));
  EXPECT_EQ(seen(world.collide()), before);
}

// A broken body carries the vertex ids of the whole one: pieces that were neighbours stay so as
// long as a vertex that they share stands at one place for both.
TEST(Storage, TopologyIdsAndPlacesDecideWhoAreNeighbours) {
  Mesh cracked;
  cracked.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  cracked.triangles = {{0, 1, 2}, {3, 4, 5}};
  World world({"boxes", 1});
  const BodyId body = world.add(breaking(cracked).self());
  EXPECT_EQ(world.collide().size(), 1U) << "they touch along an edge and share no index";
  Mesh whole = cracked;
  whole.topology = {0, 1, 2, 0, 1, 3};
  world.move(body, whole.view());
  EXPECT_EQ(world.collide().size(), 0U);
  EXPECT_EQ(world.collide().stats.neighbours, 1U);
  whole.positions[5] = {0.2, 0.2, 0.5};  // positions alone: the ids stay
  world.move(body, whole.view().positions);
  EXPECT_EQ(world.collide().size(), 0U);
  whole.positions[3] = {0.1, 0.1, -0.5};  // they hang together by one corner
  world.move(body, whole.view().positions);
  EXPECT_EQ(world.collide().size(), 0U);
  whole.positions[4] = {0.3, 0.1, -0.5};  // the second flew off, through the first
  world.move(body, whole.view().positions);
  EXPECT_EQ(world.collide().size(), 1U);
  EXPECT_EQ(world.collide().stats.neighbours, 0U);
  whole.positions[3] = {0, -0.0, 0};  // back, and zero has no sign
  world.move(body, whole.view().positions);
  EXPECT_EQ(world.collide().size(), 0U);
  EXPECT_EQ(world.collide().stats.neighbours, 1U);
  world.move(body, cracked.view());
  EXPECT_EQ(world.collide().size(), 1U) << "a mesh without ids: its indices again";
}

TEST(Storage, TheNeighboursOptionLooksBeyondTheSharedPart) {
  // A hinge along x; folded shut the two triangles lie on each other, opened they do not.
  Mesh hinge;
  hinge.positions = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 1, 1}};
  hinge.triangles = {{0, 1, 2}, {1, 0, 3}};
  World world({"boxes", 1});
  const BodyId body = world.add(deforming(hinge).self());
  CollideOptions beyond;
  beyond.neighbours = true;
  EXPECT_EQ(world.collide(beyond).size(), 0U);
  hinge.positions[3] = {0.5, 0.7, 0};
  world.move(body, hinge.view().positions);
  EXPECT_EQ(world.collide().size(), 0U);
  EXPECT_EQ(world.collide(beyond).size(), 1U);
}

}  // namespace
}  // namespace tact
