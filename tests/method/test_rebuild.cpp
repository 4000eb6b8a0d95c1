// What only `rebuild` promises: it reads what may touch, every time, and keeps nothing.
#include <gtest/gtest.h>

#include <vector>

#include "tact/world/world.h"
#include "tests/support/random.h"

namespace tact {
namespace {

// Loose triangles around a place.
struct Soup {
  std::vector<float> xyz;
  std::vector<std::uint32_t> abc;

  Soup(std::uint32_t triangles, const Vec3& centre, double spread, double size,
       std::uint64_t seed) {
    testing::Random random(seed);
    for (std::uint32_t i = 0; i < triangles; ++i) {
      const Vec3 at = centre + random.vector(-spread, spread);
      for (int corner = 0; corner < 3; ++corner) {
        const Vec3 p = at + random.vector(-size, size);
        for (std::size_t k = 0; k < 3; ++k) xyz.push_back(static_cast<float>(p[k]));
        abc.push_back(static_cast<std::uint32_t>(abc.size()));
      }
    }
  }
  MeshView view() const {
    return {std::span<const float>(xyz), std::span<const std::uint32_t>(abc), {}};
  }
};

TEST(Rebuild, ReadsOnlyBodiesThatOverlap) {
  const Soup a(3000, {0, 0, 0}, 1, 0.05, 1);
  const Soup b(2000, {1.5, 0, 0}, 1, 0.05, 2);
  const Soup far(1000, {9, 9, 9}, 1, 0.05, 3);
  World world({"rebuild", 1});
  for (const Soup* soup : {&a, &b, &far}) world.add(breaking(soup->view()));
  for (int time = 0; time < 3; ++time) {
    const Result& result = world.collide(CollideOptions::pairs());
    EXPECT_EQ(result.stats.primitives_read, 5000U);
    // A quarter of each body lies where they overlap: eight times as many blocks if it did not
    // clip.
    EXPECT_LT(result.stats.nodes_split, 5000U / 8 / 2);
    EXPECT_GT(result.stats.nodes_split, 0U);
  }
}

TEST(Rebuild, AsksGroupsAndNames) {
  const Soup a(400, {0, 0, 0}, 1, 0.2, 1);
  const Soup b(300, {0.3, 0, 0}, 1, 0.2, 2);
  const Soup c(200, {0, 0.3, 0}, 1, 0.2, 3);
  for (const char* method : {"brute", "rebuild", "octree", "octree-4"}) {
    World world({method, 1});
    const BodyId of_a = world.add(breaking(a.view()).group(1).mask(6));
    const BodyId of_b = world.add(breaking(b.view()).group(2).mask(1).self());
    const BodyId of_c = world.add(breaking(c.view()).group(4).mask(1));
    const auto count = [&](const Result& result, std::uint32_t p, std::uint32_t q) {
      std::size_t sum = 0;
      for (const Candidate& pair : result.pairs_by_slot())
        sum += pair.body_a == p && pair.body_b == q ? 1 : 0;
      return sum;
    };
    const Result& all = world.collide(CollideOptions::pairs());
    EXPECT_GT(count(all, 0, 1), 0U) << method;
    EXPECT_GT(count(all, 0, 2), 0U) << method;
    EXPECT_GT(count(all, 1, 1), 0U) << method;
    EXPECT_EQ(all.size(), count(all, 0, 1) + count(all, 0, 2) + count(all, 1, 1)) << method;
    const Result& named = world.collide(of_c, of_b, CollideOptions::pairs());
    EXPECT_GT(named.size(), 0U) << method << ": groups do not matter to who is named";
    EXPECT_EQ(named.size(), count(named, 1, 2)) << method;
    const Result& own = world.collide(of_a, of_a, CollideOptions::pairs());
    EXPECT_GT(own.size(), 0U) << method;
    EXPECT_EQ(own.size(), count(own, 0, 0)) << method;
  }
}

TEST(Rebuild, ClipsNoBodyWhoseOwnPairsAreWanted) {
  const Soup a(500, {0, 0, 0}, 1, 0.25, 1);
  const Soup b(50, {1.2, 0, 0}, 0.3, 0.1, 2);
  const Soup c(50, {0, 1.2, 0}, 0.3, 0.1, 3);
  std::vector<Candidate> lists[2];
  for (int i = 0; i < 2; ++i) {
    World world({i == 0 ? "brute" : "rebuild", 1});
    world.add(breaking(a.view()).self());
    for (const Soup* soup : {&b, &c}) world.add(breaking(soup->view()));
    lists[i] = world.collide(CollideOptions::pairs()).pairs_by_slot();
    EXPECT_NO_THROW(world.validate());
  }
  EXPECT_GT(lists[0].size(), 100U);
  EXPECT_EQ(lists[0], lists[1]);
}

TEST(Rebuild, BoundedQueriesEndAtOnceInOnePoint) {
  const Soup soup(200000, {0, 0, 0}, 0, 0, 1);  // all in the origin: 2 · 10^10 touching pairs
  World world({"rebuild", 1});
  world.add(breaking(soup.view()).self());
  EXPECT_TRUE(world.collide(CollideOptions::any()).touching());
  const Result& some = world.collide(CollideOptions::at_most(1000));
  EXPECT_EQ(some.size(), 1000U);
  EXPECT_FALSE(some.complete());
  EXPECT_LT(some.stats.primitive_tests, 100000U);
}

}  // namespace
}  // namespace tact
