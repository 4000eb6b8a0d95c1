// World::separation against every pair of primitives, for bodies of all kinds, near and far from
// the origin; and what a depth promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/bodies/torus.h"
#include "tact/contact/closest.h"
#include "tact/tact.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

double nearest_of_all(const Primitives& a, const Primitives& b) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      least = std::min(least, closest_primitives(a, i, b, j).distance);
    }
  }
  return least;
}

TEST(Separation, IsTheLeastDistanceOfAllPairs) {
  testing::Random random(3);
  const Mesh torus = scenes::torus(24, 12);
  for (const double far : {0.0, 1e6}) {
    for (int round = 0; round < 3; ++round) {
      const Vec3 origin{far, -far, 0.5 * far};
      const Mesh soup = testing::shifted(testing::soup(200, 0.3, random), origin);
      const Mesh moved = testing::shifted(torus, origin + random.vector(2.2, 4));
      const Transform pose = Transform::from_axis_angle({0, 1, 0}, random.uniform(0, 3),
                                                        origin + random.vector(-5, -3));
      std::vector<Vec3> centres;
      std::vector<double> radii;
      for (int i = 0; i < 150; ++i) {
        centres.push_back(origin + Vec3{0, 0, 7} + random.vector(-1, 1));
        radii.push_back(random.uniform(0, 0.2));
      }
      World world({"dbvh", 1});
      const BodyId ids[] = {world.add(breaking(soup)), world.add(deforming(moved)),
                            world.add(rigid(torus).pose(pose)), world.add(points(centres, radii))};
      const Primitives all[] = {Primitives::triangles(soup.view(), nullptr),
                                Primitives::triangles(moved.view(), nullptr),
                                Primitives::triangles(torus.view(), &pose),
                                Primitives::points(std::span<const Vec3>(centres),
                                                   std::span<const double>(radii), nullptr)};
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
          if (a == b) continue;
          const Separation found = world.separation(ids[a], ids[b]);
          const bool touching = world.collide(ids[a], ids[b], CollideOptions::any()).touching();
          EXPECT_EQ(touching, found.distance == 0);
          if (touching) continue;
          EXPECT_EQ(found.distance, nearest_of_all(all[a], all[b])) << a << " " << b;
          const ClosestPrimitives named =
              closest_primitives(all[a], found.primitive_a, all[b], found.primitive_b);
          EXPECT_EQ(named.distance, found.distance);
          EXPECT_EQ(named.a, found.point_a);
          EXPECT_EQ(named.b, found.point_b);
        }
      }
    }
  }
}

TEST(Separation, LooksAtFewOfThePairs) {
  const Mesh torus = scenes::torus(160, 80);
  World world({"dbvh", 1});
  const BodyId a = world.add(deforming(torus));
  const BodyId b = world.add(deforming(testing::shifted(torus, {4, 0.1, 0.2})));
  const Separation found = world.separation(a, b);
  EXPECT_GT(found.distance, 0);
  EXPECT_LT(found.stats.primitive_tests, 2000U);  // of 6.5 · 10^8 pairs
}

TEST(Separation, DepthTakesThePairsApart) {
  testing::Random random(8);
  const Mesh torus = scenes::torus(40, 20);
  for (int round = 0; round < 20; ++round) {
    const Mesh other = testing::shifted(torus, random.vector(-1.2, 1.2));
    World world({"dbvh", 1});
    const BodyId a = world.add(deforming(torus));
    const BodyId b = world.add(deforming(other));
    const std::vector<Candidate> pairs =
        world.collide(a, b, CollideOptions::pairs()).pairs_by_slot();
    const Separation found = world.separation(a, b);
    if (pairs.empty()) continue;
    EXPECT_GE(found.depth, 0);
    EXPECT_NEAR(length(found.direction), 1, 1e-12);
    const Mesh apart =
        testing::shifted(other, found.direction * (found.depth * (1 + 1e-9) + 1e-12));
    world.move(b, PositionsView(apart.positions));
    const std::vector<Candidate>& left =
        world.collide(a, b, CollideOptions::pairs()).pairs_by_slot();
    for (const Candidate& pair : pairs) {
      EXPECT_FALSE(std::binary_search(left.begin(), left.end(), pair));
    }
    const Separation turned = world.separation(b, a);
    EXPECT_EQ(turned.distance, world.separation(a, b).distance);
  }
}

// The mean normal of the contacts is one direction to try, and rarely the best.
TEST(Separation, DepthIsTheLeastOfTheDirectionsOfACube) {
  testing::Random random(11);
  int better = 0;
  for (int round = 0; round < 10; ++round) {
    const Mesh one = testing::soup(30, 0.6, random);
    const Mesh other = testing::soup(30, 0.6, random);
    World world({"brute", 1});
    const BodyId a = world.add(deforming(one));
    const BodyId b = world.add(deforming(other));
    const std::vector<Candidate> pairs =
        world.collide(a, b, CollideOptions::pairs()).pairs_by_slot();
    ASSERT_FALSE(pairs.empty());
    const auto reach = [](const Mesh& mesh, std::uint32_t id, const Vec3& direction, double sign) {
      double most = -std::numeric_limits<double>::infinity();
      for (const std::uint32_t v : mesh.triangles[id]) {
        most = std::max(most, sign * dot(mesh.positions[v], direction));
      }
      return most;
    };
    double least = std::numeric_limits<double>::infinity();
    for (int code = 0; code < 27; ++code) {
      if (code == 13) continue;  // no direction
      const int x = code % 3 - 1;
      const int y = code / 3 % 3 - 1;
      const int z = code / 9 - 1;
      Vec3 d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
      d = d * (1 / length(d));
      double needed = 0;
      for (const Candidate& pair : pairs) {
        needed = std::max(
            needed, reach(one, pair.primitive_a, d, 1) + reach(other, pair.primitive_b, d, -1));
      }
      least = std::min(least, needed);
    }
    const double found = world.separation(a, b).depth;
    EXPECT_LE(found, least * (1 + 1e-12));
    better += found < least * (1 - 1e-12) ? 1 : 0;
  }
  EXPECT_LT(better, 10) << "else this test could not fail";
}

// Whichever corner reaches farthest.
TEST(Separation, DepthDoesNotDependOnWhereATriangleBegins) {
  testing::Random random(9);
  for (int round = 0; round < 10; ++round) {
    Mesh a = testing::soup(1, 1, random);
    Mesh b = a;
    const Vec3 within = a.positions[0] * 0.4 + a.positions[1] * 0.3 + a.positions[2] * 0.3;
    const Vec3 through = random.vector(0.1, 0.3);
    b.positions = {within + through, within - through, within + random.vector(-0.3, 0.3)};
    double depth[3];
    for (double& one : depth) {
      World world({"brute", 1});
      const BodyId first = world.add(deforming(a));
      const BodyId second = world.add(deforming(b));
      one = world.separation(first, second).depth;
      std::rotate(a.positions.begin(), a.positions.begin() + 1, a.positions.end());
      std::rotate(b.positions.begin(), b.positions.begin() + 1, b.positions.end());
    }
    EXPECT_GT(depth[0], 0);
    EXPECT_NEAR(depth[1], depth[0], 1e-12);
    EXPECT_NEAR(depth[2], depth[0], 1e-12);
  }
}

TEST(Separation, OfNothingAndOfTheSame) {
  World world;
  const BodyId a = world.add(breaking(Mesh{}));
  const BodyId b = world.add(deforming(scenes::torus(8, 4)));
  EXPECT_EQ(world.separation(a, b).distance, std::numeric_limits<double>::infinity());
  EXPECT_THROW(world.separation(b, b), Error);
  world.remove(a);
  EXPECT_THROW(world.separation(a, b), Error);
}

}  // namespace
}  // namespace tact
