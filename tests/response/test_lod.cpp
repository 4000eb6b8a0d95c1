// The controller with a clock of its own: what each pair costs is part of the test.
#include "tact/response/lod.h"

#include <gtest/gtest.h>

namespace tact {
namespace {

// Pairs whose contacts double with each level, down to a last one; refining takes time.
struct Field {
  double clock = 0;
  double cost = 1e-6;  // seconds a contact
  int depth = 10;
  std::vector<int> reached;
  std::vector<std::pair<std::uint32_t, int>> order;

  explicit Field(std::size_t pairs) : reached(pairs, 0) {}

  LodReport run(LodController& controller, const LodLimits& limits) {
    order.clear();
    return controller.share(
        reached.size(), limits,
        [this](std::span<const std::uint32_t> pairs, int level, std::span<LodStep> steps) {
          for (std::size_t i = 0; i < pairs.size(); ++i) {
            order.emplace_back(pairs[i], level);
            reached[pairs[i]] = level;
            steps[i] = {std::size_t{1} << level, level >= depth};
            clock += cost * static_cast<double>(steps[i].contacts);
          }
        },
        [this] { return clock; });
  }
};

TEST(Lod, WithoutALimitOfTimeEverythingGoesToTheLevelAtOnce) {
  Field field(100);
  LodController controller;
  const LodReport report = field.run(controller, {6});
  EXPECT_EQ(report.coarsest, 6);
  EXPECT_EQ(report.finest, 6);
  EXPECT_EQ(report.unfinished, 0U);
  EXPECT_EQ(report.contacts, 6400U);
  EXPECT_EQ(field.order.size(), 100U);
}

TEST(Lod, CoarseFirstAndEveryPairAtLeastOnce) {
  Field field(300);
  LodController controller;
  const LodReport report = field.run(controller, {10, 0});
  EXPECT_EQ(report.coarsest, 1) << "nothing is missed, however short the time";
  EXPECT_EQ(report.finest, 1);
  EXPECT_EQ(report.unfinished, 300U);
  int last = 0;
  for (const auto& [pair, level] : field.order) {
    EXPECT_GE(level, last);
    last = level;
  }
}

TEST(Lod, KeepsTheBudgetOnceItKnowsTheCost) {
  constexpr double budget = 0.02;
  constexpr double answer = 2e-6;  // seconds a contact
  Field field(300);
  LodController controller;
  for (int frame = 0; frame < 10; ++frame) {
    const double start = field.clock;
    const LodReport report = field.run(controller, {10, budget});
    const double answering = answer * static_cast<double>(report.contacts);
    field.clock += answering;
    controller.answered(report.contacts, answering);
    if (frame < 3) continue;
    EXPECT_LE(field.clock - start, 1.2 * budget) << frame;
    EXPECT_GE(field.clock - start, 0.4 * budget) << "and makes use of it";
    EXPECT_GE(report.coarsest, 3);
    EXPECT_LE(report.finest, report.coarsest + 1);
    EXPECT_GT(report.unfinished, 0U);
  }
}

TEST(Lod, StopsWhereThereIsNothingFiner) {
  Field field(10);
  field.depth = 3;
  LodController controller;
  const LodReport report = field.run(controller, {10, 1});
  EXPECT_EQ(report.coarsest, 3);
  EXPECT_EQ(report.unfinished, 0U);
  EXPECT_EQ(field.order.size(), 30U);
  EXPECT_EQ(controller.levels()[7], 3);
}

// What a frame completed in time the next one begins with.
TEST(Lod, GoesStraightToWhatIsKnownToFit) {
  Field field(100);
  LodController controller;
  EXPECT_EQ(field.run(controller, {6, 1}).unfinished, 0U);
  EXPECT_EQ(field.order.size(), 600U) << "level by level";
  controller.answered(6400, 0.01);
  EXPECT_EQ(controller.base(), 6);
  EXPECT_EQ(field.run(controller, {6, 1}).coarsest, 6);
  EXPECT_EQ(field.order.size(), 100U) << "at once";
}

TEST(Lod, ComesBackFromALevelThatGetsTooFine) {
  constexpr double budget = 0.05;
  Field field(100);
  LodController controller;
  int late = 0;
  for (int frame = 0; frame < 100; ++frame) {
    field.cost = frame < 20 ? 1e-6 : 1e-4;  // 6.4 ms at level 6, then 640
    const double start = field.clock;
    const LodReport report = field.run(controller, {6, budget});
    controller.answered(report.contacts, 0);
    if (frame == 19) {
      EXPECT_EQ(report.coarsest, 6);
    }
    late += field.clock - start > 1.2 * budget ? 1 : 0;
    if (frame > 30) {
      EXPECT_GE(field.clock - start, 0.4 * budget) << frame;
    }
  }
  EXPECT_LE(late, 6) << "until it knows, and a try later on";
  EXPECT_GE(late, 1);
}

TEST(Lod, OneLateFrameIsForgiven) {
  Field field(100);
  LodController controller;
  for (int frame = 0; frame < 5; ++frame) {
    field.cost = frame == 3 ? 1e-3 : 1e-6;
    const LodReport report = field.run(controller, {6, 0.05});
    controller.answered(report.contacts, 0);
  }
  EXPECT_EQ(controller.base(), 6);
}

TEST(Lod, NothingCloseIsNothingToDo) {
  Field field(0);
  LodController controller;
  const LodReport report = field.run(controller, {6, 0.001});
  EXPECT_EQ(report.pairs, 0U);
  EXPECT_EQ(report.coarsest, 0);
}

}  // namespace
}  // namespace tact
