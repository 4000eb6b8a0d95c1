#include <gtest/gtest.h>

#include <cmath>

#include "tact/flat/swiper.h"
#include "tests/flat/box_scenes.h"
#include "tests/support/allocation_counter.h"

namespace tact {
namespace {

class SwiperTest : public ::testing::Test {
 protected:
  Swiper::Counts update(const std::vector<Aabb>& boxes) {
    scratch_.begin(2);
    const Swiper::Counts counts = swiper_.update(boxes, 1, scratch_);
    scratch_.end();
    return counts;
  }
  std::vector<Pair> pairs() {
    scratch_.begin(1);
    ArenaVector<Pair> found(scratch_.arena(0));
    const SweepView view = swiper_.view();
    sweep_within(view, {0, view.count}, found);
    return testing::sorted_pairs({found.begin(), found.end()});
  }
  std::uint64_t limit(std::size_t n) const {
    return static_cast<std::uint64_t>(8.0 * static_cast<double>(n) *
                                      std::log2(static_cast<double>(n)));
  }

  Swiper swiper_;
  Scratch scratch_;
};

TEST_F(SwiperTest, FindsWhatTheNaiveLoopFindsWhileThingsMove) {
  testing::Random random(2);
  std::vector<Aabb> boxes = testing::cube_boxes(600, 0.2F, 1);
  std::uint64_t steps = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const Swiper::Counts counts = update(boxes);
    ASSERT_NO_THROW(swiper_.validate(boxes));
    EXPECT_EQ(pairs(), testing::naive_pairs(boxes));
    steps += counts.steps;
    testing::jitter(boxes, frame % 30 == 9 ? 0.5F : 0.002F, random);
  }
  EXPECT_GT(steps, 1000U);
}

TEST_F(SwiperTest, AnyNumberOfBoxesMayComeAndGo) {
  for (const std::uint32_t count : {0U, 3U, 0U, 500U, 499U, 1U, 1025U, 2000U, 10U}) {
    const std::vector<Aabb> boxes = testing::grid_boxes(count, 90 + count);
    update(boxes);
    ASSERT_NO_THROW(swiper_.validate(boxes));
    EXPECT_EQ(pairs(), testing::naive_pairs(boxes));
    EXPECT_EQ(update(boxes).steps, 0U) << "nothing moved";
  }
}

TEST_F(SwiperTest, TakesTheAxisWithFewestOverlaps) {
  std::vector<Aabb> boxes = testing::cube_boxes(300, 0.05F, 5);
  for (int best = 0; best < 3; ++best) {
    std::vector<Aabb> spread = boxes;
    for (Aabb& box : spread) {
      box.lo[best] *= 16;
      box.hi[best] = box.lo[best] + 0.02F;
    }
    update(spread);
    EXPECT_EQ(swiper_.axis(), best);
    for (int k = 0; k < 3; ++k) {
      if (!swiper_.sorted(k)) continue;
      EXPECT_EQ(swiper_.overlaps(k), testing::naive_overlaps(spread, k));
    }
  }
}

// Every frame turns the order of all three axes around: the worst there is for insertion sort.
TEST_F(SwiperTest, AdversarialMotionCostsNoQuadraticSorting) {
  constexpr std::uint32_t count = 2000;
  std::vector<Aabb> boxes = testing::cube_boxes(count, 0.01F, 6);
  update(boxes);
  std::uint64_t steps = 0;
  std::uint64_t sorts = 0;
  constexpr std::uint64_t frames = 63;
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    for (Aabb& box : boxes) {
      for (int k = 0; k < 3; ++k) {
        const float lo = box.lo[k];
        box.lo[k] = -box.hi[k];
        box.hi[k] = -lo;
      }
    }
    const Swiper::Counts counts = update(boxes);
    ASSERT_NO_THROW(swiper_.validate(boxes));
    if (frame % 7 == 0) {
      EXPECT_EQ(pairs(), testing::naive_pairs(boxes));
    }
    // An endpoint may pass all others after the limit was almost reached.
    EXPECT_LE(counts.steps, 3 * (limit(count) + 2 * count));
    steps += counts.steps;
    sorts += counts.full_sorts;
    // Insertion sort is tried again after 20 frames of pause, in the 22nd.
    EXPECT_EQ(counts.fallbacks, frame % 21 == 0 ? 3U : 0U) << frame;
    // One axis is enough, and all three are sorted in the last frame of their pause.
    EXPECT_EQ(counts.full_sorts, frame % 21 == 20 ? 3U : 1U) << frame;
  }
  // Three attempts a time, and what an insertion sort of every frame would have cost.
  EXPECT_LE(steps, 3 * 3 * (limit(count) + 2 * count));
  EXPECT_LT(steps, frames * 3 * std::uint64_t{count} * count / 20);
  EXPECT_EQ(sorts, 60U + 9U);
}

TEST_F(SwiperTest, AxesPauseOneByOne) {
  testing::Random random(8);
  std::vector<Aabb> boxes = testing::cube_boxes(3000, 0.01F, 6);
  update(boxes);
  for (int frame = 0; frame < 30; ++frame) {
    for (Aabb& box : boxes) std::swap(box.lo[1], box.hi[1]);
    for (Aabb& box : boxes) {
      box.lo[1] *= -1;
      box.hi[1] *= -1;
    }
    const Swiper::Counts counts = update(boxes);
    ASSERT_NO_THROW(swiper_.validate(boxes));
    EXPECT_TRUE(swiper_.sorted(0) && swiper_.sorted(2));
    // Finished at once in the first frame, out of use for 19, sorted in the 20th of its pause.
    EXPECT_EQ(swiper_.sorted(1), frame % 21 == 0 || frame % 21 == 20) << frame;
    EXPECT_EQ(counts.fallbacks, frame % 21 == 0 ? 1U : 0U);
  }
  EXPECT_EQ(pairs(), testing::naive_pairs(boxes));
}

TEST_F(SwiperTest, SortedReversedAndEqualBoxes) {
  constexpr std::uint32_t count = 1500;
  std::vector<Aabb> rising(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    rising[i] = {{x, x, x}, {x + 1, x + 1, x + 1}};
  }
  const std::vector<Aabb> up = rising;
  const std::vector<Aabb> down(up.rbegin(), up.rend());
  const std::vector<Aabb> equal(count, Aabb{{0, 0, 0}, {0, 0, 0}});
  EXPECT_EQ(update(up).steps, 0U);
  EXPECT_EQ(update(up).steps, 0U);
  EXPECT_EQ(pairs().size(), count - 1U);
  for (const std::vector<Aabb>* boxes : {&down, &up, &equal, &down, &equal, &up}) {
    EXPECT_LE(update(*boxes).steps, 3 * (limit(count) + 2 * count));
    ASSERT_NO_THROW(swiper_.validate(*boxes));
    EXPECT_EQ(pairs().size(), boxes == &equal ? count * (count - 1U) / 2 : count - 1U);
  }
  update(equal);
  EXPECT_EQ(update(equal).steps, 0U);
}

TEST_F(SwiperTest, EveryFullSortGivesTheSamePairs) {
  for (const FullSort sort : {FullSort::radix, FullSort::quick, FullSort::heap}) {
    swiper_ = Swiper({0.01, false, 3, sort, 1});  // no patience at all
    testing::Random random(4);
    std::vector<Aabb> boxes = testing::cube_boxes(400, 0.1F, 3);
    std::uint64_t sorts = 0;
    for (int frame = 0; frame < 20; ++frame) {
      sorts += update(boxes).full_sorts;
      ASSERT_NO_THROW(swiper_.validate(boxes));
      EXPECT_EQ(pairs(), testing::naive_pairs(boxes)) << name_of(sort);
      testing::jitter(boxes, 0.05F, random);
    }
    EXPECT_GT(sorts, 19U);
  }
}

TEST_F(SwiperTest, MemoryIsLinearAndSteady) {
  for (const std::uint32_t count : {1000U, 20000U}) {
    std::vector<Aabb> boxes = testing::cube_boxes(count, 0.02F, 3);
    swiper_ = Swiper();
    update(boxes);
    EXPECT_LE(swiper_.bytes(), 160 * std::size_t{count} + 4096);
    testing::Random random(4);
    std::uint64_t allocations = 0;
    for (int frame = 0; frame < 50; ++frame) {
      testing::jitter(boxes, frame % 5 == 0 ? 0.3F : 0.001F, random);
      const std::uint64_t before = testing::allocations();
      update(boxes);
      if (frame >= 25) allocations += testing::allocations() - before;
    }
    if (testing::counts_allocations()) {
      EXPECT_EQ(allocations, 0U);
    }
  }
}

}  // namespace
}  // namespace tact
