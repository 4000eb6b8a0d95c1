// Larsson 2006 as published: what the paper says of its structures, not only of their answers.
#include <gtest/gtest.h>

#include <vector>

#include "bench/of_paper/larsson_tree.h"
#include "tact/world/world.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// On a grid of four by four, layer by layer.
Vec3 place_in_four(int i) {
  const int row = i / 4 % 4;
  const int layer = i / 16;
  return {static_cast<double>(i % 4), static_cast<double>(row), static_cast<double>(layer)};
}

using bench::LarssonNode;
using bench::LarssonTree;

Mesh triangles_at(const std::vector<Vec3>& places, double size) {
  Mesh mesh;
  for (const Vec3& p : places) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.positions.insert(mesh.positions.end(), {p, p + Vec3{size, 0, 0}, p + Vec3{0, size, size}});
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

struct TreeOfMesh {
  explicit TreeOfMesh(Mesh of) : mesh(std::move(of)) {
    body.primitives = Primitives::triangles(mesh.view(), nullptr);
    body.shape_version = 1;
    tree.update(body, frame);
  }
  void split_all(LarssonNode& node) {
    if (node.primitives.count < 2) return;
    if (node.below == nullptr) tree.split(node);
    for (LarssonNode& child : node.below->children()) split_all(child);
  }
  Mesh mesh;
  BodyState body;
  BoundsFrame frame;
  LarssonTree tree{false};
};

TEST(PaperLarsson, SplitsBetweenTwoAndEightWaysDownToOnePrimitive) {
  testing::Random random(1);
  TreeOfMesh at(testing::soup(500, 0.1, random));
  at.split_all(at.tree.root());
  ASSERT_NO_THROW(at.tree.validate(at.body, at.frame));
  std::size_t leaves = 0;
  std::vector<LarssonNode*> open{&at.tree.root()};
  while (!open.empty()) {
    LarssonNode& node = *open.back();
    open.pop_back();
    if (node.below == nullptr) {
      EXPECT_EQ(node.primitives.count, 1U);
      ++leaves;
      continue;
    }
    EXPECT_GE(node.below->count, 2U);
    EXPECT_LE(node.below->count, 8U);
    for (LarssonNode& child : node.below->children()) open.push_back(&child);
  }
  EXPECT_EQ(leaves, 500U);
}

// Figure 4: nearly all are in one octant, and there in all of its octants.
TEST(PaperLarsson, MovesThePlanesIntoTheCrowdedOctant) {
  std::vector<Vec3> places{{1, 1, 1}};
  for (int i = 0; i < 64; ++i) {
    places.push_back(place_in_four(i) * (1.0 / 8));
  }
  TreeOfMesh at(triangles_at(places, 1e-3));
  at.tree.split(at.tree.root());
  EXPECT_EQ(at.tree.root().below->count, 8U);
  for (const LarssonNode& child : at.tree.root().below->children()) {
    EXPECT_LE(child.primitives.count, 9U);
  }
}

TEST(PaperLarsson, SplitsWhatLiesInOnePlace) {
  TreeOfMesh at(triangles_at(std::vector<Vec3>(300, Vec3{1, 2, 3}), 1));
  at.split_all(at.tree.root());
  ASSERT_NO_THROW(at.tree.validate(at.body, at.frame));
}

TEST(PaperLarsson, KeepsWhatWasTouchedAndGivesUpTheRest) {
  std::vector<Vec3> places;
  for (int i = 0; i < 64; ++i) {
    places.push_back(place_in_four(i));
  }
  TreeOfMesh at(triangles_at(places, 1e-3));
  LarssonNode& root = at.tree.root();
  at.split_all(root);
  root.active = true;
  LarssonNode& touched = root.below->nodes[3];
  touched.active = true;
  at.tree.costs() = {};
  at.tree.update(at.body, at.frame);
  ASSERT_EQ(root.below->count, 8U);
  for (LarssonNode& child : root.below->children()) {
    EXPECT_EQ(child.below != nullptr, &child == &touched);
    EXPECT_FALSE(child.active);
  }
  // Every primitive once, every box below the root and below the touched node once.
  EXPECT_EQ(at.tree.costs().geometry, 64U);
  EXPECT_EQ(at.tree.costs().merged, 16U);
  EXPECT_EQ(at.tree.costs().deleted, 56U);
  at.tree.update(at.body, at.frame);
  EXPECT_EQ(root.below, nullptr);
}

// Equation 1: eight boxes that come to fill their parent each.
TEST(PaperLarsson, GivesUpChildrenThatOverlapTooMuch) {
  std::vector<Vec3> places;
  for (int i = 0; i < 64; ++i) {
    places.push_back(place_in_four(i));
  }
  TreeOfMesh at(triangles_at(places, 1e-3));
  LarssonNode& root = at.tree.root();
  at.tree.split(root);
  root.active = true;
  at.tree.update(at.body, at.frame);
  ASSERT_NE(root.below, nullptr);
  testing::Random random(2);
  std::vector<Vec3> mixed = places;
  for (std::size_t i = 0; i < 64; ++i) mixed[i] = places[(i * 37) % 64];
  at.mesh = triangles_at(mixed, 1e-3);
  at.body.primitives = Primitives::triangles(at.mesh.view(), nullptr);
  root.active = true;
  at.tree.update(at.body, at.frame);
  EXPECT_EQ(root.below, nullptr);
}

TEST(PaperLarsson, AllNodesCanBeAllocatedBeforehand) {
  testing::Random random(3);
  const Mesh soup = testing::soup(300, 0.3, random);
  for (const char* method : {"dbvh-of-paper", "dbvh-of-paper-reserved"}) {
    World world({method, 1});
    world.add(deforming(soup).self());
    World judge({"boxes", 1});
    judge.add(deforming(soup).self());
    EXPECT_EQ(world.collide(CollideOptions::pairs()).pairs_by_slot(),
              judge.collide(CollideOptions::pairs()).pairs_by_slot());
  }
}

// All three lists give up, one at random is sorted by quicksort; they rest for 20 frames.
TEST(PaperLarsson, SwiperGivesUpAndRestsFor20Frames) {
  testing::Random random(4);
  constexpr std::size_t count = 400;
  World world({"swiper-of-paper", 1});
  World judge({"boxes", 1});
  const auto scattered = [&] {
    std::vector<Vec3> places(count);
    for (Vec3& p : places) p = random.vector(0, 1);
    return triangles_at(places, 0.05);
  };
  std::vector<Mesh> meshes{scattered()};
  meshes.reserve(64);
  const BodyId body = world.add(deforming(meshes[0]).self());
  const BodyId judged = judge.add(deforming(meshes[0]).self());
  for (int frame = 0; frame < 50; ++frame) {
    meshes.push_back(scattered());
    world.move(body, meshes.back().view().positions);
    judge.move(judged, meshes.back().view().positions);
    if (frame == 0) world.collide(CollideOptions::pairs());
    const Result& result = world.collide(CollideOptions::pairs());
    EXPECT_EQ(result.pairs_by_slot(), judge.collide(CollideOptions::pairs()).pairs_by_slot());
    ASSERT_NO_THROW(world.validate());
    EXPECT_EQ(result.stats.sort_fallbacks, frame % 21 == 1 ? 3U : 0U) << frame;
  }
}

}  // namespace
}  // namespace tact
