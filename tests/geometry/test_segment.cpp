#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

#include "scenes/triangle_families.h"
#include "tact/geometry/segment.h"
#include "tests/geometry/ground.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using RationalVec = std::array<Rational, 3>;

using testing::ground;
const double least_double = std::numeric_limits<double>::denorm_min();
const double most_finite = std::numeric_limits<double>::max();

double below(double x) { return std::nextafter(x, 0.0); }

RationalVec to_rational(const Vec3& v) { return {Rational(v.x), Rational(v.y), Rational(v.z)}; }
RationalVec minus(const RationalVec& a, const RationalVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Rational dot(const RationalVec& a, const RationalVec& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The squared distance by solving for the foot, in fractions: p to a + s (b - a), then to the
// plane.
Rational segment_distance_sq(const RationalVec& p, const RationalVec& a, const RationalVec& b) {
  const RationalVec d = minus(b, a);
  const RationalVec w = minus(p, a);
  Rational s = dot(d, d) == 0 ? Rational(0) : Rational(dot(w, d) / dot(d, d));
  if (s < 0) s = 0;
  if (s > 1) s = 1;
  const RationalVec r{w[0] - s * d[0], w[1] - s * d[1], w[2] - s * d[2]};
  return dot(r, r);
}

Rational triangle_distance_sq(const Vec3& point, const Triangle& t) {
  const RationalVec p = to_rational(point);
  const RationalVec a = to_rational(t[0]), b = to_rational(t[1]), c = to_rational(t[2]);
  Rational best = std::min(
      {segment_distance_sq(p, a, b), segment_distance_sq(p, b, c), segment_distance_sq(p, c, a)});
  const RationalVec u = minus(b, a), v = minus(c, a), w = minus(p, a);
  const Rational uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const Rational whole = uu * vv - uv * uv;
  if (whole == 0) return best;
  const Rational s = (uw * vv - vw * uv) / whole;
  const Rational r = (vw * uu - uw * uv) / whole;
  if (s < 0 || r < 0 || s + r > 1) return best;
  RationalVec away;
  for (std::size_t k = 0; k < 3; ++k) away[k] = w[k] - s * u[k] - r * v[k];
  return std::min(best, dot(away, away));
}

TEST(SegmentTriangle, CasesWithKnownAnswers) {
  EXPECT_TRUE(segment_intersects_triangle({1, 1, -1}, {1, 1, 1}, ground));
  EXPECT_TRUE(segment_intersects_triangle({1, 1, 0}, {1, 1, 1}, ground));
  EXPECT_FALSE(segment_intersects_triangle({1, 1, least_double}, {1, 1, 1}, ground));
  EXPECT_TRUE(segment_intersects_triangle({2, 2, -1}, {2, 2, 1}, ground));
  EXPECT_FALSE(segment_intersects_triangle({2, std::nextafter(2, 3), -1}, {2, 2.5, 1}, ground));
  EXPECT_TRUE(segment_intersects_triangle({-1, 1, 0}, {9, 1, 0}, ground));
  EXPECT_FALSE(segment_intersects_triangle({5, 0, 0}, {9, 0, 0}, ground));
  EXPECT_TRUE(segment_intersects_triangle({4, 0, 0}, {9, 0, 0}, ground));
}

TEST(PointOnTriangle, InsideOnTheRimAndOff) {
  EXPECT_TRUE(point_on_triangle({1, 1, 0}, ground));
  EXPECT_TRUE(point_on_triangle({2, 2, 0}, ground));
  EXPECT_TRUE(point_on_triangle({0, 0, -0.0}, ground));
  EXPECT_FALSE(point_on_triangle({1, 1, least_double}, ground));
  EXPECT_FALSE(point_on_triangle({-least_double, 1, 0}, ground));
  EXPECT_TRUE(point_on_triangle({2, 2, 2}, {Vec3{1, 1, 1}, Vec3{3, 3, 3}, Vec3{1, 1, 1}}));
  EXPECT_FALSE(point_on_triangle({4, 4, 4}, {Vec3{1, 1, 1}, Vec3{3, 3, 3}, Vec3{1, 1, 1}}));
}

TEST(BallsTouch, DecidesTheLastBit) {
  EXPECT_TRUE(balls_touch({0, 0, 0}, 2, {3, 4, 0}, 3));
  EXPECT_FALSE(balls_touch({0, 0, 0}, below(2), {3, 4, 0}, 3));
  EXPECT_FALSE(balls_touch({0, 0, 0}, 2, {3, 4, least_double}, 3));
  EXPECT_TRUE(balls_touch({1, 1, 1}, 0, {1, 1, 1}, 0));
  EXPECT_FALSE(balls_touch({0, 0, 0}, 0, {least_double, 0, 0}, 0));
  EXPECT_TRUE(balls_touch({0, 0, 0}, 0, {least_double, 0, 0}, least_double));
  EXPECT_TRUE(balls_touch({-most_finite, 0, 0}, most_finite, {most_finite, 0, 0}, most_finite));
  EXPECT_FALSE(
      balls_touch({-most_finite, 0, 0}, most_finite, {most_finite, 0, 0}, below(most_finite)));
  EXPECT_FALSE(
      balls_touch({-most_finite, least_double, 0}, most_finite, {most_finite, 0, 0}, most_finite));
}

TEST(BallTouchesTriangle, FaceEdgeAndCornerToTheLastBit) {
  EXPECT_TRUE(ball_touches_triangle({1, 1, 3}, 3, ground));
  EXPECT_FALSE(ball_touches_triangle({1, 1, 3}, below(3), ground));
  EXPECT_TRUE(ball_touches_triangle({2, -3, 4}, 5, ground));
  EXPECT_FALSE(ball_touches_triangle({2, -3, 4}, below(5), ground));
  EXPECT_TRUE(ball_touches_triangle({-2, -3, 6}, 7, ground));
  EXPECT_FALSE(ball_touches_triangle({-2, -3, 6}, below(7), ground));
  EXPECT_TRUE(ball_touches_triangle({1, 1, 0}, 0, ground));
  EXPECT_FALSE(ball_touches_triangle({1, 1, least_double}, 0, ground));
  EXPECT_TRUE(ball_touches_triangle({1, 1, least_double}, least_double, ground));
  const Triangle huge{Vec3{-most_finite, -most_finite, 0}, Vec3{most_finite, -most_finite, 0},
                      Vec3{0, most_finite, 0}};
  EXPECT_TRUE(ball_touches_triangle({0, 0, most_finite}, most_finite, huge));
  EXPECT_FALSE(ball_touches_triangle({0, 0, most_finite}, below(most_finite), huge));
}

class BallOnFamily : public ::testing::TestWithParam<int> {};

TEST_P(BallOnFamily, AgreesWithFractions) {
  scenes::Random random(23);
  int touching = 0;
  for (int i = 0; i < 300; ++i) {
    const auto [a, t] = scenes::make_pair(static_cast<scenes::Family>(GetParam()), random);
    const Vec3 p = a[0];
    const Rational distance_sq = triangle_distance_sq(p, t);
    // The radius that just reaches, or its neighbours: where rounding would show.
    double r = std::min(std::sqrt(distance_sq.convert_to<double>()), most_finite);
    if (random.below(3) == 0) r = std::nextafter(r, most_finite);
    if (random.below(3) == 0) r = std::max(0.0, std::nextafter(r, -1.0));
    const bool expected = distance_sq <= Rational(r) * Rational(r);
    ASSERT_EQ(ball_touches_triangle(p, r, t), expected);
    touching += expected;
  }
  EXPECT_GT(touching, 30);
  EXPECT_LT(touching, 300);
}

INSTANTIATE_TEST_SUITE_P(All, BallOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

}  // namespace
}  // namespace tact
