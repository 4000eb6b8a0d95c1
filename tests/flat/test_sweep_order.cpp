// How boxes are arranged for a sweep, beyond what it finds: the cells, the axis and the strips.
#include "tact/flat/sweep_order.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/support/random.h"

namespace tact {
namespace {

TEST(SweepGrid, SpreadsASceneOverAllCellsOfEveryAxis) {
  const SweepGrid grid = SweepGrid::around({{1, -2, 30}, {2, 2, 46}});
  const float lo[] = {1, -2, 30};
  const float size[] = {1, 4, 16};
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(grid.origin[k], lo[k]);
    EXPECT_EQ(grid.scale[k], 65535.0F / size[k]);
    EXPECT_EQ(grid.cell(lo[k], k), 0U);
    EXPECT_EQ(grid.cell(lo[k] + size[k] / 2, k), 32767U);
    EXPECT_EQ(grid.cell(lo[k] + size[k], k), 65535U);
    EXPECT_EQ(grid.cell(lo[k] - 9, k), 0U);
    EXPECT_EQ(grid.cell(lo[k] + size[k] + 9, k), 65535U);
  }
}

TEST(SweepGrid, WithoutSizeOrWithoutEndIsOneCell) {
  constexpr float endless = std::numeric_limits<float>::infinity();
  const SweepGrid grid = SweepGrid::around({{1, -endless, 0}, {1, endless, endless}});
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(grid.scale[k], 0);
    EXPECT_EQ(grid.cell(7, k), 0U);
  }
  EXPECT_EQ(SweepGrid::around({{0, 0, 0}, {1e-44F, 1, 1}}).scale[0], 0) << "it has no reciprocal";
}

TEST(SweepPlan, AStripForEvery32ThatABoxIsTestedWith) {
  EXPECT_EQ(SweepPlan::strips_for(0), 1U);
  EXPECT_EQ(SweepPlan::strips_for(63.9), 1U);
  EXPECT_EQ(SweepPlan::strips_for(64), 2U);
  EXPECT_EQ(SweepPlan::strips_for(32 * 100), 100U);
  EXPECT_EQ(SweepPlan::strips_for(32 * 256), 256U);
  EXPECT_EQ(SweepPlan::strips_for(1e30), 256U);
}

constexpr Aabb unit{{-0.5F, 2, 0}, {0.5F, 3, 1}};

// Boxes of one size, anywhere in there.
std::vector<Aabb> boxes_of(const float (&size)[3], std::size_t count, testing::Random& random) {
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = unit.lo[k] + static_cast<float>(random.uniform(0, 1 - size[k]));
      box.hi[k] = box.lo[k] + size[k];
    }
  }
  return boxes;
}

TEST(SweepOrder, AMeetingIsSweptAlongTheAxisWithTheFewestOverlaps) {
  testing::Random random(6);
  for (int thin = 0; thin < 3; ++thin) {
    for (const int other : {(thin + 1) % 3, (thin + 2) % 3}) {
      float size[3] = {0.5F, 0.5F, 0.5F};
      size[thin] = 0.05F;
      size[other] = 0.06F;
      const auto a = boxes_of(size, 4096, random);
      const auto b = boxes_of(size, 1000, random);
      Arena arena;
      const SweepPlan plan = arrange_meeting(a, unit, b, unit, 0, arena).a.plan;
      EXPECT_EQ(plan.axis, thin);
      EXPECT_EQ(plan.strip_axis, other);
      EXPECT_EQ(plan.strips, 6U) << "4096 times a tenth, by two, by 32";
      EXPECT_EQ(arrange_meeting(b, unit, a, unit, 0, arena).b.plan.strips, 6U);
    }
  }
}

// Boxes of other sizes in the two sets, in a region that is not a cube, with a tolerance.
TEST(SweepOrder, SharesOfAnAxisAreThoseOfBothSetsInTheirCommonPart) {
  testing::Random random(7);
  const float size_a[] = {0.02F, 0.04F, 0.5F};
  const float size_b[] = {0.08F, 0.04F, 0.5F};
  const auto a = boxes_of(size_a, 4096, random);
  const auto b = boxes_of(size_b, 4096, random);
  Arena arena;
  const SweepPlan plan = arrange_meeting(a, unit, b, unit, 0, arena).a.plan;
  EXPECT_EQ(plan.axis, 1) << "0.1 on x, 0.08 on y";
  EXPECT_EQ(plan.strip_axis, 0);
  EXPECT_EQ(plan.strips, 5U) << "4096 times 0.08, by two, by 32";
  const SweepPlan wider = arrange_meeting(a, unit, b, unit, 0.01F, arena).a.plan;
  EXPECT_EQ(wider.axis, 1);
  EXPECT_EQ(wider.grow, 0.01F);
  EXPECT_EQ(wider.strips, 6U) << "0.1 of 1.02 on y";
  // Where the common part is short along an axis, boxes fill more of it.
  const Aabb low{{-0.5F, 2, 0}, {0.5F, 2.25F, 1}};
  EXPECT_EQ(arrange_meeting(a, low, b, unit, 0, arena).a.plan.axis, 0);
}

}  // namespace
}  // namespace tact
