// Coarse contacts of patches: axis, depth, and what is apart.
#include "tact/contact/approximate.h"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>
#include <vector>

namespace tact {
namespace {

// A flat square of points at a height, n × n of them.
struct Square {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> points;

  Square(double height, int n, double shift = 0) {
    for (int i = 0; i < n * n; ++i) {
      const int row = i / n;
      positions.push_back({shift + (i % n + 0.5) / n - 0.5, (row + 0.5) / n - 0.5, height});
    }
    points.resize(positions.size());
    std::iota(points.begin(), points.end(), 0U);
  }
  std::pair<Patch, Vec3> patch(const Vec3& normal, double thickness = 0) const {
    Vec3 centre;
    for (const Vec3& p : positions)
      centre = centre + p * (1.0 / static_cast<double>(points.size()));
    return {{centre, 0.71, positions, points, thickness}, normal};
  }
};

bool approximate(const std::pair<Patch, Vec3>& a, const std::pair<Patch, Vec3>& b,
                 CoarseContact& contact) {
  const CentreLine line = centre_line(a.first, b.first);
  const bool found = tact::approximate(a.first, a.second, b.first, b.second, line, contact);
  EXPECT_FALSE(found && clearly_apart(a.first, b.first, line));
  return found;
}

TEST(Approximate, SphereOverlapAloneIsNoContact) {
  const Square low(0, 4);
  const Square high(0.1, 4);
  CoarseContact contact;
  EXPECT_FALSE(approximate(high.patch({0, 0, -1}), low.patch({0, 0, 1}), contact));
  EXPECT_TRUE(approximate(high.patch({0, 0, -1}, 0.06), low.patch({0, 0, 1}, 0.06), contact));
  EXPECT_NEAR(contact.depth, 0.02, 1e-12);
  EXPECT_NEAR(contact.normal.z, -1, 1e-12) << "from the upper to the lower";
}

// Beside each other, a slanted line of centres would push sideways; the surfaces know better.
TEST(Approximate, SurfaceNormalsGiveTheAxisWhereItIsShallower) {
  const Square low(0, 4);
  const Square high(-0.02, 4, 0.3);
  CoarseContact contact;
  ASSERT_TRUE(approximate(high.patch({0, 0, -1}), low.patch({0, 0, 1}), contact));
  EXPECT_NEAR(contact.normal.z, -1, 1e-12);
  EXPECT_NEAR(contact.depth, 0.02, 1e-12);
  ASSERT_TRUE(approximate(high.patch({}), low.patch({}), contact)) << "a cloud has no surface";
  EXPECT_LT(contact.normal.x, -0.9);
}

TEST(Approximate, TurnsAroundWithItsSides) {
  const Square low(0, 5);
  const Square high(-0.03, 4, 0.2);
  CoarseContact one;
  CoarseContact other;
  ASSERT_TRUE(approximate(high.patch({0, 0, -1}), low.patch({0, 0, 1}), one));
  ASSERT_TRUE(approximate(low.patch({0, 0, 1}), high.patch({0, 0, -1}), other));
  EXPECT_NEAR(length(one.normal + other.normal), 0, 1e-12);
  EXPECT_NEAR(one.depth, other.depth, 1e-12);
  EXPECT_NEAR(length(one.point - other.point), 0, 1e-12);
}

TEST(Approximate, ManyPointsAreJudgedByAFew) {
  const Square low(0, 40);
  const Square high(-0.01, 40);
  CoarseContact contact;
  ASSERT_TRUE(approximate(high.patch({0, 0, -1}), low.patch({0, 0, 1}), contact));
  EXPECT_NEAR(contact.depth, 0.01, 1e-12);
}

TEST(Approximate, CoincidentCentresStillHaveANormal) {
  const Square one(0, 3);
  CoarseContact contact;
  ASSERT_TRUE(approximate(one.patch({}, 0.1), one.patch({}, 0.1), contact));
  EXPECT_NEAR(length(contact.normal), 1, 1e-12);
  EXPECT_TRUE(is_finite(contact.point));
}

// Points in lanes are judged as points by their numbers are.
TEST(Approximate, SamplesSayTheSameAsPoints) {
  int touching = 0;
  for (const double height : {-0.2, -0.02, 0.0, 0.025}) {
    for (const double shift : {0.0, 0.3, 0.8}) {
      const Square low(0, 4);
      const Square high(height, 4, shift);
      auto a = high.patch({0.1, 0, -0.9}, 0.01);
      auto b = low.patch({0, 0.1, 0.9}, 0.02);
      CoarseContact expected;
      CoarseContact contact;
      const bool found = approximate(a, b, expected);
      std::vector<float> lanes[2];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const Vec3& p : high.positions) {
          lanes[0].push_back(static_cast<float>((p - a.first.centre)[axis]));
        }
        for (const Vec3& p : low.positions) {
          lanes[1].push_back(static_cast<float>((p - b.first.centre)[axis]));
        }
      }
      a.first.samples = lanes[0];
      b.first.samples = lanes[1];
      ASSERT_EQ(approximate(a, b, contact), found) << height << ", " << shift;
      if (!found) continue;
      ++touching;
      EXPECT_NEAR(contact.depth, expected.depth, 1e-6);
      EXPECT_EQ(contact.normal, expected.normal);
      EXPECT_EQ(contact.point, expected.point);
    }
  }
  EXPECT_GT(touching, 3);
}

}  // namespace
}  // namespace tact
