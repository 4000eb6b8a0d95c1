#include <gtest/gtest.h>

#include <limits>

#include "tact/bounds/frame.h"
#include "tests/support/random.h"

namespace tact {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

Extent extent(const Vec3& lo, const Vec3& hi) { return {lo, hi}; }

void expect_within_reach(const BoundsFrame& frame, const Extent& scene) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double x : {scene.lo[k], scene.hi[k]}) {
      EXPECT_LE(std::fabs(frame.map(x, k)), 1.25) << "axis " << k << ", coordinate " << x;
    }
  }
}

TEST(BoundsFrame, FitsScenesOfEverySizeAnywhere) {
  testing::Random random(4);
  for (int exponent = -1070; exponent <= 1023; exponent += 3) {
    const double size = std::ldexp(1.0, exponent);
    for (const double place : {0.0, 1.0, 1e6, -1e6, 1e15}) {
      const Vec3 lo = random.vector(-1, 1) * size;
      const Vec3 hi = lo + random.vector(0.1, 0.9) * size;
      const Vec3 at{size * place, -size * place, 0};
      if (!std::isfinite(size * place * 2)) continue;
      const Extent scene = extent(lo + at, hi + at);
      if (scene.hi.x - scene.lo.x == 0) continue;  // the place has swallowed the size
      SCOPED_TRACE(exponent);
      const BoundsFrame frame = BoundsFrame::around(scene);
      expect_within_reach(frame, scene);
      // A scene below 2^-1000 gets a new frame every time: that costs time, not pairs.
      if (exponent > -998) {
        EXPECT_TRUE(frame.suits(scene));
      }
    }
  }
}

TEST(BoundsFrame, TakesTheWholeRangeOfDouble) {
  const Extent all = extent({-largest, -largest, -largest}, {largest, largest, largest});
  expect_within_reach(BoundsFrame::around(all), all);
  const Extent corner = extent({largest / 2, 0, 0}, {largest, 1, 1});
  expect_within_reach(BoundsFrame::around(corner), corner);
  const double tiniest = std::numeric_limits<double>::denorm_min();
  const Extent speck = extent({0, 0, 0}, {tiniest, tiniest, tiniest});
  expect_within_reach(BoundsFrame::around(speck), speck);
}

TEST(BoundsFrame, ScalesByPowersOfTwoAndKeepsTheOrder) {
  testing::Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::exp2(random.uniform(-900, 900));
    const Vec3 at = random.vector(-1, 1) * size * std::exp2(random.uniform(0, 40));
    const Extent scene = extent(at, at + Vec3{size, size, size});
    const BoundsFrame frame = BoundsFrame::around(scene);
    int exponent = 0;
    ASSERT_EQ(std::frexp(frame.scale, &exponent), 0.5);
    double last = -std::numeric_limits<double>::infinity();
    for (int step = 0; step <= 20; ++step) {
      const double mapped = frame.map(at.x + size * step / 20, 0);
      ASSERT_GE(mapped, last);
      last = mapped;
    }
  }
}

// A scene that moves away, grows or shrinks needs another frame; one that stirs does not.
TEST(BoundsFrame, SuitsWhatIsAboutTheSame) {
  const Extent scene = extent({-1, -1, -1}, {1, 1, 1});
  const BoundsFrame frame = BoundsFrame::around(scene);
  EXPECT_TRUE(frame.suits(extent({-1.5, -1, -2}, {1, 2, 1})));
  EXPECT_TRUE(frame.suits(Extent{}));
  EXPECT_FALSE(frame.suits(extent({99, 99, 99}, {101, 101, 101})));
  EXPECT_FALSE(frame.suits(extent({-100, -1, -1}, {100, 1, 1})));
  EXPECT_FALSE(frame.suits(extent({1, 1, 1}, {1.001, 1.001, 1.001})));
  EXPECT_FALSE(frame.suits(extent({-largest, 0, 0}, {largest, 1, 1})));
}

TEST(BoundsFrame, OfNothingIsTheIdentity) {
  const BoundsFrame frame = BoundsFrame::around(Extent{});
  EXPECT_EQ(frame.map(3.5, 1), 3.5);
}

// Only where scale and offset are floats may float input be mapped in float arithmetic.
TEST(BoundsFrame, SaysWhetherFloatsAreMappedExactly) {
  EXPECT_TRUE(BoundsFrame::around(Extent{}).float_exact);
  EXPECT_TRUE(BoundsFrame::around(extent({-1, -1, -1}, {1, 1, 1})).float_exact);
  EXPECT_TRUE(BoundsFrame::around(extent({1000.1, 0, 0}, {1001.3, 1, 1})).float_exact)
      << "a float nearby is as good an origin as the centre";
  for (std::size_t k = 0; k < 3; ++k) {
    Extent far = extent({-1, -1, -1}, {1, 1, 1});
    far.lo[k] += 0x1p30 + 20;  // floats are 128 apart there
    far.hi[k] += 0x1p30 + 20;
    const BoundsFrame frame = BoundsFrame::around(far);
    EXPECT_FALSE(frame.float_exact) << k;
    EXPECT_EQ(frame.offset[k], 0x1p29 + 10);
  }
  const auto exact_at_size = [](double half) {
    return BoundsFrame::around(extent({-half, -half, -half}, {half, half, half})).float_exact;
  };
  EXPECT_TRUE(exact_at_size(0x1p99));
  EXPECT_FALSE(exact_at_size(0x1p100));
  EXPECT_TRUE(exact_at_size(0x1p-101));
  EXPECT_FALSE(exact_at_size(0x1p-102));
}

}  // namespace
}  // namespace tact
