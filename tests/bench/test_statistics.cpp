#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "bench/statistics.h"

namespace tact::bench {
namespace {

TEST(Statistics, FigureIsMedianAndQuartiles) {
  const Figure f = figure_of({5, 1, 4, 2, 3});
  EXPECT_EQ(f.median, 3);
  EXPECT_EQ(f.low, 2);
  EXPECT_EQ(f.high, 4);
  EXPECT_DOUBLE_EQ(f.spread(), 1.0 / 3);
  EXPECT_EQ(figure_of({}).median, 0);
  EXPECT_EQ(figure_of({7}).high, 7);
}

TEST(Statistics, MeanTakesTheMedianOfEachFrame) {
  // One spike in one round of frame 0 must not count.
  const Samples samples{{{1, 0}, {100, 0}, {1, 0}}, {{3, 0}, {3, 0}, {3, 0}}, {}};
  const Figure f = mean_of(samples, [](const Sample& s) { return s.total(); });
  EXPECT_EQ(f.median, 2);
  EXPECT_GE(f.high, f.median);
  EXPECT_LE(f.low, f.median);
}

TEST(Statistics, RatioUsesOnlyFramesThatBothMeasured) {
  const Samples all{{{1, 1}, {1, 1}}, {{50, 50}, {50, 50}}};
  const Samples cut{{{4, 2}, {4, 2}}, {}};
  EXPECT_DOUBLE_EQ(ratio_of(cut, all).median, 3);
  EXPECT_DOUBLE_EQ(ratio_of(all, cut).median, 1.0 / 3);
  EXPECT_EQ(ratio_of(all, {{}, {}}).median, 0);
}

TEST(Statistics, RatioForgivesASlowFirstRound) {
  const Samples few{{{20, 0}, {20, 0}}};
  const Samples many{{{10, 0}, {2, 0}, {2, 0}, {2, 0}}};
  EXPECT_DOUBLE_EQ(ratio_of(few, many).median, 10);
}

TEST(Statistics, GrowthExponentOfAPower) {
  const std::array<double, 4> x{10, 100, 1000, 10000};
  std::array<double, 4> y{};
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = 3 * x[i] * std::sqrt(x[i]);
  EXPECT_NEAR(growth_exponent(x, y), 1.5, 1e-12);
}

}  // namespace
}  // namespace tact::bench
