// Boxes that come, go and are put elsewhere, against a plain list of them.
#include "tact/tree/moving_boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/random.h"

namespace tact {
namespace {

// Corners on a coarse grid, so that many only just touch; some without any thickness.
Aabb any_box(testing::Random& random, float side) {
  Aabb box{};
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = side * static_cast<float>(random.below(64));
    box.hi[k] = box.lo[k] + static_cast<float>(random.below(4));
  }
  return box;
}

std::vector<std::uint32_t> met(const MovingBoxes& tree, const Aabb& with) {
  Arena arena;
  std::vector<std::uint32_t> items;
  tree.for_each_overlap(with, arena, [&](std::uint32_t item) { items.push_back(item); });
  std::sort(items.begin(), items.end());
  return items;
}

std::vector<std::uint32_t> met(const std::map<std::uint32_t, Aabb>& boxes, const Aabb& with) {
  std::vector<std::uint32_t> items;
  for (const auto& [item, box] : boxes) {
    if (overlaps(box, with)) items.push_back(item);
  }
  return items;
}

TEST(MovingBoxes, FindsWhatAListFindsWhileBoxesComeAndGo) {
  testing::Random random(31);
  for (const std::uint32_t most : {1U, 2U, 3U, 60U, 900U}) {
    MovingBoxes tree;
    std::map<std::uint32_t, Aabb> boxes;
    for (int step = 0; step < 3000; ++step) {
      const std::uint32_t item = random.below(most);
      ASSERT_EQ(tree.contains(item), boxes.count(item) == 1);
      if (tree.contains(item)) {
        EXPECT_EQ(tree.box(item), boxes[item]);
        tree.remove(item);
        boxes.erase(item);
      }
      if (random.below(4) > 0) {
        boxes[item] = any_box(random, 0.25F);
        tree.insert(item, boxes[item]);
      }
      ASSERT_EQ(tree.size(), boxes.size());
      if (step % 50 == 0) {
        ASSERT_NO_THROW(tree.validate());
        const Aabb with = any_box(random, 0.25F);
        ASSERT_EQ(met(tree, with), met(boxes, with));
      }
    }
  }
}

TEST(MovingBoxes, ATreeBuiltAtOnceIsOneAndLeavesOutEmptyBoxes) {
  testing::Random random(32);
  for (const std::uint32_t count : {0U, 1U, 2U, 3U, 500U}) {
    std::vector<Aabb> boxes(count);
    std::map<std::uint32_t, Aabb> list;
    for (std::uint32_t i = 0; i < count; ++i) {
      boxes[i] = i % 7 == 3 ? Aabb::nothing() : any_box(random, 0.5F);
      if (!boxes[i].empty()) list[i] = boxes[i];
    }
    MovingBoxes tree;
    tree.insert(99, any_box(random, 1));  // forgotten
    tree.build(boxes);
    ASSERT_NO_THROW(tree.validate());
    EXPECT_EQ(tree.size(), list.size());
    for (int i = 0; i < 50; ++i) {
      const Aabb with = any_box(random, 0.5F);
      EXPECT_EQ(met(tree, with), met(list, with));
    }
    tree.insert(count + 5, any_box(random, 0.5F));
    EXPECT_NO_THROW(tree.validate());
  }
}

// Boxes in a row are the worst for a tree that grows by insertion; equal ones give no hint at all.
TEST(MovingBoxes, LooksAtFewBoxesInWhateverOrderTheyCame) {
  constexpr std::uint32_t count = 20000;
  for (const bool equal : {false, true}) {
    MovingBoxes tree;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto x = equal ? 0.0F : static_cast<float>(i);
      tree.insert(i, {{x, 0, 0}, {x + 0.5F, 1, 1}});
    }
    ASSERT_NO_THROW(tree.validate());
    EXPECT_LT(tree.visited(), std::uint64_t{count} * 300);
    Arena arena;
    const std::uint64_t tests = tree.for_each_overlap({{count - 7.8F, 0, 0}, {count - 7.6F, 1, 1}},
                                                      arena, [](std::uint32_t) {});
    EXPECT_LT(tests, 200U);
  }
}

}  // namespace
}  // namespace tact
