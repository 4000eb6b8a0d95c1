#include "tact/geometry/polygon.h"

#include <gtest/gtest.h>

#include <random>

#include "tact/geometry/predicates.h"

namespace tact {
namespace {

using Polygon = std::vector<Vec3>;
using Triangles = std::vector<std::array<std::uint32_t, 3>>;

// Integer coordinates, so that areas are exact.
double twice_area(const Vec3& a, const Vec3& b, const Vec3& c) { return cross(b - a, c - a).z; }

double twice_area(const Polygon& p) {
  double sum = 0;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) sum += twice_area(p[0], p[i], p[i + 1]);
  return sum;
}

/// Triangles of positive area that add up to the polygon's: with the outline simple, a partition.
void expect_partition(const Polygon& polygon) {
  const Triangles triangles = ear_clip(polygon);
  ASSERT_EQ(triangles.size(), polygon.size() - 2);
  double sum = 0;
  for (const auto& t : triangles) {
    const double area = twice_area(polygon[t[0]], polygon[t[1]], polygon[t[2]]);
    EXPECT_GT(area, 0);
    sum += area;
  }
  EXPECT_EQ(sum, twice_area(polygon));
}

TEST(EarClip, ConvexPolygonsBecomeFans) {
  const Polygon square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(ear_clip(square), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  const Polygon tilted{{0, 0, 0}, {0, 1, 1}, {0, 1, 5}, {0, 0, 4}};
  EXPECT_EQ(ear_clip(tilted), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  const Polygon backwards{{0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(ear_clip(backwards), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(EarClip, StraightCornersNeedNoFlatTriangles) {
  expect_partition({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}});
  expect_partition({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 3, 0}});
}

TEST(EarClip, CombsSpiralsAndHolesOnABridge) {
  expect_partition({{0, 0, 0},
                    {9, 0, 0},
                    {9, 5, 0},
                    {8, 1, 0},
                    {6, 5, 0},
                    {5, 1, 0},
                    {3, 5, 0},
                    {2, 1, 0},
                    {0, 5, 0}});
  expect_partition({{0, 0, 0},
                    {10, 0, 0},
                    {10, 10, 0},
                    {2, 10, 0},
                    {2, 4, 0},
                    {6, 4, 0},
                    {6, 6, 0},
                    {4, 6, 0},
                    {4, 8, 0},
                    {8, 8, 0},
                    {8, 2, 0},
                    {0, 2, 0}});
  // A square with a square hole, the bridge walked twice.
  expect_partition({{0, 0, 0},
                    {8, 0, 0},
                    {8, 8, 0},
                    {0, 8, 0},
                    {0, 0, 0},
                    {2, 2, 0},
                    {2, 6, 0},
                    {6, 6, 0},
                    {6, 2, 0},
                    {2, 2, 0}});
}

TEST(EarClip, RandomStarShapedPolygons) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    // Corners in angular order around the origin at random distances, on an integer grid.
    Polygon polygon;
    const int corners = 4 + static_cast<int>(random() % 40);
    for (int i = 0; i < corners; ++i) {
      const double angle = 6.283185307179586 * i / corners;
      const double r = 20 + static_cast<double>(random() % 1000);
      polygon.push_back(
          {std::round(1000 * r * std::cos(angle)), std::round(1000 * r * std::sin(angle)), 0});
    }
    expect_partition(polygon);
  }
}

TEST(EarClip, EndsOnOutlinesThatAreNoPolygons) {
  const Polygon bow{{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}};
  EXPECT_EQ(ear_clip(bow).size(), 2U);
  EXPECT_EQ(ear_clip(Polygon(9, Vec3{1, 2, 3})).size(), 7U);
  EXPECT_EQ(ear_clip(Polygon{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {1, 1, 1}}).size(), 3U);
  EXPECT_EQ(ear_clip(Polygon{{1e308, 0, 0}, {0, 1e308, 0}, {-1e308, 0, 0}, {0, -1e308, 0}}),
            (Triangles{{0, 1, 2}, {0, 2, 3}}));
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    Polygon polygon(3 + random() % 30);
    for (Vec3& p : polygon) p = {double(random() % 5), double(random() % 5), double(random() % 3)};
    const Triangles triangles = ear_clip(polygon);
    ASSERT_EQ(triangles.size(), polygon.size() - 2);
    EXPECT_EQ(ear_clip(polygon), triangles);
  }
}

}  // namespace
}  // namespace tact
