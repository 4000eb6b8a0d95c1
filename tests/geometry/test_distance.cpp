#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scenes/triangle_families.h"
#include "tact/geometry/distance.h"
#include "tests/geometry/ground.h"

namespace tact {
namespace {

using testing::ground;
const double most_double = std::numeric_limits<double>::max();

TEST(Distance, PointToTriangle) {
  EXPECT_EQ(closest_point_triangle({1, 1, 3}, ground).distance_sq, 9);
  EXPECT_EQ(closest_point_triangle({1, 1, 3}, ground).b, (Vec3{1, 1, 0}));
  EXPECT_EQ(closest_point_triangle({2, -3, 4}, ground).distance_sq, 25);
  EXPECT_EQ(closest_point_triangle({-2, -3, 6}, ground).b, (Vec3{0, 0, 0}));
  EXPECT_EQ(
      closest_point_triangle({9, 0, 0}, {Vec3{1, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 0}}).distance_sq,
      64);
}

TEST(Distance, TriangleToTriangle) {
  const auto lifted =
      closest_triangle_triangle(ground, {Vec3{1, 1, 2}, Vec3{9, 9, 9}, Vec3{9, 8, 9}});
  EXPECT_EQ(lifted.distance_sq, 4);
  EXPECT_EQ(lifted.a, (Vec3{1, 1, 0}));
  const auto touching =
      closest_triangle_triangle(ground, {Vec3{1, 1, 0}, Vec3{9, 9, 9}, Vec3{9, 8, 9}});
  EXPECT_EQ(touching.distance_sq, 0);
  EXPECT_EQ(touching.a, (Vec3{1, 1, 0}));
  EXPECT_EQ(touching.b, touching.a);
}

// One corner far away, whichever: products of all coordinates would leave the range of double if
// the scale were chosen without it.
TEST(Distance, EveryCornerHasASayInTheScale) {
  const Triangle needle{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 0x1p515, 0}};
  const Vec3 p{0.25, 1, 3};
  const Vec3 q{0.25, 1, 4};
  const Vec3 foot{0.25, 1, 0};
  for (std::size_t turn = 0; turn < 3; ++turn) {
    const Triangle t{needle[turn], needle[(turn + 1) % 3], needle[(turn + 2) % 3]};
    const ClosestPoints point = closest_point_triangle(p, t);
    EXPECT_NEAR(point.distance_sq, 9, 1) << turn;
    EXPECT_LT(length(point.b - foot), 1) << turn;
    for (std::size_t other = 0; other < 3; ++other) {
      Triangle small{p, q, Vec3{0.25, 2, 4}};
      std::rotate(small.begin(), small.begin() + static_cast<std::ptrdiff_t>(other), small.end());
      EXPECT_NEAR(closest_triangle_triangle(t, small).distance_sq, 9, 1) << turn << other;
      EXPECT_NEAR(closest_triangle_triangle(small, t).distance_sq, 9, 1) << turn << other;
    }
  }
}

TEST(Distance, LargeInputStaysFinite) {
  const Triangle high{Vec3{-most_double, -most_double, most_double},
                      Vec3{most_double, -most_double, most_double},
                      Vec3{0, most_double, most_double}};
  const Triangle low{Vec3{-most_double, -most_double, -most_double},
                     Vec3{most_double, -most_double, -most_double},
                     Vec3{0, most_double, -most_double}};
  const ClosestPoints c = closest_triangle_triangle(high, low);
  EXPECT_TRUE(is_finite(c.a) && is_finite(c.b));
  EXPECT_EQ(c.distance_sq, most_double);
  const double big = 0x1p500;
  const Triangle t{Vec3{0, 0, 0}, Vec3{4 * big, 0, 0}, Vec3{0, 4 * big, 0}};
  EXPECT_EQ(closest_point_triangle({big, big, 3 * big}, t).distance_sq, 9 * big * big);
  const double small = 0x1p-500;
  const Triangle s{Vec3{0, 0, 0}, Vec3{4 * small, 0, 0}, Vec3{0, 4 * small, 0}};
  EXPECT_EQ(closest_point_triangle({small, small, 3 * small}, s).distance_sq, 9 * small * small);
}

class DistanceOnFamily : public ::testing::TestWithParam<int> {};

TEST_P(DistanceOnFamily, SymmetricAndNeverBelowZeroOrAboveTheCorners) {
  scenes::Random random(31);
  for (int i = 0; i < 1000; ++i) {
    const auto [a, b] = scenes::make_pair(static_cast<scenes::Family>(GetParam()), random);
    const ClosestPoints c = closest_triangle_triangle(a, b);
    const ClosestPoints d = closest_triangle_triangle(b, a);
    ASSERT_EQ(c.distance_sq, d.distance_sq);
    ASSERT_EQ(c.a, d.b);
    ASSERT_EQ(c.b, d.a);
    ASSERT_TRUE(is_finite(c.a) && is_finite(c.b) && std::isfinite(c.distance_sq));
    ASSERT_GE(c.distance_sq, 0);
    ASSERT_LE(c.distance_sq, std::min(length_sq(a[0] - b[0]), most_double) * (1 + 1e-14));
    if (intersects(a, b)) {
      ASSERT_EQ(c.distance_sq, 0);
      ASSERT_EQ(c.a, c.b);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DistanceOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

// A fine net of points on both triangles comes close to the distance from above, never below.
TEST(Distance, TriangleDistanceAgreesWithSampling) {
  scenes::Random random(37);
  constexpr int steps = 24;
  for (int i = 0; i < 20; ++i) {
    const auto [a, b] = scenes::make_pair(scenes::Family::random, random);
    double best = 100;
    for (int j = 0; j <= steps; ++j) {
      for (int k = 0; j + k <= steps; ++k) {
        const Vec3 p =
            a[0] + (a[1] - a[0]) * (double(j) / steps) + (a[2] - a[0]) * (double(k) / steps);
        best = std::min(best, closest_point_triangle(p, b).distance_sq);
      }
    }
    const double distance = std::sqrt(closest_triangle_triangle(a, b).distance_sq);
    EXPECT_LE(distance, std::sqrt(best) + 1e-12);
    EXPECT_GE(distance, std::sqrt(best) - 2.0 * 1.75 / steps);
  }
}

}  // namespace
}  // namespace tact
