// BoxIndex against looking at every box.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tact/tree/box_index.h"
#include "tests/support/random.h"

namespace tact {
namespace {

Aabb some_box(testing::Random& random, double size) {
  Aabb box = Aabb::nothing();
  const Vec3 at = random.vector(-1, 1);
  const Vec3 reach = random.vector(0, size);
  for (std::size_t k = 0; k < 3; ++k) {
    box.lo[k] = static_cast<float>(at[k] - reach[k]);
    box.hi[k] = static_cast<float>(at[k] + reach[k]);
  }
  return box;
}

TEST(BoxIndex, FindsWhatOverlaps) {
  testing::Random random(1);
  for (const std::uint32_t count : {0U, 1U, 8U, 9U, 63U, 64U, 65U, 513U, 5000U}) {
    std::vector<Aabb> boxes;
    for (std::uint32_t i = 0; i < count; ++i) boxes.push_back(some_box(random, 0.05));
    BoxIndex index;
    index.build(boxes);
    for (int round = 0; round < 2; ++round) {
      index.validate(boxes);
      for (int i = 0; i < 100; ++i) {
        Aabb query = some_box(random, 0.1);
        if (i % 2 == 0) query.hi[0] = INFINITY;
        Arena arena;
        ArenaVector<std::uint32_t> found(arena);
        index.find(query, found);
        std::sort(found.begin(), found.end());
        std::vector<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < count; ++k) {
          if (overlaps(query, boxes[k])) expected.push_back(k);
        }
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      }
      for (Aabb& box : boxes) box = some_box(random, 0.05);
      index.refit(boxes);
    }
  }
}

TEST(BoxIndex, LooksAtFew) {
  testing::Random random(2);
  std::vector<Aabb> boxes;
  for (int i = 0; i < 30000; ++i) boxes.push_back(some_box(random, 0.01));
  BoxIndex index;
  index.build(boxes);
  Arena arena;
  ArenaVector<std::uint32_t> found(arena);
  std::uint64_t looked = 0;
  for (int i = 0; i < 100; ++i) looked += index.find(some_box(random, 0.001), found);
  EXPECT_LT(looked, 100U * 600U);
}

TEST(BoxIndex, ValidateFindsABoxThatMoved) {
  testing::Random random(3);
  std::vector<Aabb> boxes;
  for (int i = 0; i < 100; ++i) boxes.push_back(some_box(random, 0.1));
  BoxIndex index;
  index.build(boxes);
  boxes[50].hi[1] += 1;
  EXPECT_THROW(index.validate(boxes), std::logic_error);
}

}  // namespace
}  // namespace tact
