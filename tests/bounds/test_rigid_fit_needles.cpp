#include "tact/bounds/rigid_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.h"

namespace tact {
namespace {

// By how much a corner lies outside, in units of the frame; at most 0 if the box holds it.
double outside(const Obb& box, const FloatTriangle& t) {
  double most = -1;
  for (const auto& v : t.v) {
    for (int i = 0; i < 3; ++i) {
      double along = 0;
      for (int k = 0; k < 3; ++k) {
        along += double{box.axis[i][k]} * (double{v[k]} - double{box.centre[k]});
      }
      most = std::max(most, std::fabs(along) - double{box.half[i]});
    }
  }
  return most;
}

void expect_held(const Vec3& p, const Vec3& q, const Vec3& r) {
  FloatTriangle t;
  for (std::size_t k = 0; k < 3; ++k) {
    t.v[0][k] = static_cast<float>(p[k]);
    t.v[1][k] = static_cast<float>(q[k]);
    t.v[2][k] = static_cast<float>(r[k]);
  }
  t.weight = weight_of(t);
  ASSERT_LE(outside(fit_obb(t), t), 0);
  SurfaceMoments moments;
  moments.add(t);
  ASSERT_LE(outside(fit_obb({&t, 1}, principal_axes(moments)), t), 0);
}

TEST(RigidFit, BoxesOfNeedlesHoldThem) {
  testing::Random random(1);
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(n);
    const double small = std::ldexp(1.0, -static_cast<int>(random.below(24)));
    const Vec3 p = random.vector(-1, 1);
    const Vec3 q = random.vector(-1, 1) * small;
    expect_held(p, q, p + (q - p) * random.uniform(-0.5, 1.5));
    if (HasFatalFailure()) return;
  }
}

// The pole of a sphere whose maker took the sine of π for what it is: two corners that differ by
// 1e-16. The cross product of two edges is then rounding and little else, and no normal.
TEST(RigidFit, BoxesOfTrianglesAtAPoleHoldThem) {
  testing::Random random(2);
  for (int n = 0; n < 2000; ++n) {
    SCOPED_TRACE(n);
    const double tiny = std::ldexp(1.0, -static_cast<int>(30 + random.below(30)));
    const Vec3 pole{0, 0, random.chance(2) ? -0.5 : 0};
    const Vec3 p = random.vector(-1, 1);
    const Vec3 q = pole + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0} * tiny;
    const Vec3 r = pole + Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0} * tiny;
    expect_held(p, q, r);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace tact
