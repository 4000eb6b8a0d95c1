#include <gtest/gtest.h>

#include "tact/contact/closest.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

struct Two {
  Mesh mesh;
  std::vector<Vec3> centres;
  std::vector<double> radii;
  Primitives triangles;
  Primitives balls;

  explicit Two(std::uint64_t seed) {
    testing::Random random(seed);
    mesh = testing::soup(30, 0.5, random);
    for (int i = 0; i < 30; ++i) {
      centres.push_back(random.vector(-1, 1));
      radii.push_back(i % 3 == 0 ? 0 : random.uniform(0, 0.4));
    }
    triangles = Primitives::triangles(mesh.view(), nullptr);
    balls =
        Primitives::points(std::span<const Vec3>(centres), std::span<const double>(radii), nullptr);
  }
};

// Points of a triangle, densely: none may be closer than the closest.
double sampled_distance(const Vec3& p, const Triangle& t) {
  double least = 1e9;
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; i + j <= 40; ++j) {
      const double u = i / 40.0;
      const double v = j / 40.0;
      const Vec3 q = t[0] * (1 - u - v) + t[1] * u + t[2] * v;
      least = std::min(least, length(p - q));
    }
  }
  return least;
}

TEST(Closest, BallsAndTrianglesAgreeWithSamples) {
  const Two two(1);
  for (std::uint32_t i = 0; i < 30; ++i) {
    for (std::uint32_t j = 0; j < 30; ++j) {
      const ClosestPrimitives c = closest_primitives(two.balls, i, two.triangles, j);
      const double sampled =
          sampled_distance(two.centres[i], two.triangles.triangle(j)) - two.radii[i];
      EXPECT_LE(c.distance, std::max(sampled, 0.0) + 1e-12);
      EXPECT_GE(c.distance, sampled - 0.05);
      const ClosestPrimitives swapped = closest_primitives(two.triangles, j, two.balls, i);
      EXPECT_EQ(swapped.distance, c.distance);
      EXPECT_EQ(swapped.a, c.b);
      EXPECT_EQ(swapped.b, c.a);
    }
  }
}

TEST(Closest, DistanceIsZeroExactlyForWhatTouches) {
  const Two one(2);
  const Two other(3);
  for (std::uint32_t i = 0; i < 30; ++i) {
    for (std::uint32_t j = 0; j < 30; ++j) {
      const bool touch = intersects(one.triangles.triangle(i), other.triangles.triangle(j));
      const ClosestPrimitives c = closest_primitives(one.triangles, i, other.triangles, j);
      EXPECT_EQ(c.distance == 0, touch);
      const Finding found = touch ? Finding{} : Finding::of_near();
      const ContactGeometry g = describe(one.triangles, i, other.triangles, j, found);
      EXPECT_EQ(g.kind == ContactKind::near, !touch);
      if (!touch) {
        EXPECT_EQ(g.depth, -c.distance);
        EXPECT_NEAR(length(g.segment.to - g.segment.from), c.distance, 1e-14);
      }
    }
  }
}

TEST(Closest, ContactsOfBallsLieBetweenTheCentres) {
  const Two two(4);
  for (std::uint32_t i = 0; i < 30; ++i) {
    for (std::uint32_t j = i + 1; j < 30; ++j) {
      const bool touch = balls_touch(two.centres[i], two.radii[i], two.centres[j], two.radii[j]);
      const Finding found = touch ? Finding{} : Finding::of_near();
      const ContactGeometry g = describe(two.balls, i, two.balls, j, found);
      EXPECT_EQ(g.kind, touch ? ContactKind::touching : ContactKind::near);
      EXPECT_NEAR(length(g.normal), 1, 1e-12);
      EXPECT_NEAR(g.depth, two.radii[i] + two.radii[j] - length(two.centres[j] - two.centres[i]),
                  1e-12);
      // Moving the second by depth · normal makes them just touch.
      const Vec3 moved = two.centres[j] + g.normal * g.depth;
      EXPECT_NEAR(length(moved - two.centres[i]), two.radii[i] + two.radii[j], 1e-12);
    }
  }
}

TEST(Closest, TheSameBallTwiceHasNoDirection) {
  const std::vector<Vec3> centres{{1, 2, 3}, {1, 2, 3}};
  const Primitives balls =
      Primitives::points(std::span<const Vec3>(centres), RadiiView(0.5), nullptr);
  const ContactGeometry g = describe(balls, 0, balls, 1, Finding{});
  EXPECT_EQ(g.kind, ContactKind::touching);
  EXPECT_EQ(g.normal, Vec3{});
  EXPECT_EQ(g.depth, 1);
}

}  // namespace
}  // namespace tact
