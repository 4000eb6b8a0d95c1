// Spheres enclose what they are fitted to, exactly, and are no larger than they must be.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

#include "tact/bounds/sphere_fit.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

bool encloses_exactly(const Sphere& sphere, const Vec3& p) {
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational way = Rational(p[k]) - Rational(sphere.centre[k]);
    sum += way * way;
  }
  return sum <= Rational(sphere.radius) * Rational(sphere.radius);
}

TEST(SphereFit, EnclosesEveryPointExactly) {
  testing::Random random(3);
  for (const double size : {1.0, 1e-6, 1e6, 1e-140, 1e140}) {
    for (const double place : {0.0, 1e3, 1e12}) {
      for (std::uint32_t count = 1; count < 40; ++count) {
        std::vector<Vec3> points;
        for (std::uint32_t i = 0; i < count; ++i) {
          points.push_back(random.vector(-size, size) + Vec3{place, -place, place} * size);
          if (count % 5 == 0) points.back().z = 0;
          if (count % 7 == 0) points.back().y = points.back().x;
        }
        const Sphere sphere = fit_sphere(points);
        for (const Vec3& p : points) ASSERT_TRUE(encloses_exactly(sphere, p)) << size << count;
      }
    }
  }
}

TEST(SphereFit, IsTheSmallest) {
  testing::Random random(4);
  for (int round = 0; round < 300; ++round) {
    // Points on a sphere that no half of it holds: nothing smaller encloses them.
    const Vec3 centre = random.vector(-3, 3);
    const double radius = random.uniform(0.1, 2);
    std::vector<Vec3> points;
    Vec3 sum;
    for (int i = 0; i < 3; ++i) {
      const Vec3 direction = random.direction();
      points.push_back(centre + direction * radius);
      sum = sum + direction;
    }
    points.push_back(centre - sum * (radius / length(sum)));
    for (int i = 0; i < 50; ++i) {
      points.push_back(centre + random.direction() * (radius * random.uniform(0, 1)));
    }
    const Sphere sphere = fit_sphere(points);
    EXPECT_NEAR(sphere.radius, radius, 1e-9 * radius) << round;
    EXPECT_LE(length(sphere.centre - centre), 1e-4 * radius) << round;
  }
}

TEST(SphereFit, HoldsCoincidentCollinearAndFewPoints) {
  EXPECT_TRUE(fit_sphere({}).empty());
  const std::vector<Vec3> same(20, Vec3{1, 2, 3});
  EXPECT_LE(fit_sphere(same).radius, 1e-100);
  std::vector<Vec3> line;
  for (int i = 0; i <= 10; ++i) line.push_back({0.1 * i, 0.2 * i, -0.3 * i});
  EXPECT_NEAR(fit_sphere(line).radius, length(line[10]) / 2, 1e-9);
  const std::vector<Vec3> cube{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                               {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
  EXPECT_NEAR(fit_sphere(cube).radius, std::sqrt(3.0) / 2, 1e-9);
}

TEST(Sphere, TouchingCountsAndDistanceDoesNot) {
  const Sphere a{{0, 0, 0}, 1};
  EXPECT_TRUE(overlaps(a, {{2, 0, 0}, 1}));
  EXPECT_FALSE(overlaps(a, {{2.001, 0, 0}, 1}));
  EXPECT_TRUE(overlaps(a, {{2.001, 0, 0}, 1}, 0.01));
  EXPECT_TRUE(overlaps(Sphere{{1e200, 0, 0}, 1}, {{-1e200, 0, 0}, 1e201}));
  EXPECT_TRUE(overlaps(Sphere{{1e-200, 0, 0}, 1e-201}, {{-1e-200, 0, 0}, 1e-200}));
}

// They touch, in exact arithmetic, and seem apart in double: by nearly seven roundings of the
// squared reach, found by climbing over the last bits. Random spheres come nowhere near.
TEST(Sphere, OverlapAllowsForAllOfItsRoundings) {
  const Sphere a{{-0x1.2f919963aa095p-2, -0x1.ebf853d214f9p-1, -0x1.bd315604aeaf1p-1},
                 0x1.45be9256c158p-5};
  const Sphere b{{-0x1.6528a53f5573bp-4, 0x1.b4993fe4b6cf8p-4, -0x1.fe272beebf003p-4},
                 0x1.f4cd0d8f7a921p-1};
  const double tolerance = 0x1.33c0b3322086ap-2;
  Rational distance_sq = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational way = Rational(a.centre[k]) - Rational(b.centre[k]);
    distance_sq += way * way;
  }
  const Rational reach = Rational(a.radius) + Rational(b.radius) + Rational(tolerance);
  ASSERT_LE(distance_sq, reach * reach);
  const double rounded = a.radius + b.radius + tolerance;
  ASSERT_GT(length_sq(a.centre - b.centre), rounded * rounded * (1 + 6 * 0x1p-53));
  EXPECT_TRUE(overlaps(a, b, tolerance));
  EXPECT_FALSE(overlaps(a, b, tolerance * (1 - 1e-12)));
}

TEST(Sphere, GrowsByAtLeastTheAmount) {
  testing::Random random(6);
  for (int i = 0; i < 20000; ++i) {
    Sphere sphere{{}, random.uniform(0, 1) * std::exp2(random.uniform(-60, 60))};
    const double amount = random.uniform(0, 1) * std::exp2(random.uniform(-60, 60));
    const Rational wanted = Rational(sphere.radius) + Rational(amount);
    const double most = (sphere.radius + amount) * (1 + 1e-15);
    sphere.grow(amount);
    ASSERT_GE(Rational(sphere.radius), wanted);
    ASSERT_LE(sphere.radius, most);
  }
  Sphere nothing;
  nothing.grow(3);
  EXPECT_TRUE(nothing.empty());
  EXPECT_TRUE(enclose({}).empty());
  EXPECT_TRUE(enclose(std::vector<Sphere>{nothing, nothing}).empty());
}

TEST(Sphere, MergedSpheresEncloseBoth) {
  testing::Random random(5);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Sphere> spheres;
    for (int i = 0; i < 4; ++i) {
      spheres.push_back({random.vector(-2, 2), random.uniform(0, 1.5)});
    }
    const Sphere two = merge(spheres[0], spheres[1]);
    const Sphere all = enclose(spheres);
    for (const Sphere& sphere : spheres) {
      for (int i = 0; i < 5; ++i) {
        const Vec3 rim = sphere.centre + random.direction() * (sphere.radius * (1 - 1e-15));
        EXPECT_LE(length(rim - all.centre), all.radius * (1 + 1e-15));
        if (&sphere > &spheres[1]) continue;
        EXPECT_LE(length(rim - two.centre), two.radius * (1 + 1e-15));
      }
    }
  }
}

// |centre - centre| + radius <= outer radius, without a root.
bool encloses_exactly(const Sphere& outer, const Sphere& inner) {
  const Rational spare = Rational(outer.radius) - Rational(inner.radius);
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational way = Rational(inner.centre[k]) - Rational(outer.centre[k]);
    sum += way * way;
  }
  return spare >= 0 && sum <= spare * spare;
}

// Of all sizes and anywhere, also such that one only just holds the other.
TEST(Sphere, MergedSpheresEncloseBothExactly) {
  testing::Random random(7);
  for (int round = 0; round < 4000; ++round) {
    const Sphere a{random.vector(-2, 2), random.uniform(0, 1.5)};
    const Vec3 way = random.direction() * random.uniform(0, 1);
    const double just = round % 2 == 0 ? a.radius - length(way) : random.uniform(0, 2);
    const Sphere b{a.centre + way, std::max(0.0, just)};
    for (const Sphere& sphere : {merge(a, b), merge(b, a), enclose(std::vector<Sphere>{a, b, a})}) {
      ASSERT_TRUE(encloses_exactly(sphere, a)) << round;
      ASSERT_TRUE(encloses_exactly(sphere, b)) << round;
      ASSERT_LE(sphere.radius, a.radius + b.radius + length(way) + 1e-9);
    }
  }
}

}  // namespace
}  // namespace tact
