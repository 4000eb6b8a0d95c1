#include "tact/io/load.h"

#include <gtest/gtest.h>

#include "tact/world/world.h"
#include "tests/io/mesh_file.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

TEST(Weld, JoinsEqualPositionsOnly) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {-0.0, 0, -0.0}, {1, 0, 1e-300}, {1, 0, 0}};
  mesh.triangles = {{0, 1, 3}, {2, 4, 3}};
  EXPECT_EQ(same_positions(mesh.view().positions), (std::vector<std::uint32_t>{0, 1, 0, 3, 1}));
  EXPECT_EQ(weld(mesh), 3U);
  EXPECT_EQ(mesh.topology, (std::vector<std::uint32_t>{0, 1, 0, 3, 1}));
  EXPECT_EQ(mesh.positions.size(), 5U);
}

TEST(Weld, LeavesMeshesAloneThatNeedNothing) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {1, 3, 2}};
  EXPECT_EQ(weld(mesh), 4U);
  EXPECT_TRUE(mesh.topology.empty());
}

TEST(Weld, IsNeededWhereHardlyAnythingIsShared) {
  Mesh mesh;
  mesh.positions.resize(100);
  mesh.triangles = {{0, 1, 2}, {3, 4, 5}};
  EXPECT_TRUE(hardly_shares_vertices(mesh)) << "nothing is";
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
  EXPECT_TRUE(hardly_shares_vertices(mesh)) << "only within a quadrangle";
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
  EXPECT_FALSE(hardly_shares_vertices(mesh)) << "vertices that nobody uses do not count";
}

// A closed box touches itself nowhere, in whatever format it comes.
TEST(Weld, NeighboursOfAnStlFileAreKnown) {
  const test::TemporaryFolder folder;
  const Mesh box =
      test::mesh_in("box.obj",
                    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  ASSERT_EQ(self_collide(box.view()).size(), 0U);
  save_stl(folder.path() / "box.stl", box.view());
  const Mesh welded = load(folder.path() / "box.stl");
  EXPECT_EQ(welded.positions.size(), 36U);
  EXPECT_EQ(self_collide(welded.view()).size(), 0U);
  const Mesh raw = load(folder.path() / "box.stl", {Weld::never});
  EXPECT_TRUE(raw.topology.empty());
  EXPECT_GT(self_collide(raw.view()).size(), 30U);
}

}  // namespace
}  // namespace tact
