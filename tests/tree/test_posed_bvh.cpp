// Rigid bodies that share a tree at rest: each has blocks of its own where a query got.
#include "tact/tree/posed_bvh.h"

#include <gtest/gtest.h>

#include "scenes/bodies/torus.h"
#include "tact/geometry/validate.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// A body of its own pose over a tree at rest.
struct PosedFixture {
  PosedFixture(const RestTree& rest, const Mesh& of, const Transform& at)
      : mesh(of), primitives(Primitives::triangles(of.view(), &at)), tree(rest) {
    tree.reset({&part, 1});
    move(at);
  }
  void move(const Transform& at) {
    primitives = Primitives::triangles(mesh.view(), &at);
    const Extent extent = check_pose(check_mesh(mesh.view(), "mesh"), at, "mesh");
    tree.update({&part, 1}, BoundsFrame::around({{-9, -9, -9}, {9, 9, 9}}), extent, 1);
  }
  // All blocks, from the root downwards.
  void reach(Block& block) {
    for (std::uint32_t lane = 0; !block.leaf && lane < block.lanes; ++lane) {
      reach(*tree.child(block, lane, arena, stats));
    }
  }

  const Mesh& mesh;
  Primitives primitives;
  TreePart part{3, &primitives};
  PosedBvh tree;
  Arena arena;
  Stats stats;
};

TEST(PosedBvh, HasBlocksOnlyWhereAQueryGot) {
  const Mesh ring = scenes::torus(24, 12);
  const RestTree rest(ring.view());
  PosedFixture one(rest, ring, Transform());
  PosedFixture other(rest, ring, Transform::from_axis_angle({1, 2, 3}, 0.5, {1, 0, 0}));
  EXPECT_FALSE(rest.built());
  EXPECT_EQ(rest.bytes(), 0U);
  one.tree.validate();
  Block* const root = one.tree.root(one.arena, one.stats);
  EXPECT_TRUE(rest.built());
  EXPECT_GT(one.stats.nodes_split, 10U);
  EXPECT_GE(one.stats.primitives_read, ring.triangles.size());
  EXPECT_EQ(one.tree.blocks(), 1U);
  one.tree.child(*root, 1, one.arena, one.stats);
  EXPECT_EQ(one.tree.blocks(), 2U);
  one.tree.validate();

  other.tree.root(other.arena, other.stats);
  EXPECT_EQ(other.stats.nodes_split, 0U) << "it is built";
  EXPECT_EQ(other.stats.primitives_read, 0U);
  EXPECT_EQ(other.tree.body_of(*other.tree.root(other.arena, other.stats)), 3U);
  EXPECT_GT(rest.bytes(), 16 * ring.triangles.size());
  EXPECT_LT(other.tree.bytes(), rest.bytes() / 2);
}

TEST(PosedBvh, HoldsItsPrimitivesWhereverItStands) {
  const Mesh ring = scenes::torus(24, 12);
  const RestTree rest(ring.view());
  PosedFixture one(rest, ring, Transform());
  PosedFixture other(rest, ring, Transform());
  for (int step = 0; step < 10; ++step) {
    one.move(Transform::from_axis_angle({1, -2, 0.5}, 0.4 * step, {0.2 * step, 0, 1}));
    other.move(Transform::from_axis_angle({0, 1, 0.5}, 0.3 * step, {0, 0.2 * step, 1}));
    for (PosedFixture* fixture : {&one, &other}) {
      fixture->reach(*fixture->tree.root(fixture->arena, fixture->stats));
      fixture->tree.validate();
    }
  }
  const RestTree::Built& built = rest.get(one.arena, one.stats);
  EXPECT_EQ(one.tree.blocks(), built.blocks);
  EXPECT_EQ(other.tree.blocks(), built.blocks);
  EXPECT_EQ(other.stats.nodes_split, 0U) << "built once, for both";
}

}  // namespace
}  // namespace tact
