#include "tact/flat/box_sweep.h"

#include <gtest/gtest.h>

#include <vector>

#include "tact/base/types.h"
#include "tests/support/random.h"

namespace tact {
namespace {

std::vector<Pair> swept(std::span<const Aabb> boxes, float grow) {
  Arena arena;
  std::vector<Pair> pairs;
  for_each_overlap(boxes, grow, arena, [&](std::uint32_t i, std::uint32_t j) {
    pairs.push_back({i, j});
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<Pair> all_pairs(std::span<const Aabb> boxes, float grow) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    Aabb reach = boxes[i];
    reach.grow(grow);
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      if (overlaps(reach, boxes[j])) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(BoxSweep, FindsWhatAllPairsFind) {
  testing::Random random(3);
  for (const std::size_t count : {0U, 1U, 2U, 300U, 512U, 3000U}) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      Aabb box{};
      for (int k = 0; k < 3; ++k) {
        // A coarse grid, so that boxes touch and coincide.
        box.lo[k] = static_cast<float>(static_cast<int>(random.uniform(0, 12)));
        box.hi[k] = box.lo[k] + static_cast<float>(static_cast<int>(random.uniform(0, 3)));
      }
      boxes.push_back(i % 7 == 3 ? Aabb::nothing() : box);
    }
    EXPECT_EQ(swept(boxes, 0), all_pairs(boxes, 0));
    EXPECT_EQ(swept(boxes, 0.75F), all_pairs(boxes, 0.75F));
  }
}

TEST(BoxSweep, ManyEmptyBoxesOverlapNothing) {
  EXPECT_TRUE(swept(std::vector<Aabb>(1000, Aabb::nothing()), 1).empty());
}

// A sweep along one axis would test about a thousand for each.
TEST(BoxSweep, TestsFewOfManyBoxesInACube) {
  testing::Random random(8);
  constexpr std::uint32_t count = 20000;
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    for (int k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(random.uniform(0, 37));
      box.hi[k] = box.lo[k] + 1;
    }
  }
  Arena arena;
  std::uint64_t pairs = 0;
  const std::uint64_t tests =
      for_each_overlap(boxes, 0, arena, [&](std::uint32_t, std::uint32_t) { ++pairs; });
  EXPECT_EQ(pairs, all_pairs(boxes, 0).size());
  EXPECT_LT(tests, 160U * count);
}

TEST(BoxSweep, TestsFewPairsOfBoxesInARow) {
  std::vector<Aabb> boxes;
  for (int i = 0; i < 500; ++i) {
    const auto x = static_cast<float>(i);
    boxes.push_back({{x, 0, 0}, {x + 1, 1, 1}});
  }
  Arena arena;
  std::uint64_t pairs = 0;
  EXPECT_EQ(for_each_overlap(boxes, 0, arena, [&](std::uint32_t, std::uint32_t) { ++pairs; }),
            499U);
  EXPECT_EQ(pairs, 499U);
}

}  // namespace
}  // namespace tact
