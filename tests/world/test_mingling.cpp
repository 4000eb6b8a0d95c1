// Many bodies whose fragments mingle, so that one tree serves them all: the same answers as brute
// force, whoever is tested against whom, and while bodies join and leave.
#include <gtest/gtest.h>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// Clouds of loose triangles around centres that move together and apart again.
struct Clouds {
  std::vector<Mesh> rest;
  std::vector<Vec3> direction;

  Clouds(int bodies, std::uint32_t triangles, double size) {
    testing::Random random(11);
    for (int i = 0; i < bodies; ++i) {
      rest.push_back(testing::soup(triangles, size, random));
      direction.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)});
    }
  }
  std::vector<Vec3> positions(std::size_t body, double apart) const {
    return testing::shifted(rest[body], direction[body] * apart).positions;
  }
};

double apart_in(int frame) { return frame < 6 ? 6.0 - frame : frame - 6.0; }

class Mingling : public ::testing::Test {
 protected:
  // Every kind and every rule at once: a body that nobody tests, one that tests itself only.
  void fill(World& world, std::vector<BodyId>& ids) const {
    for (std::size_t i = 0; i < clouds_.rest.size(); ++i) {
      BodyDef def = i % 2 == 0 ? deforming(clouds_.rest[i]) : breaking(clouds_.rest[i]);
      if (i == 1) def.mask(0).self();
      if (i == 2) def.group(2);
      if (i == 3) def.mask(1);
      if (i == 4) def.self();
      ids.push_back(world.add(def));
    }
    ids.push_back(world.add(rigid(testing::sheet(9, 0.1))));
    const std::vector<Vec3> balls{{0, 0, 0}, {0.3, 0.2, 0.1}, {-0.5, 0.1, 0.4}};
    ids.push_back(world.add(points(balls, {0.2, 0.1, 0.3})));
  }
  void compute(int frame) {
    now_.resize(clouds_.rest.size());
    for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = clouds_.positions(i, apart_in(frame));
  }
  void move(World& world, const std::vector<BodyId>& ids, int frame) const {
    for (std::size_t i = 0; i < now_.size(); ++i) world.move(ids[i], PositionsView(now_[i]));
    world.move(ids[clouds_.rest.size()], Transform::from_translation({0, 0, 0.05 * frame}));
  }
  Clouds clouds_{8, 150, 0.2};
  std::vector<std::vector<Vec3>> now_;  // borrowed by the worlds
};

TEST_F(Mingling, AnswersLikeBruteForceWhileBodiesJoinAndLeave) {
  World world({"dbvh", 2});
  World oracle({"brute", 1});
  std::vector<BodyId> ids;
  std::vector<BodyId> oracle_ids;
  fill(world, ids);
  fill(oracle, oracle_ids);
  for (int frame = 0; frame < 13; ++frame) {
    compute(frame);
    move(world, ids, frame);
    move(oracle, oracle_ids, frame);
    if (frame == 8) {
      world.remove(ids[6]);
      oracle.remove(oracle_ids[6]);
      ids[6] = world.add(deforming(clouds_.rest[6]).self());
      oracle_ids[6] = oracle.add(deforming(clouds_.rest[6]).self());
    }
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = frame % 3 == 1 ? 0.05 : 0;
    EXPECT_EQ(world.collide(options).pairs, oracle.collide(options).pairs) << "frame " << frame;
    EXPECT_EQ(world.collide(ids[0], ids[5], options).pairs,
              oracle.collide(oracle_ids[0], oracle_ids[5], options).pairs);
    EXPECT_EQ(world.collide(ids[1], ids[1], options).pairs,
              oracle.collide(oracle_ids[1], oracle_ids[1], options).pairs);
    world.validate();
  }
}

TEST(MinglingCost, OneTreeTakesFewerTestsThanPairsOfTrees) {
  const Clouds clouds(12, 1500, 0.02);
  World together({"dbvh", 1});
  World pairwise({"dbvh", 1});
  std::vector<BodyId> ids;
  for (const Mesh& mesh : clouds.rest) {
    together.add(breaking(mesh));
    ids.push_back(pairwise.add(breaking(mesh)));
  }
  const std::uint64_t at_once = together.collide(CollideOptions::pairs()).stats.bounds_tests;
  std::uint64_t by_pairs = 0;
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      by_pairs += pairwise.collide(ids[a], ids[b], CollideOptions::pairs()).stats.bounds_tests;
    }
  }
  EXPECT_LT(3 * at_once, by_pairs);
}

}  // namespace
}  // namespace tact
