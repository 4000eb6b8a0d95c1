// One box against eight: the same answers as one against one, lane by lane.
#include <gtest/gtest.h>

#include "tact/bounds/aabb_simd.h"
#include "tests/support/random.h"

namespace tact {
namespace {

namespace simd = HWY_NAMESPACE;

// Corners on a coarse grid: many boxes only just touch.
Aabb grid_box(testing::Random& random) {
  Aabb box{};
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = static_cast<float>(random.below(8)) * 0.25F;
    box.hi[k] = box.lo[k] + static_cast<float>(random.below(4)) * 0.25F;
  }
  return box;
}

TEST(Aabb8, OverlapsAsOneAgainstOne) {
  testing::Random random(61);
  int overlapping = 0;
  for (int i = 0; i < 5000; ++i) {
    const Aabb box = grid_box(random);
    Aabb8 eight{};
    std::uint32_t expected = 0;
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const Aabb other = random.chance(9) ? Aabb::nothing() : grid_box(random);
      eight.set(lane, other);
      ASSERT_EQ(eight.get(lane), other);
      expected |= overlaps(box, other) ? 1U << lane : 0U;
    }
    ASSERT_EQ(simd::overlap_mask(simd::BroadcastBox(box), eight), expected);
    overlapping += expected != 0 ? 1 : 0;
  }
  EXPECT_GT(overlapping, 1000);
}

TEST(Aabb8, CommonBoxesAreTheIntersections) {
  testing::Random random(62);
  int common = 0;
  for (int i = 0; i < 5000; ++i) {
    const Aabb box = grid_box(random);
    const float grow = i % 2 == 0 ? 0 : 0.25F;  // the grid's step: exact, and more boxes just touch
    Aabb8 eight{};
    for (std::size_t lane = 0; lane < 8; ++lane) eight.set(lane, grid_box(random));
    Aabb8 out{};
    const std::uint32_t mask = simd::common_boxes(simd::BroadcastBox(box), eight, grow, out);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      Aabb other = eight.get(lane);
      for (int k = 0; k < 3; ++k) {
        other.lo[k] -= grow;
        other.hi[k] += grow;
      }
      ASSERT_EQ((mask >> lane & 1U) != 0, overlaps(box, other));
      if (!overlaps(box, other)) continue;
      ASSERT_EQ(out.get(lane), intersection(box, other));
      ++common;
    }
  }
  EXPECT_GT(common, 1000);
}

}  // namespace
}  // namespace tact
