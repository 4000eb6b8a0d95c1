// Positions on a grid, triangles in few bytes, and which of them are shown.
#include "apps/report/mesh_code.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "tests/report/unpack.h"

namespace tact {
namespace {

using report::Grid;

double off(const Vec3& a, const Vec3& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

Vec3 in_float(const Vec3& p) {
  return {static_cast<double>(static_cast<float>(p.x)),
          static_cast<double>(static_cast<float>(p.y)),
          static_cast<double>(static_cast<float>(p.z))};
}

TEST(ReportGrid, ComesBackWithinTheErrorThatIsStated) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const unsigned bits : {16U, 14U, 12U, 2U}) {
    for (const Vec3 size : {Vec3{1, 1, 1}, Vec3{1, 1e-6, 0}, Vec3{300, 2, 1e-9}}) {
      const Vec3 middle{unit(random), unit(random), unit(random)};
      std::vector<Vec3> points;
      Extent extent;
      for (int i = 0; i < 2000; ++i) {
        points.push_back({middle.x + size.x * unit(random), middle.y + size.y * unit(random),
                          middle.z + size.z * unit(random)});
        extent.add(points.back());
      }
      const Grid grid = report::grid_over(extent, bits);
      double worst = 0;
      for (const Vec3& p : points) {
        worst = std::max(worst, off(in_float(grid.place_of(grid.cell_of(p))), p));
      }
      EXPECT_LE(worst, grid.error()) << bits;
      EXPECT_GT(worst, grid.error() / 4) << "it says no more than there is: " << bits;
    }
  }
}

TEST(ReportGrid, AFlatBodyStaysFlatAndNothingIsNothing) {
  Extent extent;
  extent.add(Vec3{3, 4, 5});
  const Grid grid = report::grid_over(extent, 16);
  EXPECT_EQ(grid.place_of(grid.cell_of({3, 4, 5})), (Vec3{3, 4, 5}));
  EXPECT_EQ(report::grid_over(Extent(), 16).place_of({0, 0, 0}), (Vec3{0, 0, 0}));
}

TEST(ReportCoordinates, AreOfTheSizeOneWhereverTheSceneIs) {
  for (const double size : {1e-6, 1.0, 1e6, 1e300}) {
    for (const Vec3 at : {Vec3{}, Vec3{1e6, -1e6, 5}}) {
      Extent extent;
      extent.add(at - Vec3{size, 0, 0});
      extent.add(at + Vec3{size, size, 0});
      const report::Coordinates page = report::Coordinates::around(extent);
      const Vec3 corner = page.in(extent.hi);
      EXPECT_GE(corner.x, 0.49) << size;
      EXPECT_LE(corner.x, 1.01) << size;
      const Vec3 back = page.origin + corner * (1 / page.scale);
      EXPECT_LE(off(back, extent.hi), 1e-9 * size + 1e-15 * std::abs(at.x)) << size;
    }
  }
  Extent point;
  point.add(Vec3{1e6, 0, 0});
  EXPECT_LE(report::Coordinates::around(point).scale, 0x1p21) << "no larger than doubles tell";
}

// The triangles as the page reads them.
std::vector<std::array<std::uint32_t, 3>> read_back(const report::MeshCode& code) {
  test::Unpacker in(code.corners);
  std::vector<std::array<std::uint32_t, 3>> list(code.triangles);
  std::uint32_t next = 0;
  for (auto& triangle : list) {
    for (std::uint32_t& corner : triangle) {
      const auto ago = static_cast<std::uint32_t>(in.varint());
      corner = code.vertices.at(ago == 0 ? next++ : next - ago);
    }
  }
  EXPECT_TRUE(in.done());
  EXPECT_EQ(next, code.vertices.size());
  return list;
}

TEST(ReportMesh, TrianglesComeBackInTheirOrder) {
  Mesh mesh = test::square(9, 1);
  std::mt19937 random(3);
  std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), random);
  const report::MeshCode all = report::code_mesh(mesh.view(), {}, {});
  EXPECT_EQ(read_back(all), mesh.triangles);
  const std::vector<std::uint32_t> kept{2, 3, 77, 161};
  const std::vector<std::array<std::uint32_t, 3>> some =
      read_back(report::code_mesh(mesh.view(), kept, {}));
  ASSERT_EQ(some.size(), kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(some[i], mesh.triangles[kept[i]]);
  const Mesh none;
  EXPECT_EQ(report::code_mesh(none.view(), {}, {}).vertices.size(), 0U);
}

TEST(ReportMesh, VerticesThatNobodyUsesAndRepeatedOnesAreLeftOut) {
  Mesh mesh = test::square(2, 1);
  mesh.positions.push_back({9, 9, 9});
  EXPECT_EQ(report::code_mesh(mesh.view(), {}, {}).vertices.size(), 9U);
  std::vector<std::uint32_t> same(mesh.positions.size());
  std::iota(same.begin(), same.end(), 0U);
  same[8] = 0;
  const report::MeshCode code = report::code_mesh(mesh.view(), {}, same);
  EXPECT_EQ(code.vertices.size(), 8U);
  EXPECT_EQ(read_back(code).back()[2], 0U);
}

TEST(ReportMesh, WhatTouchesIsShownFirstThenWhatIsAroundIt) {
  const Mesh mesh = test::square(20, 1);  // 800
  std::vector<bool> touched(mesh.triangles.size());
  touched[400] = touched[799] = true;
  EXPECT_TRUE(report::choose_triangles(mesh.view(), touched, 800).empty()) << "all of them";
  for (const std::size_t most : {2U, 30U, 200U, 799U}) {
    const std::vector<std::uint32_t> kept = report::choose_triangles(mesh.view(), touched, most);
    EXPECT_EQ(kept.size(), most);
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    for (const std::uint32_t t : {400U, 799U}) {
      EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), t)) << most;
    }
    EXPECT_EQ(std::binary_search(kept.begin(), kept.end(), 401U), most >= 30) << most;
  }
  touched.assign(touched.size(), true);
  EXPECT_EQ(report::choose_triangles(mesh.view(), touched, 5).size(), 800U)
      << "what touches is never left out";
}

}  // namespace
}  // namespace tact
