#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

#include "scenes/triangle_families.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/predicates_impl.h"
#include "tact/geometry/scaled_integer_impl.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

int sign(const Rational& x) { return (x > 0) - (x < 0); }

// The determinant as a schoolbook writes it, in fractions.
int slow_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Rational m[3][3];
  for (std::size_t k = 0; k < 3; ++k) {
    m[0][k] = Rational(b[k]) - Rational(a[k]);
    m[1][k] = Rational(c[k]) - Rational(a[k]);
    m[2][k] = Rational(d[k]) - Rational(a[k]);
  }
  const Rational plus =
      m[0][0] * m[1][1] * m[2][2] + m[0][1] * m[1][2] * m[2][0] + m[0][2] * m[1][0] * m[2][1];
  const Rational minus =
      m[0][2] * m[1][1] * m[2][0] + m[0][1] * m[1][0] * m[2][2] + m[0][0] * m[1][2] * m[2][1];
  return sign(plus - minus);
}

int slow_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Rational ax = a.x, ay = a.y;
  return sign((Rational(b.x) - ax) * (Rational(c.y) - ay) -
              (Rational(b.y) - ay) * (Rational(c.x) - ax));
}

TEST(Predicates, SignsFollowTheRightHand) {
  EXPECT_EQ(orient2d({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(orient2d({0, 0}, {0, 1}, {1, 0}), -1);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {2, 2}), 0);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}), -1);
  EXPECT_EQ(orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, -7, 0}), 0);
}

TEST(Predicates, OneUnitInTheLastPlaceDecides) {
  const double above = std::nextafter(0.5, 1.0);
  const double below = std::nextafter(0.5, 0.0);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {0.5, above}), 1);
  EXPECT_EQ(orient2d({0, 0}, {1, 1}, {0.5, below}), -1);
  const Vec3 a{12, 12, 12}, b{24, 24, 12}, c{12, 24, 24};
  EXPECT_EQ(orient3d(a, b, c, {24, 36, 24}), 0);
  EXPECT_EQ(orient3d(a, b, c, {24, 36, std::nextafter(24, 25)}),
            -orient3d(a, b, c, {24, 36, std::nextafter(24, 23)}));
  EXPECT_NE(orient3d(a, b, c, {24, 36, std::nextafter(24, 25)}), 0);
}

TEST(Predicates, TheSmallestAndTheLargestNumbers) {
  const double least = std::numeric_limits<double>::denorm_min();
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(orient3d({0, 0, 0}, {least, 0, 0}, {0, least, 0}, {0, 0, least}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {least, 0, 0}, {0, least, 0}, {0, 0, -least}), -1);
  EXPECT_EQ(orient3d({-most, -most, -most}, {most, 0, 0}, {0, most, 0}, {0, 0, most}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {most, 0, 0}, {0, most, 0}, {most, most, least}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {most, 0, 0}, {0, most, 0}, {most, most, -0.0}), 0);
  EXPECT_EQ(orient2d({0, 0}, {least, 0}, {0, least}), 1);
  EXPECT_EQ(orient2d({-most, -most}, {most, most}, {0, -least}), -1);
  EXPECT_EQ(orient2d({-most, -most}, {most, most}, {least, least}), 0);
  EXPECT_EQ(orient3d({0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}), 0);
}

class PredicatesOnFamily : public ::testing::TestWithParam<int> {};

TEST_P(PredicatesOnFamily, AgreeWithFractions) {
  const auto family = static_cast<scenes::Family>(GetParam());
  scenes::Random random(11);
  int zeros = 0;
  for (int i = 0; i < 400; ++i) {
    const auto [a, b] = scenes::make_pair(family, random);
    for (const Vec3& p : a) {
      const int expected = slow_orient3d(b[0], b[1], b[2], p);
      ASSERT_EQ(orient3d(b[0], b[1], b[2], p), expected);
      ASSERT_EQ(orient3d(b[1], b[0], b[2], p), -expected);
      ASSERT_EQ(orient3d(b[0], p, b[2], b[1]), -expected);
      zeros += expected == 0;
    }
    const Vec2 p{a[0].x, a[0].y}, q{b[0].x, b[0].y}, r{b[1].x, b[1].y};
    const int expected = slow_orient2d(p, q, r);
    ASSERT_EQ(orient2d(p, q, r), expected);
    ASSERT_EQ(orient2d(r, q, p), -expected);
  }
  if (family == scenes::Family::shared_plane) {
    EXPECT_GT(zeros, 400);
  }
}

// Filter and long double leave the last step nothing to do on most machines: it is called
// directly.
TEST_P(PredicatesOnFamily, EachStepAgreesWithFractions) {
  scenes::Random random(13);
  for (int i = 0; i < 200; ++i) {
    const auto [a, b] = scenes::make_pair(static_cast<scenes::Family>(GetParam()), random);
    const double x[12] = {a[0].x, a[0].y, a[0].z, b[0].x, b[0].y, b[0].z,
                          b[1].x, b[1].y, b[1].z, b[2].x, b[2].y, b[2].z};
    const int expected = slow_orient3d(a[0], b[0], b[1], b[2]);
    ASSERT_EQ(exact::orient3d_exact(a[0], b[0], b[1], b[2]), expected);
    ASSERT_EQ(exact::orient3d_by_big_integers(x), expected);
    const int expected2 = slow_orient2d({x[0], x[1]}, {x[2], x[3]}, {x[4], x[5]});
    ASSERT_EQ(exact::orient2d_exact(x[0], x[1], x[2], x[3], x[4], x[5]), expected2);
    ASSERT_EQ(exact::orient2d_by_big_integers(x), expected2);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PredicatesOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

// The quicker of the two exact ways: what it cannot do it must leave to the other, and no more.
TEST(Predicates, CoordinatesOfOneScaleBecomeIntegers) {
  const double fine[] = {1.5, -0.25, 0, 0x1p-60, 1};
  std::int64_t out[5];
  ASSERT_TRUE(exact::to_integers(fine, 5, 1.5, out));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(static_cast<double>(out[i]) * 0x1p-60, fine[i]) << i;
  const double wide[] = {1.5, 0x1p-61};
  EXPECT_FALSE(exact::to_integers(wide, 2, 1.5, out)) << "too small beside the other";
}

}  // namespace
}  // namespace tact
