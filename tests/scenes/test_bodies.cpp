// The generated bodies: the papers' triangle counts, closed, outward, without flat triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "scenes/bodies/animal.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/sheet.h"
#include "scenes/bodies/teapot.h"
#include "scenes/bodies/torus.h"

namespace tact::scenes {
namespace {

/// Edges that do not have exactly one triangle on each side, wound alike.
std::size_t open_edges(const Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i];
      const std::uint32_t to = t[(i + 1) % 3];
      sides[std::minmax(from, to)] += from < to ? 1 : 1000;  // 1001: once in each direction
    }
  }
  return static_cast<std::size_t>(
      std::count_if(sides.begin(), sides.end(), [](const auto& s) { return s.second != 1001; }));
}

double volume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    sum += dot(mesh.positions[t[0]], cross(mesh.positions[t[1]], mesh.positions[t[2]]));
  }
  return sum / 6;
}

std::size_t flat_triangles(const Mesh& mesh) {
  return static_cast<std::size_t>(
      std::count_if(mesh.triangles.begin(), mesh.triangles.end(), [&](const auto& t) {
        const Vec3& a = mesh.positions[t[0]];
        return length_sq(cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a)) == 0;
      }));
}

void expect_well_formed(const Mesh& mesh) {
  EXPECT_EQ(flat_triangles(mesh), 0U);
  std::set<std::uint32_t> used;
  for (const auto& t : mesh.triangles) used.insert(t.begin(), t.end());
  EXPECT_EQ(used.size(), mesh.positions.size()) << "every vertex is used, none beyond the last";
  EXPECT_EQ(*used.rbegin() + 1, mesh.positions.size());
  for (const Vec3& p : mesh.positions) {
    for (const double value : {p.x, p.y, p.z}) EXPECT_EQ(value, static_cast<float>(value));
  }
}

TEST(Bodies, SpheresAreClosedAndRound) {
  for (int levels = 0; levels <= 4; ++levels) {
    const Mesh mesh = geodesic_sphere(levels);
    EXPECT_EQ(mesh.triangles.size(), 20U << (2 * levels));
    expect_well_formed(mesh);
    EXPECT_EQ(open_edges(mesh), 0U);
    for (const Vec3& p : mesh.positions) EXPECT_NEAR(length(p), 1, 1e-6);
  }
  EXPECT_NEAR(volume(geodesic_sphere(4)), 4.18879, 0.02);
}

TEST(Bodies, ToriAreClosed) {
  const Mesh mesh = torus(125, 60);
  EXPECT_EQ(mesh.triangles.size(), 15000U);
  expect_well_formed(mesh);
  EXPECT_EQ(open_edges(mesh), 0U);
  EXPECT_NEAR(volume(mesh), 2 * 9.8696 * 0.35 * 0.35, 0.02);
}

TEST(Bodies, SheetsHaveOnlyTheirRimOpen) {
  const Mesh mesh = sheet(20);
  EXPECT_EQ(mesh.triangles.size(), 800U);
  expect_well_formed(mesh);
  EXPECT_EQ(open_edges(mesh), 80U);
}

TEST(Bodies, AnimalsHaveThePapersCounts) {
  for (int levels = 4; levels <= 6; ++levels) {
    const Mesh mesh = animal(levels);
    EXPECT_EQ(mesh.triangles.size(), 4096U << (2 * (levels - 4)));
    EXPECT_EQ(flat_triangles(mesh), 0U);
    EXPECT_EQ(open_edges(mesh), 0U);
  }
  expect_well_formed(animal(4));
  EXPECT_GT(volume(animal(4)), 0.5);
}

TEST(Bodies, TeapotsHaveThePapersCounts) {
  EXPECT_EQ(teapot(8).triangles.size(), 4032U);
  EXPECT_EQ(teapot(16).triangles.size(), 16256U);
  EXPECT_EQ(teapot(32).triangles.size(), 65280U);
}

TEST(Bodies, TheTeapotIsFourSurfaces) {
  const Mesh mesh = teapot(8);
  expect_well_formed(mesh);
  // Trunk and lid have one open rim each, handle and spout two, of 32 and 16 edges.
  EXPECT_EQ(open_edges(mesh), 2U * 32 + 4U * 16);
  Vec3 low = mesh.positions[0];
  Vec3 high = low;
  for (const Vec3& p : mesh.positions) {
    low = min(low, p);
    high = max(high, p);
  }
  EXPECT_NEAR(low.x, -3, 1e-2);
  EXPECT_NEAR(high.x, 3.434, 1e-2);  // the lip of the spout
  EXPECT_NEAR(low.y, -2, 1e-2);
  EXPECT_NEAR(high.y, 2, 1e-2);
  EXPECT_EQ(low.z, 0);
  EXPECT_NEAR(high.z, 3.15, 1e-6);
  EXPECT_GT(volume(mesh), 20) << "wound outwards";
}

}  // namespace
}  // namespace tact::scenes
