// World::sides_of against counting crossings of a ray that meets no edge, in whole numbers of 128
// bits; and against cells. Points on corners, edges and faces, level with them, and anywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/tact.h"
#include "tests/question/polycube.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

__extension__ using Wide128 = __int128;
using GridPoint = std::array<std::int64_t, 3>;

GridPoint whole(const Vec3& p) { return {std::int64_t(p.x), std::int64_t(p.y), std::int64_t(p.z)}; }

// Six times the volume of a tetrahedron, for coordinates below 2^30: signs of points and planes.
int grid_side(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d) {
  Wide128 u[3];
  Wide128 v[3];
  Wide128 w[3];
  for (std::size_t k = 0; k < 3; ++k) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
    w[k] = d[k] - a[k];
  }
  const Wide128 volume = (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
                         (u[0] * v[1] - u[1] * v[0]) * w[2];
  return volume > 0 ? 1 : volume < 0 ? -1 : 0;
}

// In the plane of the triangle, and on no outer side of an edge, as seen from a point off the
// plane.
bool grid_on_triangle(const std::array<GridPoint, 3>& t, const GridPoint& p) {
  if (grid_side(t[0], t[1], t[2], p) != 0) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    GridPoint off = t[0];
    off[axis] += 1;
    const int front = grid_side(t[0], t[1], t[2], off);
    if (front == 0) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      GridPoint above = t[k];
      above[axis] += 1;
      // The plane through the edge and `above` has the third corner on one side.
      if (grid_side(t[k], t[(k + 1) % 3], above, p) *
              grid_side(t[k], t[(k + 1) % 3], above, t[(k + 2) % 3]) <
          0) {
        return false;
      }
    }
    return true;
  }
  ADD_FAILURE() << "a triangle without area";
  return false;
}

class WholeSolid {
 public:
  explicit WholeSolid(const Mesh& mesh) {
    for (const auto& t : mesh.triangles) {
      triangles_.push_back(
          {whole(mesh.positions[t[0]]), whole(mesh.positions[t[1]]), whole(mesh.positions[t[2]])});
    }
  }

  PointSide side_of(const GridPoint& p, testing::Random& random) const {
    for (const auto& t : triangles_) {
      if (grid_on_triangle(t, p)) return PointSide::on_surface;
    }
    for (;;) {
      GridPoint far{};
      for (auto& x : far) x = std::int64_t(random.below(1U << 28U)) - (1 << 27);
      far[random.below(3)] = random.chance(2) ? 1 << 28 : -(1 << 28);  // beyond all meshes here
      int winding = 0;
      if (count_crossings(p, far, winding)) {
        return winding != 0 ? PointSide::inside : PointSide::outside;
      }
    }
  }

 private:
  // False where the segment meets an edge, or ends in a plane.
  bool count_crossings(const GridPoint& p, const GridPoint& far, int& winding) const {
    for (const auto& t : triangles_) {
      const int from = grid_side(t[0], t[1], t[2], p);
      const int to = grid_side(t[0], t[1], t[2], far);
      if (to == 0) return false;
      if (from == 0 || from == to) continue;  // not on it, so a start in its plane meets it nowhere
      int sides[3];
      for (std::size_t k = 0; k < 3; ++k) sides[k] = grid_side(p, far, t[k], t[(k + 1) % 3]);
      if ((sides[0] == sides[1] && sides[1] == sides[2]) && sides[0] != 0) {
        winding += to;
        continue;
      }
      const bool outside = (sides[0] > 0 || sides[1] > 0 || sides[2] > 0) &&
                           (sides[0] < 0 || sides[1] < 0 || sides[2] < 0);
      if (!outside) return false;
    }
    return true;
  }

  std::vector<std::array<GridPoint, 3>> triangles_;
};

// Coordinates become multiples of 12, so that middles of edges and faces are whole.
Mesh on_grid(Mesh mesh, double scale) {
  for (Vec3& p : mesh.positions) {
    for (std::size_t k = 0; k < 3; ++k) p[k] = 12 * std::round(p[k] * scale);
  }
  return mesh;
}

std::vector<Vec3> telling_points(const Mesh& mesh, std::size_t count, testing::Random& random) {
  const auto some = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
  const auto vertex = [&] { return mesh.positions[some(mesh.positions.size())]; };
  std::vector<Vec3> points;
  while (points.size() < count) {
    const auto& t = mesh.triangles[some(mesh.triangles.size())];
    const Vec3 a = mesh.positions[t[0]];
    const Vec3 b = mesh.positions[t[1]];
    const Vec3 c = mesh.positions[t[2]];
    const Vec3 p = vertex();
    const Vec3 q = vertex();
    switch (random.below(6)) {
      case 0:
        points.push_back(a);
        break;
      case 1:
        points.push_back((a + b) * 0.5);
        break;
      case 2:  // whole, for the sum is a multiple of 12
        points.push_back({(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3});
        break;
      case 3:  // the ray meets a corner
        points.push_back({p.x, q.y, q.z});
        break;
      case 4:  // or an edge
        points.push_back({p.x, (a.y + b.y) / 2, (a.z + b.z) / 2});
        break;
      default:
        points.push_back({p.x, q.y, a.z});
        break;
    }
  }
  return points;
}

// How many of each answer there were.
std::array<int, 3> compare_with_crossings(const Mesh& mesh, std::size_t count,
                                          testing::Random& random) {
  const WholeSolid oracle(mesh);
  const std::vector<Vec3> points = telling_points(mesh, count, random);
  World world({"dbvh", 2});
  const BodyId body = world.add(deforming(mesh).solid());
  const std::vector<PointSide> found = world.sides_of(body, points);
  // So few are told by themselves.
  const std::vector<Vec3> few(points.begin(), points.begin() + 500);
  const std::vector<PointSide> alone = world.sides_of(body, few);
  EXPECT_TRUE(std::equal(alone.begin(), alone.end(), found.begin()));
  std::array<int, 3> seen{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PointSide expected = oracle.side_of(whole(points[i]), random);
    ++seen[static_cast<std::size_t>(expected)];
    EXPECT_EQ(found[i], expected) << points[i].x << " " << points[i].y << " " << points[i].z;
    if (found[i] != expected) break;
  }
  return seen;
}

void compare_bodies(std::uint64_t seed, std::size_t points, double scale, int at_least) {
  testing::Random random(seed);
  std::array<int, 3> seen{};
  const auto add = [&](const Mesh& mesh) {
    const std::array<int, 3> more = compare_with_crossings(mesh, points, random);
    for (std::size_t k = 0; k < 3; ++k) seen[k] += more[k];
  };
  add(on_grid(scenes::torus(24, 12), scale));
  add(on_grid(scenes::geodesic_sphere(2), scale));
  add(on_grid(testing::box({0.25, 0.5, 0}, 0.75), 4));
  Mesh shells = on_grid(scenes::geodesic_sphere(2), 3 * scale);
  const Mesh inner = on_grid(scenes::torus(12, 6), 1.3 * scale);
  testing::append(shells, inner);
  add(shells);
  for (auto& t : shells.triangles) std::swap(t[1], t[2]);  // inside out: it winds the other way
  add(shells);
  for (const int count : seen) EXPECT_GE(count, at_least);
}

TEST(SidesOf, AsCrossingsSay) { compare_bodies(5, 1500, 997, 100); }
// So coarse that rays meet corners and edges nearly always.
TEST(SidesOf, AsCrossingsSayOnACoarseGrid) { compare_bodies(6, 1500, 20, 100); }
TEST(SidesOfLong, AsCrossingsSay) { compare_bodies(7, 100000, 997, 10000); }
TEST(SidesOfLong, AsCrossingsSayOnACoarseGrid) { compare_bodies(8, 100000, 20, 10000); }

PointSide side_by_cells(const testing::Cells& cells, const std::array<int, 3>& twice) {
  int in = 0;
  int out = 0;
  for (int i = 0; i < 8; ++i) {
    int cell[3];
    for (int k = 0; k < 3; ++k) {
      const int at = twice[std::size_t(k)];
      const bool lower = (i >> k & 1) != 0 && at % 2 == 0;
      cell[k] = (at + 20) / 2 - 10 - (lower ? 1 : 0);
    }
    (testing::has_cell(cells, cell[0], cell[1], cell[2]) ? in : out) += 1;
  }
  return out == 0 ? PointSide::inside : in == 0 ? PointSide::outside : PointSide::on_surface;
}

// Every corner, middle of an edge, middle of a face and middle of a cell.
TEST(SidesOf, AsCellsSay) {
  testing::Random random(9);
  int checked = 0;
  while (checked < 60 * 2197) {
    const testing::Polycube solid = testing::random_polycube(random);
    if (solid.mesh.triangles.empty()) continue;
    if (solid.mesh.triangles.size() % 12 == 0 && random.chance(2)) continue;  // mere boxes
    const testing::WholeMap map =
        random.chance(2) ? testing::WholeMap{} : testing::WholeMap::random(random);
    testing::Cells cells = solid.cells;
    Mesh mesh = testing::CellSurface(cells, random).mesh();
    World world({"dbvh", 1});
    BodyId body;
    try {
      body = world.add(rigid(map(mesh)).solid());
    } catch (const Error&) {
      continue;  // not closed by index, see test_relate.cpp
    }
    std::vector<Vec3> points;
    std::vector<PointSide> expected;
    for (int i = 0; i < 13 * 13 * 13; ++i) {
      const std::array<int, 3> twice{i % 13 - 1, i / 13 % 13 - 1, i / 169 - 1};
      points.push_back(map({0.5 * twice[0], 0.5 * twice[1], 0.5 * twice[2]}));
      expected.push_back(side_by_cells(cells, twice));
    }
    ASSERT_EQ(world.sides_of(body, points), expected);
    checked += static_cast<int>(points.size());
  }
}

TEST(SidesOf, AnyExponents) {
  for (const double size : {0x1p-1060, 0x1p-500, 1.0, 0x1p500, 0x1p1000}) {
    World world({"dbvh", 1});
    const BodyId body = world.add(rigid(testing::box({0, 0, 0}, size)).solid());
    EXPECT_EQ(world.side_of(body, {0, 0, 0}), PointSide::inside) << size;
    EXPECT_EQ(world.side_of(body, {0, std::nextafter(size, 0), 0}), PointSide::inside) << size;
    EXPECT_EQ(world.side_of(body, {0, size, 0}), PointSide::on_surface) << size;
    EXPECT_EQ(world.side_of(body, {size, size, -size}), PointSide::on_surface) << size;
    EXPECT_EQ(world.side_of(body, {0, std::nextafter(size, INFINITY), 0}), PointSide::outside);
    EXPECT_EQ(world.side_of(body, {1e308, -1e308, 1e308}), PointSide::outside) << size;
  }
}

TEST(SidesOf, LooksAtFewTriangles) {
  World world({"dbvh", 1});
  const Mesh sphere = scenes::geodesic_sphere(6);
  const BodyId body = world.add(rigid(sphere).solid());
  testing::Random random(10);
  std::vector<Vec3> points;
  for (int i = 0; i < 1000; ++i) points.push_back(random.vector(-1, 1));
  int inside = 0;
  for (const PointSide side : world.sides_of(body, points)) inside += side == PointSide::inside;
  EXPECT_NEAR(inside, 523, 60);  // π / 6
}

}  // namespace
}  // namespace tact
