#include "tact/tree/dynamic_bvh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tact/geometry/validate.h"
#include "tact/tact.h"

namespace tact {
namespace {

// A body of loose triangles, so that every one of them can be put anywhere.
struct Soup {
  std::vector<float> xyz;
  std::vector<std::uint32_t> abc;

  explicit Soup(std::uint32_t triangles) : xyz(9 * std::size_t{triangles}) {
    for (std::uint32_t i = 0; i < 3 * triangles; ++i) abc.push_back(i);
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(abc.size() / 3); }
  void place(std::uint32_t i, const Vec3& at, double size, std::mt19937& random) {
    std::uniform_real_distribution<double> offset(-size, size);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (std::size_t k = 0; k < 3; ++k) {
        xyz[9 * std::size_t{i} + 3 * corner + k] = static_cast<float>(at[k] + offset(random));
      }
    }
  }
  void scatter(double spread, double size, std::mt19937& random, const Vec3& centre = {}) {
    std::uniform_real_distribution<double> u(-spread, spread);
    for (std::uint32_t i = 0; i < this->size(); ++i) {
      place(i, centre + Vec3{u(random), u(random), u(random)}, size, random);
    }
  }
  MeshView view() const {
    return {std::span<const float>(xyz), std::span<const std::uint32_t>(abc), {}};
  }
};

// The list of `method` for these bodies, self-collisions included.
std::vector<Candidate> pairs_of(const std::string& method, std::span<const Soup> soups) {
  World world({method, 1});
  for (const Soup& soup : soups) world.add(breaking(soup.view()).self());
  std::vector<Candidate> pairs = world.collide(CollideOptions::pairs()).pairs_by_slot();
  world.validate();
  return pairs;
}

TEST(DynamicBvh, AnswersLikeBruteForceOnDegenerateBodies) {
  std::mt19937 random(1);
  std::vector<std::vector<Soup>> cases;
  cases.push_back({Soup(0), Soup(1)});
  cases.push_back({Soup(1), Soup(1)});
  cases.push_back({Soup(1000)});  // a thousand triangles in one point
  cases.push_back({Soup(300), Soup(200)});
  for (Soup& soup : cases.back()) {  // coincident midpoints, sizes from small to giant
    for (std::uint32_t i = 0; i < soup.size(); ++i) soup.place(i, {1, 2, 3}, 0.01 * i, random);
  }
  cases.push_back({Soup(400), Soup(400)});
  for (Soup& soup : cases.back()) {  // sheets in a coordinate plane
    soup.scatter(5, 0.2, random);
    for (std::size_t v = 2; v < soup.xyz.size(); v += 3) soup.xyz[v] = 0.5F;
  }
  cases.push_back({Soup(700), Soup(500)});
  for (Soup& soup : cases.back()) {  // one giant polygon among small ones
    soup.scatter(5, 0.1, random);
    soup.place(17, {}, 20, random);
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(pairs_of("dbvh", cases[i]), pairs_of("brute", cases[i])) << "case " << i;
  }
}

TEST(DynamicBvh, BoundedQueriesEndAtOnceInOnePoint) {
  const Soup soup(1000000);  // all in the origin: 5 · 10^11 touching pairs
  World world({"dbvh", 1});
  world.add(breaking(soup.view()).self());
  EXPECT_TRUE(world.collide(CollideOptions::any()).touching());
  const Result& some = world.collide(CollideOptions::at_most(1000));
  EXPECT_EQ(some.size(), 1000U);
  EXPECT_FALSE(some.complete());
  EXPECT_LT(some.stats.primitive_tests, 100000U);
}

TEST(DynamicBvh, StaysRightThroughMovesBreaksAndTeleports) {
  std::mt19937 random(2);
  Soup a(400);
  Soup b(350);
  a.scatter(1, 0.05, random);
  b.scatter(1, 0.05, random, {1.5, 0, 0});
  World lazy({"dbvh", 1});
  World oracle({"brute", 1});
  std::vector<BodyId> in_lazy;
  std::vector<BodyId> in_oracle;
  for (const Soup* soup : {&a, &b}) {
    in_lazy.push_back(lazy.add(breaking(soup->view()).self()));
    in_oracle.push_back(oracle.add(breaking(soup->view()).self()));
  }
  std::normal_distribution<float> drift(0, 0.01F);
  for (int frame = 0; frame < 60; ++frame) {
    for (float& x : a.xyz) x += drift(random);
    for (float& x : b.xyz) x -= 0.01F;
    if (frame % 20 == 19) b.scatter(1, 0.05, random, {frame * 0.05, 0, 0});
    const std::uint32_t left = 350 - static_cast<std::uint32_t>(frame) * 5;  // pieces vanish
    MeshView broken = b.view();
    broken.triangles = std::span<const std::uint32_t>(b.abc).first(3 * std::size_t{left});
    for (World* world : {&lazy, &oracle}) {
      const std::vector<BodyId>& ids = world == &lazy ? in_lazy : in_oracle;
      world->move(ids[0], PositionsView(std::span<const float>(a.xyz)));
      world->move(ids[1], broken);
    }
    lazy.update();
    lazy.validate();
    EXPECT_EQ(lazy.collide(CollideOptions::pairs()).pairs_by_slot(),
              oracle.collide(CollideOptions::pairs()).pairs_by_slot())
        << "frame " << frame;
    lazy.validate();
  }
}

TEST(DynamicBvh, ReadsNoGeometryWhereNothingIsNear) {
  std::mt19937 random(3);
  Soup a(5000);
  Soup b(5000);
  a.scatter(1, 0.05, random);
  b.scatter(1, 0.05, random, {10, 0, 0});
  World world({"dbvh", 1});
  const BodyId id = world.add(breaking(a.view()));
  world.add(breaking(b.view()));
  for (int frame = 0; frame < 3; ++frame) {
    world.move(id, PositionsView(std::span<const float>(a.xyz)));
    const Result& result = world.collide();
    EXPECT_EQ(result.stats.primitives_read, 0U);
    EXPECT_EQ(result.stats.nodes_split, 0U);
    EXPECT_LE(result.stats.bounds_tests, 1U);
  }
}

TEST(DynamicBvh, SplitsOnceAndThenOnlyRefits) {
  std::mt19937 random(4);
  Soup a(5000);
  Soup b(5000);
  a.scatter(1, 0.02, random);
  b.scatter(1, 0.02, random, {1, 0, 0});
  World world({"dbvh", 1});
  const BodyId of_a = world.add(breaking(a.view()));
  const BodyId of_b = world.add(breaking(b.view()));
  for (int frame = 0; frame < 4; ++frame) {
    for (float& x : a.xyz) x += 0.25F;  // both together: nothing changes between them
    for (float& x : b.xyz) x += 0.25F;
    world.move(of_a, PositionsView(std::span<const float>(a.xyz)));
    world.move(of_b, PositionsView(std::span<const float>(b.xyz)));
    const Result& result = world.collide();
    if (frame < 2) continue;  // the first splits, the second may find marks of the first wanting
    EXPECT_EQ(result.stats.nodes_split, 0U) << "frame " << frame;
    EXPECT_EQ(result.stats.primitives_read, 10000U) << "every primitive once, no more";
  }
}

TEST(DynamicBvh, GivesUpWhatIsNoLongerTouched) {
  std::mt19937 random(5);
  Soup a(5000);
  a.scatter(1, 0.02, random);
  const Primitives primitives = Primitives::triangles(a.view(), nullptr);
  const std::vector<TreePart> parts{{0, &primitives}};
  const Extent extent = check_mesh(a.view(), "a");
  const BoundsFrame frame = BoundsFrame::around(extent);
  for (const std::uint8_t linger : {std::uint8_t{0}, std::uint8_t{2}}) {
    DynamicBvh::Options options;
    options.linger = linger;
    DynamicBvh tree(options);
    tree.reset(parts);
    tree.update(parts, frame, extent, 1);
    Arena arena;
    Stats stats;
    Block* const root = tree.root(arena, stats);
    tree.child(*root, 0, arena, stats);
    tree.child(*root, 1, arena, stats);
    const std::size_t at_first = 3;
    for (int update = 0; update <= linger; ++update) {
      EXPECT_EQ(tree.blocks(), at_first) << "update " << update;
      tree.announce_query();
      tree.root(arena, stats);  // reached, but nothing below it
      tree.update(parts, frame, extent, 1);
      tree.validate();
    }
    EXPECT_EQ(tree.blocks(), 1U);
    tree.update(parts, frame, extent, 1);
    EXPECT_EQ(tree.blocks(), 1U) << "without a query in between nothing is old";
    for (int update = 0; update <= linger; ++update) {
      EXPECT_EQ(tree.blocks(), 1U) << "update " << update;
      tree.announce_query();  // which looks elsewhere
      tree.update(parts, frame, extent, 1);
    }
    EXPECT_EQ(tree.blocks(), 0U);
    EXPECT_EQ(tree.update(parts, frame, extent, 1).primitives_read, 0U);
  }
}

// Triangles come and go at random: answers stay those of brute force, and most of the tree stays.
TEST(DynamicBvh, KeepsWhatFitsWhenPrimitivesComeAndGo) {
  std::mt19937 random(12);
  const auto body_of = [&](std::uint32_t triangles) {
    Soup soup(triangles);
    std::mt19937 own(77);  // the first ones are always the same
    soup.scatter(1, 0.06, own);
    return soup;
  };
  std::vector<Soup> kept;  // worlds borrow
  kept.reserve(100);
  Soup other(1500);
  other.scatter(1, 0.06, random, {0.3, 0, 0});
  for (const std::uint32_t most : {20U, 2000U}) {
    World world({"dbvh", 1});
    World oracle({"boxes", 1});
    kept.push_back(body_of(most));
    const BodyId id = world.add(breaking(kept.back().view()).self());
    const BodyId oracle_id = oracle.add(breaking(kept.back().view()).self());
    world.add(breaking(other.view()));
    oracle.add(breaking(other.view()));
    world.collide(CollideOptions::pairs());
    std::uint64_t split = 0;
    std::uint32_t now = most;
    for (int frame = 0; frame < 30; ++frame) {
      const std::uint32_t step = std::uniform_int_distribution<std::uint32_t>(0, most / 10)(random);
      now = frame % 3 == 0 || now < most / 2 ? now + step : now - step;
      kept.push_back(body_of(now));
      world.move(id, kept.back().view());
      oracle.move(oracle_id, kept.back().view());
      const Result& result = world.collide(CollideOptions::pairs());
      ASSERT_EQ(result.pairs_by_slot(), oracle.collide(CollideOptions::pairs()).pairs_by_slot())
          << "frame " << frame;
      world.validate();
      split += result.stats.nodes_split;
    }
    // From scratch every frame would be 30 times all clusters of 64 and what is above them.
    EXPECT_LT(split, 30U * (most / 64 + 2) / 2) << most;
  }
}

// Large enough that threads share the update of one body and the splits of its first levels.
TEST(DynamicBvh, AnyNumberOfThreadsDoesTheSameWork) {
  for (const char* method : {"dbvh", "coherent", "refit"}) {
    std::vector<std::vector<Candidate>> answers;
    std::vector<Stats> costs;
    for (const unsigned threads : {1U, 4U}) {
      std::mt19937 random(8);
      Soup a(40000);
      Soup b(9000);
      a.scatter(1, 0.02, random);
      b.scatter(1, 0.02, random, {0.9, 0, 0});
      World world({method, threads});
      const BodyId id_a = world.add(breaking(a.view()));
      const BodyId id_b = world.add(breaking(b.view()));
      std::uniform_real_distribution<float> step(-0.02F, 0.02F);
      Stats cost;
      std::vector<Candidate> all;
      for (int frame = 0; frame < 5; ++frame) {
        for (float& x : a.xyz) x += step(random);
        for (float& x : b.xyz) x += step(random);
        world.move(id_a, PositionsView(std::span<const float>(a.xyz)));
        world.move(id_b, PositionsView(std::span<const float>(b.xyz)));
        const Result& result = world.collide(CollideOptions::pairs());
        all.insert(all.end(), result.pairs_by_slot().begin(), result.pairs_by_slot().end());
        cost += result.stats;
        world.validate();
      }
      answers.push_back(all);
      costs.push_back(cost);
    }
    EXPECT_GT(answers[0].size(), 1000U);
    EXPECT_EQ(answers[0], answers[1]) << method;
    EXPECT_EQ(costs[0].nodes_split, costs[1].nodes_split) << method;
    EXPECT_EQ(costs[0].nodes_collapsed, costs[1].nodes_collapsed) << method;
    EXPECT_EQ(costs[0].primitives_read, costs[1].primitives_read) << method;
    EXPECT_EQ(costs[0].bounds_tests, costs[1].bounds_tests) << method;
  }
}

TEST(DynamicBvh, IsWholeWhateverTheSizeOfItsClusters) {
  std::mt19937 random(6);
  Soup a(3000);
  a.scatter(1, 0.05, random);
  const Primitives primitives = Primitives::triangles(a.view(), nullptr);
  const std::vector<TreePart> parts{{0, &primitives}};
  const Extent extent = check_mesh(a.view(), "a");
  const BoundsFrame frame = BoundsFrame::around(extent);
  for (const std::uint32_t cluster : {8U, 32U, 64U}) {
    DynamicBvh::Options options;
    options.cluster = cluster;
    DynamicBvh tree(options);
    tree.reset(parts);
    tree.update(parts, frame, extent, 1);
    Arena arena;
    Stats stats;
    std::vector<Block*> open{tree.root(arena, stats)};
    while (!open.empty()) {  // split everything
      Block* const block = open.back();
      open.pop_back();
      if (block->leaf) continue;
      for (std::uint32_t lane = 0; lane < block->lanes; ++lane) {
        open.push_back(tree.child(*block, lane, arena, stats));
      }
    }
    tree.validate();
    EXPECT_GT(tree.blocks(), 3000U / 8);
  }
}

}  // namespace
}  // namespace tact
