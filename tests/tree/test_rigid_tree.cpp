#include "tact/tree/rigid_tree.h"

#include <gtest/gtest.h>

#include "scenes/bodies/animal.h"
#include "scenes/bodies/torus.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

template <class Eight>
class RigidTreeOf : public ::testing::Test {};
using Kinds = ::testing::Types<Obb8, CentredBox8, KDop8<4>, KDop8<6>>;
TYPED_TEST_SUITE(RigidTreeOf, Kinds);

template <class Eight>
RigidTree<Eight> checked(const Mesh& mesh) {
  const Primitives triangles = Primitives::triangles(mesh.view(), nullptr);
  RigidTree<Eight> tree(triangles);
  EXPECT_NO_THROW(tree.validate(triangles));
  return tree;
}

TYPED_TEST(RigidTreeOf, EnclosesEveryTriangleAtEveryLevel) {
  checked<TypeParam>(scenes::torus(60, 30));
  checked<TypeParam>(scenes::animal(4));
  testing::Random random(5);
  for (const std::uint32_t count : {1U, 2U, 7U, 8U, 9U, 63U, 64U, 65U, 100U, 513U}) {
    checked<TypeParam>(testing::soup(count, 0.2, random));
    checked<TypeParam>(testing::grid_soup(count, random));
  }
}

TYPED_TEST(RigidTreeOf, EnclosesFarFromTheOriginAndAtAnySize) {
  testing::Random random(6);
  Mesh mesh = testing::soup(200, 0.3, random);
  checked<TypeParam>(testing::shifted(mesh, {1e6, -1e6, 3e6}));
  for (const double size : {1e-200, 1e-30, 1e30, 1e200}) {
    Mesh scaled = mesh;
    for (Vec3& p : scaled.positions) p = p * size;
    checked<TypeParam>(scaled);
  }
}

TYPED_TEST(RigidTreeOf, CopesWithTrianglesThatAreNone) {
  Mesh nothing;
  EXPECT_TRUE(checked<TypeParam>(nothing).empty());
  Mesh points;  // a thousand triangles in one point
  points.positions = {{0.5, 0.25, 0.125}};
  points.triangles.assign(1000, {0, 0, 0});
  checked<TypeParam>(points);
  Mesh needles;  // on one line
  for (std::uint32_t i = 0; i < 300; ++i) {
    needles.positions.push_back({0.1 * i, 0.2 * i, 0.3 * i});
    if (i >= 2) needles.triangles.push_back({i - 2, i - 1, i});
  }
  checked<TypeParam>(needles);
}

TYPED_TEST(RigidTreeOf, FillsItsBlocks) {
  const RigidTree<TypeParam> tree = checked<TypeParam>(scenes::torus(100, 50));
  std::size_t lanes = 0;
  for (const auto& block : tree.blocks().blocks) lanes += block.lanes;
  EXPECT_GT(lanes, 6 * tree.blocks().blocks.size());
}

TEST(RigidTreeOfTori, OrientedBoxesAreTheTighterOnes) {
  const Mesh ring = scenes::torus(100, 50);
  const auto area = [](const auto& tree) {
    double sum = 0;
    for (const auto& block : tree.blocks().blocks) {
      for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
        const auto box = block.boxes.get(lane);
        sum += double{box.half[0]} * double{box.half[1]} +
               double{box.half[1]} * double{box.half[2]} +
               double{box.half[2]} * double{box.half[0]};
      }
    }
    return sum;
  };
  EXPECT_LT(area(checked<Obb8>(ring)), 0.8 * area(checked<CentredBox8>(ring)));
}

}  // namespace
}  // namespace tact
