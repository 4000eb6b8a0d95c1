// Primitives against boxes and half-spaces, beside rational numbers: on a grid, where touching
// abounds, at any scale and place.
#include "tact/geometry/region.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <vector>

#include "tests/support/ray_cases.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using RationalPoint = std::array<Rational, 3>;

RationalPoint rational(const Vec3& p) { return {Rational(p.x), Rational(p.y), Rational(p.z)}; }

// What of a convex polygon has sign · (coordinate - bound) <= 0.
std::vector<RationalPoint> clipped(const std::vector<RationalPoint>& polygon, std::size_t axis,
                                   const Rational& bound, int sign) {
  std::vector<RationalPoint> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const RationalPoint& p = polygon[i];
    const RationalPoint& q = polygon[(i + 1) % polygon.size()];
    const Rational of_p = sign * (p[axis] - bound);
    const Rational of_q = sign * (q[axis] - bound);
    if (of_p <= 0) out.push_back(p);
    if ((of_p < 0 && of_q > 0) || (of_p > 0 && of_q < 0)) {
      const Rational s = of_p / (of_p - of_q);
      out.push_back({p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]), p[2] + s * (q[2] - p[2])});
    }
  }
  return out;
}

bool meets_exactly(const Extent& box, const Triangle& t) {
  std::vector<RationalPoint> left{rational(t[0]), rational(t[1]), rational(t[2])};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    left = clipped(left, axis, Rational(box.lo[axis]), -1);
    left = clipped(left, axis, Rational(box.hi[axis]), 1);
  }
  return !left.empty();
}

bool meets_exactly(const Extent& box, const Ball& ball) {
  Rational sum = 0;
  const RationalPoint centre = rational(ball.centre);
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational below = Rational(box.lo[k]) - centre[k];
    const Rational above = centre[k] - Rational(box.hi[k]);
    const Rational gap = std::max({Rational(0), below, above});
    sum += gap * gap;
  }
  return sum <= Rational(ball.radius) * Rational(ball.radius);
}

Rational height(const Vec3& normal, double offset, const Vec3& p) {
  const RationalPoint n = rational(normal);
  const RationalPoint at = rational(p);
  return n[0] * at[0] + n[1] * at[1] + n[2] * at[2] - Rational(offset);
}

TEST(Region, BoxesMeetTrianglesAsRationalNumbersDo) {
  testing::Random random(61);
  int meet = 0;
  int miss = 0;
  for (int round = 0; round < 20'000; ++round) {
    const testing::Removal moved = testing::removal(random);
    const Triangle shape = testing::hard_triangle(random);
    const Triangle t{moved.of(shape[0]), moved.of(shape[1]), moved.of(shape[2])};
    Extent box;
    box.add(moved.of(testing::grid_point(random, 2)));
    box.add(moved.of(random.chance(2) ? testing::grid_point(random, 2) : random.vector(-2, 2)));
    const bool expected = meets_exactly(box, t);
    ASSERT_EQ(box_meets(box, t), expected) << round;
    (expected ? meet : miss) += 1;
  }
  EXPECT_GT(meet, 4'000);
  EXPECT_GT(miss, 4'000);
}

TEST(Region, BallsMeetBoxesAndHalfSpacesAsRationalNumbersDo) {
  testing::Random random(62);
  int meet = 0;
  int outside = 0;
  for (int round = 0; round < 20'000; ++round) {
    const testing::Removal moved = testing::removal(random);
    const double radius = random.chance(3) ? random.uniform(0, 3) : random.below(6);
    const Ball ball{moved.of(testing::grid_point(random, 4)), radius * moved.factor};
    if (!std::isfinite(ball.radius)) continue;
    Extent box;
    box.add(moved.of(testing::grid_point(random, 2)));
    box.add(moved.of(testing::grid_point(random, 2)));
    ASSERT_EQ(box_meets(box, ball), meets_exactly(box, ball)) << round;
    meet += box_meets(box, ball) ? 1 : 0;
    Vec3 normal = random.chance(2) ? testing::grid_point(random, 4) : random.vector(-1, 1);
    if (normal == Vec3{}) normal = {0, 3, 4};
    normal = normal * moved.way;
    const double offset = random.chance(2) ? dot(normal, box.lo) : random.uniform(-3, 3);
    if (!std::isfinite(offset)) continue;
    const Rational above = height(normal, offset, ball.centre);
    ASSERT_EQ(side_of_plane(normal, offset, ball.centre), above.sign()) << round;
    const Rational n_sq = height(normal, 0, normal);
    const Rational r(ball.radius);
    const bool is_outside = above > 0 && above * above > r * r * n_sq;
    ASSERT_EQ(lies_outside(normal, offset, ball), is_outside) << round;
    outside += is_outside ? 1 : 0;
  }
  EXPECT_GT(meet, 4'000);
  EXPECT_GT(outside, 2'000);
}

}  // namespace
}  // namespace tact
