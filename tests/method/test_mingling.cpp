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

// With every volume that a dynamic tree can have.
class Mingling : public ::testing::TestWithParam<const char*> {
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

INSTANTIATE_TEST_SUITE_P(Volumes, Mingling,
                         ::testing::Values("dbvh", "dbvh-kdop-14", "dbvh-kdop-18", "dbvh-sphere"));

TEST_P(Mingling, AnswersLikeBruteForceWhileBodiesJoinAndLeave) {
  World world({GetParam(), 2});
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
    EXPECT_EQ(world.collide(options).pairs_by_slot(), oracle.collide(options).pairs_by_slot())
        << "frame " << frame;
    EXPECT_EQ(world.collide(ids[0], ids[5], options).pairs_by_slot(),
              oracle.collide(oracle_ids[0], oracle_ids[5], options).pairs_by_slot());
    EXPECT_EQ(world.collide(ids[1], ids[1], options).pairs_by_slot(),
              oracle.collide(oracle_ids[1], oracle_ids[1], options).pairs_by_slot());
    world.validate();
  }
}

// Triangles come and go, of two bodies with a tree each or of eight that share one.
void expect_right_while_triangles_change(const char* method, std::vector<Mesh> now) {
  World world({method, 1});
  World oracle({"brute", 1});
  std::vector<BodyId> ids;
  std::vector<BodyId> oracle_ids;
  for (const Mesh& mesh : now) {
    ids.push_back(world.add(breaking(mesh)));
    oracle_ids.push_back(oracle.add(breaking(mesh)));
  }
  testing::Random random(5);
  for (int frame = 0; frame < 20; ++frame) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] = testing::shifted(now[i], random.vector(-0.01, 0.01));
      const Mesh more = testing::soup(i == 0 ? 40 : 6, 0.2, random);
      if (random.below(2) == 0) {
        now[i].triangles.resize(now[i].triangles.size() * 9 / 10);
      } else {
        const auto first = static_cast<std::uint32_t>(now[i].positions.size());
        now[i].positions.insert(now[i].positions.end(), more.positions.begin(),
                                more.positions.end());
        for (const auto& t : more.triangles) {
          now[i].triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
        }
      }
      world.move(ids[i], now[i].view());
      oracle.move(oracle_ids[i], now[i].view());
    }
    EXPECT_EQ(world.collide(CollideOptions::pairs()).pairs_by_slot(),
              oracle.collide(CollideOptions::pairs()).pairs_by_slot())
        << "frame " << frame;
    world.validate();
  }
}

TEST_P(Mingling, AnswersLikeBruteForceWhileTrianglesComeAndGo) {
  expect_right_while_triangles_change(GetParam(), clouds_.rest);
  expect_right_while_triangles_change(GetParam(), {clouds_.rest[0], clouds_.rest[1]});
}

TEST(MinglingCost, OneTreeStaysWhenABodyLosesATriangle) {
  const Clouds clouds(6, 1500, 0.02);
  World world({"dbvh", 1});
  std::vector<BodyId> ids;
  for (const Mesh& mesh : clouds.rest) ids.push_back(world.add(breaking(mesh)));
  const std::uint64_t built = world.collide(CollideOptions::pairs()).stats.nodes_split;
  Mesh less = clouds.rest[2];
  less.triangles.pop_back();
  world.move(ids[2], less.view());
  EXPECT_LT(20 * world.collide(CollideOptions::pairs()).stats.nodes_split, built);
  world.validate();
}

TEST(MinglingCost, OtherVolumesLeaveFewerCandidates) {
  const Clouds clouds(6, 1500, 0.1);
  std::vector<std::uint64_t> tests;
  for (const char* method : {"dbvh", "dbvh-kdop-14", "dbvh-kdop-18", "dbvh-sphere"}) {
    World world({method, 1});
    for (const Mesh& mesh : clouds.rest) world.add(breaking(mesh));
    tests.push_back(world.collide(CollideOptions::pairs()).stats.primitive_tests);
  }
  EXPECT_LT(tests[1], tests[0]);
  EXPECT_LT(tests[2], tests[0]);
  EXPECT_LE(tests[3], tests[0]);
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
