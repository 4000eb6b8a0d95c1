// sample_cells: a point in every part into which planes, and triangles of its own plane, cut a
// triangle; and what lies beside a point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "tact/geometry/predicates.h"
#include "tact/geometry/surface_cells.h"
#include "tests/support/random.h"

namespace tact {
namespace {

Vec3 within(const Triangle& t, testing::Random& random) {
  const double u = std::sqrt(random.uniform(0, 1));
  const double v = random.uniform(0, 1);
  return (1 - u) * t[0] + (u * (1 - v)) * t[1] + (u * v) * t[2];
}

Triangle somewhere(double size, testing::Random& random) {
  return {random.vector(-size, size), random.vector(-size, size), random.vector(-size, size)};
}

// On which side of each of the planes.
std::uint32_t sides_of(const Vec3& p, const std::vector<Triangle>& planes) {
  std::uint32_t bits = 0;
  for (const Triangle& t : planes) {
    bits = 2 * bits + (orient3d(t[0], t[1], t[2], p) > 0 ? 1U : 0U);
  }
  return bits;
}

TEST(SurfaceCells, APointBetweenAnyPlanes) {
  testing::Random random(1);
  std::size_t parts = 0;
  for (int round = 0; round < 100; ++round) {
    const Triangle t = somewhere(1, random);
    std::vector<Triangle> others;
    for (std::uint32_t i = random.below(5); i > 0; --i) {  // so large that they reach across
      const Vec3 at = within(t, random);
      const Vec3 u = random.vector(-1, 1);
      const Vec3 v = random.vector(-1, 1);
      others.push_back({at + 1e4 * u, at + 1e4 * v, at - 1e4 * (u + v)});
    }
    std::set<std::uint32_t> found;
    for (const SurfacePoint& p : sample_cells(t, others)) {
      found.insert(sides_of(p.extent().lo, others));
    }
    EXPECT_FALSE(found.empty());
    for (int i = 0; i < 2000; ++i) {
      EXPECT_TRUE(found.count(sides_of(within(t, random), others)) > 0) << "round " << round;
    }
    parts += found.size();
  }
  EXPECT_GT(parts, 300U);
}

TEST(SurfaceCells, EdgesInThePlaneCutToo) {
  const Triangle t{Vec3{0, 0, 0}, Vec3{8, 0, 0}, Vec3{0, 8, 0}};
  const std::vector<Triangle> inner{{Vec3{1, 1, 0}, Vec3{3, 1, 0}, Vec3{1, 3, 0}}};
  bool in = false;
  bool out = false;
  for (const SurfacePoint& p : sample_cells(t, inner)) {
    const Vec3 at = p.extent().lo;
    EXPECT_EQ(at.z, 0);
    const bool inside = at.x > 1 && at.y > 1 && at.x + at.y < 4;
    (inside ? in : out) = true;
  }
  EXPECT_TRUE(in && out);
  // What ends within, and what only shares an edge or lies outside.
  const Triangle blade{Vec3{2, 2, 1}, Vec3{2, 2, -1}, Vec3{3, 1, 0}};
  const Triangle beside{Vec3{0, 0, 0}, Vec3{8, 0, 0}, Vec3{3, -4, 0}};
  const Triangle hinge{Vec3{0, 0, 0}, Vec3{8, 0, 0}, Vec3{3, 2, 5}};
  EXPECT_GT(sample_cells(t, std::vector{blade}).size(), 1U);
  EXPECT_EQ(sample_cells(t, std::vector{beside, hinge}).size(), sample_cells(t, {}).size());
  EXPECT_TRUE(sample_cells({t[0], t[1], Vec3{4, 0, 0}}, {}).empty());
}

TEST(SurfaceCells, RaysFromBesideAPoint) {
  testing::Random random(2);
  for (int round = 0; round < 300; ++round) {
    const Triangle t = round % 2 == 0 ? somewhere(1, random)
                                      : Triangle{Vec3{0, 0, 0}, Vec3{double(round % 3), 4, 0},
                                                 Vec3{0, double(round % 5), 4}};
    for (const SurfacePoint& p : sample_cells(t, {})) {
      // Its own triangle is crossed from one side, or is level with the ray.
      const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
      const int front = cross_beside(t, p, true);
      const int back = cross_beside(t, p, false);
      if (n.x == 0) {
        EXPECT_EQ(std::abs(front) + std::abs(back), 0);
      } else {
        EXPECT_EQ(back - front, 1) << "the winding number grows by one behind it";
      }
    }
  }
}

}  // namespace
}  // namespace tact
