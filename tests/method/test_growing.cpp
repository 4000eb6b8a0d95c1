// Breaking bodies that gain triangles while they deform, and trees that must follow the scene's
// frame though their own bodies rest.
#include <gtest/gtest.h>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// A world and brute force, with the same bodies.
struct Twins {
  explicit Twins(const char* method) : world({method, 1}), oracle({"brute", 1}) {}

  std::size_t add(const BodyDef& def) {
    ids.push_back(world.add(BodyDef(def)));
    oracle_ids.push_back(oracle.add(BodyDef(def)));
    return ids.size() - 1;
  }
  template <class... To>
  void move(std::size_t body, const To&... to) {
    world.move(ids[body], to...);
    oracle.move(oracle_ids[body], to...);
  }
  // How many pairs there are.
  std::size_t compare() {
    world.update();
    world.validate();
    const std::vector<Candidate> found = world.collide(CollideOptions::pairs()).pairs_by_slot();
    EXPECT_EQ(found, oracle.collide(CollideOptions::pairs()).pairs_by_slot());
    world.validate();
    return found.size();
  }

  World world;
  World oracle;
  std::vector<BodyId> ids;
  std::vector<BodyId> oracle_ids;
};

void append_to(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), more.positions.begin(), more.positions.end());
  for (const auto& t : more.triangles) {
    mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
}

class Growing : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, Growing, ::testing::Values("dbvh", "auto", "obb-coherent"),
                         testing::method_name);

TEST_P(Growing, TwoCloudsAnswerLikeBruteForce) {
  for (const std::uint32_t triangles : {50U, 120U, 350U}) {
    testing::Random random(triangles);
    Twins twins(GetParam().c_str());
    std::vector<Mesh> now;
    for (int i = 0; i < 2; ++i) {
      now.push_back(testing::soup(triangles, 0.1, random));
      twins.add(breaking(now.back()));
    }
    std::size_t pairs = 0;
    for (int frame = 0; frame < 25; ++frame) {
      for (std::size_t i = 0; i < now.size(); ++i) {
        for (Vec3& p : now[i].positions) p = p + random.vector(-0.05, 0.05);
        append_to(now[i], testing::soup(random.below(7), 0.1, random));
        twins.move(i, now[i].view());
      }
      pairs += twins.compare();
      ASSERT_FALSE(HasFailure()) << "frame " << frame << ", from " << triangles;
    }
    EXPECT_GT(pairs, 25U);
  }
}

Mesh clump(std::uint32_t triangles, double spread, const Vec3& at, testing::Random& random) {
  Mesh mesh = testing::soup(triangles, 0.3, random);
  for (Vec3& p : mesh.positions) p = p * spread + at;
  return mesh;
}

// One tree for all. Each body has a clump of its own, in blocks that are pure and not walked for
// themselves, and one in the middle with all others. Triangles of the last body come into the
// clumps of the others.
TEST(GrowingTogether, NewcomersAmongAnotherBodysTrianglesAreFound) {
  testing::Random random(21);
  Twins twins("dbvh");
  std::vector<Mesh> now;
  const std::vector<Vec3> own{{1.5, 1.5, 0}, {-1.5, 1.5, 0}, {1.5, -1.5, 0}, {-1.5, -1.5, 0}};
  for (const Vec3& at : own) {
    now.push_back(clump(200, 0.3, at, random));
    append_to(now.back(), clump(100, 1, {}, random));
    twins.add(breaking(now.back()));
  }
  twins.compare();
  const std::size_t before = twins.compare();
  for (std::size_t i = 0; i < 3; ++i) append_to(now[3], clump(20, 0.3, own[i], random));
  twins.move(3, now[3].view());
  EXPECT_GT(twins.compare(), before + 20);
}

// Bodies that share a tree and rest, in a scene that grows far beyond its frame: their tree has to
// be brought into the new frame all the same.
TEST(GrowingTogether, ATreeOfSeveralFollowsTheFrameOfTheScene) {
  testing::Random random(22);
  Twins twins("dbvh");
  for (int i = 0; i < 4; ++i) twins.add(breaking(testing::soup(100, 0.25, random)));
  const Mesh probe = testing::soup(60, 0.1, random);
  const std::size_t other = twins.add(breaking(testing::shifted(probe, {5, 0, 0})));
  const std::size_t far = twins.add(rigid(testing::box({3, 3, 3}, 0.5)));
  twins.compare();
  const std::size_t before = twins.compare();
  EXPECT_GT(before, 100U);
  twins.move(far, Transform::from_translation({300, 200, 0}));
  EXPECT_EQ(twins.compare(), before);
  const Mesh here = testing::shifted(probe, {0.5, 0, 0});
  twins.move(other, PositionsView(std::span<const Vec3>(here.positions)));
  EXPECT_GT(twins.compare(), before);
}

}  // namespace
}  // namespace tact
