// The generated bodies: the papers' triangle counts, closed, outward, without flat triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "scenes/bodies/animal.h"
#include "scenes/bodies/assembly.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/refine.h"
#include "scenes/bodies/sheet.h"
#include "scenes/bodies/statue.h"
#include "scenes/bodies/teapot.h"
#include "scenes/bodies/tetraflake.h"
#include "scenes/bodies/torus.h"
#include "scenes/bodies/tube.h"
#include "scenes/bodies/turned.h"

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

// Where solids touch along an edge it is there more than once, as often in each direction.
std::size_t uneven_edges(const Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i];
      const std::uint32_t to = t[(i + 1) % 3];
      sides[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  }
  return static_cast<std::size_t>(
      std::count_if(sides.begin(), sides.end(), [](const auto& s) { return s.second != 0; }));
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

TEST(Bodies, TurnedBodiesAreClosed) {
  EXPECT_EQ(cylinder(32, 8).triangles.size(), 2U * 32 * 9);
  EXPECT_NEAR(volume(cylinder(200, 4)), 2 * 3.14159265, 0.01);
  EXPECT_EQ(hyperboloid(32, 8).triangles.size(), 2U * 32 * 9);
  EXPECT_NEAR(volume(hyperboloid(200, 100)), 3.14159265 * (2 * 0.09 + 2.0 / 3 * 0.91), 0.01);
  EXPECT_EQ(flange(45).triangles.size(), 990U) << "the small one of Tropp 2006";
  for (const Mesh& mesh : {cylinder(32, 8), hyperboloid(32, 8), flange(45)}) {
    expect_well_formed(mesh);
    EXPECT_EQ(open_edges(mesh), 0U);
    EXPECT_GT(volume(mesh), 0.1) << "wound outwards";
  }
}

TEST(Bodies, TetraflakesGrowOnTheSidesOfTetrahedra) {
  double expected = 0.5132002;  // of the tetrahedron in the unit ball
  double more = expected / 2;   // what the first level adds; each one after that three quarters
  std::size_t triangles = 4;
  for (int levels = 0; levels <= 5; ++levels) {
    const Mesh mesh = tetraflake(levels);
    EXPECT_EQ(mesh.triangles.size(), triangles);
    triangles *= 6;
    expect_well_formed(mesh);
    EXPECT_EQ(uneven_edges(mesh), 0U);
    EXPECT_NEAR(volume(mesh), expected, 1e-5) << levels;
    expected += more;
    more *= 0.75;
    for (const Vec3& p : mesh.positions) EXPECT_LE(length(p), 1 + 1e-6);
  }
}

TEST(Bodies, RefiningKeepsTheSurface) {
  const Mesh sphere = geodesic_sphere(2);
  for (const std::uint32_t count : {320U, 322U, 500U, 1234U}) {
    const Mesh finer = with_triangle_count(sphere, count);
    EXPECT_EQ(finer.triangles.size(), count);
    expect_well_formed(finer);
    EXPECT_EQ(open_edges(finer), 0U);
    EXPECT_NEAR(volume(finer), volume(sphere), 1e-5);
  }
  EXPECT_THROW(with_triangle_count(sphere, 321), std::invalid_argument);
  EXPECT_THROW(with_triangle_count(sphere, 318), std::invalid_argument);
}

TEST(Bodies, PublishedCountsAreExact) {
  const std::pair<Mesh, std::size_t> bodies[] = {
      {pipes(12, 143690), 143690},
      {hand(169944), 169944},
      {hand(404), 404},
      {with_triangle_count(flange(200), 5306), 5306},
      {statue(20000), 20000},
      {four_legged(50000), 50000},
      {with_triangle_count(torus(221, 221), 98114), 98114}};
  for (const auto& [mesh, count] : bodies) {
    EXPECT_EQ(mesh.triangles.size(), count);
    EXPECT_EQ(open_edges(mesh), 0U) << count;
    EXPECT_EQ(flat_triangles(mesh), 0U) << count;
    EXPECT_GT(volume(mesh), 0.1) << count;
    for (const Vec3& p : mesh.positions) EXPECT_LT(length(p), 1.4) << count;
  }
}

TEST(Bodies, AlternatorsHaveTheirParts) {
  const std::vector<Part> parts = alternator(24);
  ASSERT_EQ(parts.size(), 34U);
  for (const Part& part : parts) {
    EXPECT_EQ(open_edges(part.mesh), 0U) << part.name;
    EXPECT_GT(volume(part.mesh), 0) << part.name;
    EXPECT_EQ(flat_triangles(part.mesh), 0U) << part.name;
  }
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
