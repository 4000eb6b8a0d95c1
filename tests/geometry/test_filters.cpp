// The filters' error bounds, on inputs that nearly use them up. Random input comes nowhere near:
// the constants below were found by climbing, over the last bits of all coordinates, towards the
// largest error of the floating-point value; each test first checks that its input is still what it
// claims.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/predicates.h"
#include "tact/geometry/predicates_impl.h"
#include "tact/geometry/segment.h"
#include "tact/geometry/triangle.h"
#include "tact/geometry/triangle_batch.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

int sign_of_rational(const Rational& x) { return (x > 0) - (x < 0); }

int rational_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Rational m[3][3];
  for (std::size_t k = 0; k < 3; ++k) {
    m[0][k] = Rational(b[k]) - Rational(a[k]);
    m[1][k] = Rational(c[k]) - Rational(a[k]);
    m[2][k] = Rational(d[k]) - Rational(a[k]);
  }
  return sign_of_rational(m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) +
                          m[0][1] * (m[1][2] * m[2][0] - m[1][0] * m[2][2]) +
                          m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]));
}

int rational_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Rational ax = a.x, ay = a.y;
  return sign_of_rational((Rational(b.x) - ax) * (Rational(c.y) - ay) -
                          (Rational(b.y) - ay) * (Rational(c.x) - ax));
}

/// Four points whose determinant has one sign and its value in double the other, by `share` of the
/// bound on the error.
struct NearlyFlat {
  Vec3 a, b, c, d;

  void expect_share(double share) const {
    double value = 0;
    double bound = 0;
    exact::PlaneFilter(a, b, c).evaluate(d, value, bound);
    EXPECT_GT(std::fabs(value), share * bound);
    EXPECT_LT(value * rational_orient3d(a, b, c, d), 0);
  }
};

// d lies within the triangle, a hair behind its plane.
const NearlyFlat within{{-0x1.d8125d12cce59p-5, 0x1.0fb80372aed96p-1, -0x1.16e22c3f89e78p+0},
                        {-0x1.fe001c07efdffp-1, -0x1.8e2c7e5b58ffp+0, -0x1.18481e5658bc2p+0},
                        {0x1.f9797d104a64p-2, 0x1.150872d54dba3p-1, 0x1.b205d93b522b5p+0},
                        {-0x1.09b11270eb08ep-4, 0x1.7fccb9baf2f5ep-4, -0x1.01a293ef00625p-3}};
// The edges ab and cd cross.
const NearlyFlat crossed{{-0x1.ee0313fb4d5p-4, 0x1.77cf71cabbdp+0, -0x1.dd0d9802fee4ap-1},
                         {0x1.f73794433a19bp-2, -0x1.da4eb5dce4ce1p+0, 0x1.5209e0837701ap+0},
                         {0x1.1c1ac0a05fcf6p+0, 0x1.783cd3366a624p+0, -0x1.e780b7a5c64f8p-1},
                         {0x1.eb9900b0f6e82p-7, -0x1.44442a3f594e8p-6, 0x1.458c975a2f958p-4}};

bool batch_intersects(const Triangle& a, const Triangle& b) {
  TrianglePairs pairs{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      pairs.v[3 * i + k][0] = a[i][k];
      pairs.v[9 + 3 * i + k][0] = b[i][k];
    }
  }
  std::uint8_t hit[8] = {};
  intersects_batch(pairs, 1, hit);
  return hit[0] != 0;
}

TEST(Filters, Orient3dAllowsForAllOfItsRoundings) {
  within.expect_share(0.48);
  crossed.expect_share(0.42);
  for (const NearlyFlat& p : {within, crossed}) {
    EXPECT_EQ(orient3d(p.a, p.b, p.c, p.d), rational_orient3d(p.a, p.b, p.c, p.d));
    EXPECT_EQ(orient3d(p.a, p.c, p.b, p.d), rational_orient3d(p.a, p.c, p.b, p.d));
  }
}

TEST(Filters, Orient2dAllowsForAllOfItsRoundings) {
  const Vec2 a{-0x1.21103f2a0e29fp+0, 0x1.fefc4c79829c6p-1};
  const Vec2 b{0x1.f40428163971cp-1, -0x1.26af45b5bf93p+0};
  const Vec2 c{-0x1.02f1d7b9ccddcp-3, -0x1.9f6c6e1c90ddcp-6};
  const double left = (b.x - a.x) * (c.y - a.y);
  const double right = (b.y - a.y) * (c.x - a.x);
  EXPECT_GT(std::fabs(left - right), 2.7 * 0x1p-53 * (std::fabs(left) + std::fabs(right)));
  EXPECT_LT((left - right) * rational_orient2d(a, b, c), 0);
  EXPECT_EQ(orient2d(a, b, c), rational_orient2d(a, b, c));
  EXPECT_EQ(orient2d(a, c, b), rational_orient2d(a, c, b));
}

// A triangle that stands on another with one corner, which has gone through by less than rounding
// shows. Its other corners are no farther away than that one: the batch bounds the errors of all
// three at once.
TEST(Filters, ACornerThatHasJustGoneThroughIsFound) {
  const auto& [a, b, c, d] = within;
  const Vec3 normal = cross(b - a, c - a);
  const Vec3 up = normal * (1e-3 / length(normal));
  const Triangle standing{d, d + (a - d) * 0.01 + up, d + (a - d) * 0.02 + up * 3};
  const Triangle below{a, b, c};
  ASSERT_LT(rational_orient3d(a, b, c, standing[0]), 0);
  ASSERT_GT(rational_orient3d(a, b, c, standing[1]), 0);
  ASSERT_GT(rational_orient3d(a, b, c, standing[2]), 0);
  EXPECT_TRUE(intersects(below, standing));
  EXPECT_TRUE(batch_intersects(below, standing));
  EXPECT_TRUE(batch_intersects(standing, below));
  EXPECT_TRUE(segment_intersects_triangle(d, standing[1], below));
}

// Triangles that meet, or just do not, where the edges ab and cd cross, which the sign of one
// determinant decides. The third corners are any for which it does: then moving d by much more than
// rounding to the one side makes them touch, and to the other parts them, and d itself behaves as
// on the side on which it really is.
TEST(Filters, EdgesThatJustCrossAreJudgedBySign) {
  const auto& [a, b, c, d] = crossed;
  const Vec3 normal = cross(b - a, c - a);
  const Vec3 aside = normal * (1e-9 / length(normal));
  const int side = rational_orient3d(a, b, c, d);
  ASSERT_EQ(rational_orient3d(a, b, c, d + aside), 1);
  ASSERT_EQ(rational_orient3d(a, b, c, d - aside), -1);
  testing::Random random(5);
  int decided = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Triangle one{a, b, random.vector(-3, 3)};
    const Vec3 last = random.vector(-3, 3);
    const bool above = intersects(one, {c, d + aside, last});
    const bool below = intersects(one, {c, d - aside, last});
    if (above == below) continue;
    ++decided;
    const bool expected = side > 0 ? above : below;
    ASSERT_EQ(intersects(one, {c, d, last}), expected) << i;
    ASSERT_EQ(batch_intersects(one, {c, d, last}), expected) << i;
  }
  EXPECT_GT(decided, 100);
}

// |p - q| and r + s differ in their last bits only; in double the larger seems the smaller.
TEST(Filters, BallsAllowForAllOfTheirRoundings) {
  const Vec3 p{0x1.eeec22ca74252p+0, 0x1.b7568309328ffp-4, -0x1.d80da5c3b15f1p-1};
  const Vec3 q{-0x1.2ab211c188dfp-4, 0x1.38d38a92664f8p-5, -0x1.e68ddea2de754p-4};
  const double r = 0x1.e140812530b27p+0;
  const double s = 0x1.2102090ab821p-2;
  Rational distance_sq = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational way = Rational(p[k]) - Rational(q[k]);
    distance_sq += way * way;
  }
  const Rational reach = Rational(r) + Rational(s);
  const double difference = length_sq(p - q) - (r + s) * (r + s);
  EXPECT_GT(std::fabs(difference), 6.8 * 0x1p-53 * (r + s) * (r + s));
  EXPECT_LT(difference * sign_of_rational(distance_sq - reach * reach), 0);
  EXPECT_EQ(balls_touch(p, r, q, s), distance_sq <= reach * reach);
}

// The rows (p, p, q), (p, p, r), (x, y, 1): all that has to do with the 1 cancels, and what is
// left, p (x - y)(r - q), is a product that double has no exponent for, though it has for each
// factor.
TEST(Filters, ProductsBeyondTheExponentsOfDoubleKeepTheirSigns) {
  testing::Random random(6);
  for (const int exponent : {-1000, -700, -500, -400, -360, -330, 320, 345, 400, 700, 1000}) {
    for (int i = 0; i < 40; ++i) {
      const auto draw = [&] { return std::ldexp(random.uniform(-1, 1), exponent); };
      const double p = draw(), q = draw(), x = draw();
      // Every other time the factors are as small as they get.
      const double r = i % 2 == 0 ? draw() : std::nextafter(q, 0);
      const double y = i % 2 == 0 ? draw() : std::nextafter(x, 0);
      const Vec3 zero{}, u{p, p, q}, v{p, p, r}, w{x, y, 1};
      ASSERT_EQ(orient3d(zero, u, v, w), rational_orient3d(zero, u, v, w)) << exponent;
      ASSERT_EQ(exact::orient3d_exact(zero, u, v, w), rational_orient3d(zero, u, v, w)) << exponent;
      // Seen from a corner that is not zero the differences have two terms each.
      const Vec3 at{q, x, y};
      ASSERT_EQ(orient3d(at, u, v, w), rational_orient3d(at, u, v, w)) << exponent;
      // Two rows that differ in their last bits, one of them far longer than the other.
      const Vec2 from{p, q}, via{x, y}, to{x * 3, std::nextafter(y * 3, 0)}, far{1, 0x1p60};
      ASSERT_EQ(orient2d(from, via, to), rational_orient2d(from, via, to)) << exponent;
      ASSERT_EQ(orient2d({0, 0}, via, to), rational_orient2d({0, 0}, via, to)) << exponent;
      ASSERT_EQ(orient2d(far, via, to), rational_orient2d(far, via, to)) << exponent;
    }
  }
}

}  // namespace
}  // namespace tact
