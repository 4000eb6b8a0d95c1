// What the last stage of moving features stands on: roots, signs there, and rounding of what is no
// double.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tact/geometry/polynomial_roots_impl.h"

namespace tact::exact {
namespace {

Polynomial polynomial(const std::vector<Integer>& coefficients) {
  Polynomial p;
  for (std::size_t i = 0; i < coefficients.size(); ++i) p.c[i] = coefficients[i];
  p.trim(static_cast<int>(coefficients.size()) - 1);
  return p;
}

std::vector<Root> roots_of(const RootsInside& roots) {
  std::vector<Root> all;
  roots.each([&](const Root& root) {
    all.push_back(root);
    return false;
  });
  return all;
}

TEST(Polynomials, WhatIsNoDoubleIsRoundedOutward) {
  const Dyadic third{(Integer(1) << 80) / 3, 80};
  const double below = round_down(third);
  EXPECT_LT(to_dyadic(below).num << (80 - to_dyadic(below).shift), third.num);
  EXPECT_EQ(std::nextafter(below, 1), round_up(third));
  const Dyadic nearly_one{(Integer(1) << 80) - 1, 80};
  EXPECT_EQ(round_up(nearly_one), 1);
  EXPECT_EQ(round_down(nearly_one), std::nextafter(1.0, 0.0));
  const double least = std::numeric_limits<double>::denorm_min();
  const Dyadic tiny{3, 1075};  // one and a half of the least double
  EXPECT_EQ(round_down(tiny), least);
  EXPECT_EQ(round_up(tiny), 2 * least);
  EXPECT_EQ(round_down({1, 2000}), 0);
  EXPECT_EQ(round_up({1, 2000}), least);
  for (const double x : {0.0, 1.0, 0.625, least, 0x1.fffffffffffffp-1}) {
    EXPECT_EQ(round_down(to_dyadic(x)), x);
    EXPECT_EQ(round_up(to_dyadic(x)), x);
  }
}

// 1/2 ± 2^-60: two roots between neighbouring doubles, or one of them a double's neighbour.
TEST(Polynomials, RootsNearerThanDoublesAreParted) {
  const Integer big = Integer(1) << 60;
  const Polynomial p = polynomial({big * big / 4 - 1, -big * big, big * big});
  const RootsInside roots(p);
  const std::vector<Root> all = roots_of(roots);
  ASSERT_EQ(all.size(), 2U);
  const auto [lo, hi] = roots.narrow(all[0], 0);
  EXPECT_EQ(lo, std::nextafter(0.5, 0.0));
  EXPECT_EQ(hi, 0.5);
  const auto [lo_2, hi_2] = roots.narrow(all[1], 0);
  EXPECT_EQ(lo_2, 0.5);
  EXPECT_EQ(hi_2, std::nextafter(0.5, 1.0));
  const Polynomial side = polynomial({-1, 2});  // 2 t - 1
  EXPECT_EQ(sign_at_root(side, all[0]), -1);
  EXPECT_EQ(sign_at_root(side, all[1]), 1);
}

TEST(Polynomials, ADoubleRootIsOneAndAnotherPolynomialMayShareIt) {
  // (3 t - 1)² (2 t + 1), and (3 t - 1) (t - 5), zero at its root, and 3 t - 2, negative.
  const Polynomial p = polynomial({-1, 3}) * polynomial({-1, 3}) * polynomial({1, 2});
  const RootsInside roots(p);
  const std::vector<Root> all = roots_of(roots);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(sign_at_root(polynomial({-1, 3}) * polynomial({-5, 1}), all[0]), 0);
  EXPECT_EQ(sign_at_root(polynomial({-2, 3}), all[0]), -1);
  EXPECT_EQ(sign_at_root(polynomial({-1, 4}) * polynomial({-1, 4}), all[0]), 1);
  EXPECT_EQ(sign_at_root(polynomial({}), all[0]), 0);
  const auto [lo, hi] = roots.narrow(all[0], 0x1p-30);
  EXPECT_LT(lo, 1.0 / 3);
  EXPECT_GT(hi, 1.0 / 3);
  EXPECT_LE(hi - lo, 0x1p-30);
}

TEST(Polynomials, RootsAtTheEndsAreDividedOut) {
  const Polynomial p = polynomial({0, -1, 1}) * polynomial({-1, 2});  // t (t - 1) (2 t - 1)
  const Polynomial rest = without_root_at_one(without_root_at_zero(p));
  ASSERT_EQ(rest.degree, 1);
  EXPECT_EQ(rest.sign_at({1, 1}), 0);
  EXPECT_NE(rest.sign_at({}), 0);
}

}  // namespace
}  // namespace tact::exact
