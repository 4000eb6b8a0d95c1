#include <gtest/gtest.h>

#include <set>

#include "tact/flat/pair_set.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/random.h"

namespace tact {
namespace {

TEST(PairSet, IsASetUnderRandomComingAndGoing) {
  testing::Random random(1);
  PairSet set;
  std::set<Pair> model;
  EXPECT_FALSE(set.contains({1, 2}));
  EXPECT_FALSE(set.erase({1, 2}));
  for (int step = 0; step < 60000; ++step) {
    const Pair pair{random.below(40), 40 + random.below(40)};
    const Pair turned = random.chance(2) ? pair : Pair{pair.b, pair.a};
    // Grows for a while, then shrinks, and so on.
    if (random.below(10) < (step / 5000 % 2 == 0 ? 6U : 3U)) {
      EXPECT_EQ(set.insert(turned), model.insert(pair).second);
    } else {
      EXPECT_EQ(set.erase(turned), model.erase(pair) == 1);
    }
    EXPECT_EQ(set.contains(turned), model.count(pair) == 1);
    ASSERT_EQ(set.size(), model.size());
    if (step % 1000 == 0) {
      EXPECT_EQ(std::set<Pair>(set.pairs().begin(), set.pairs().end()), model);
    }
  }
  set.clear();
  EXPECT_EQ(set.size(), 0U);
  for (const Pair& pair : model) EXPECT_FALSE(set.contains(pair));
}

TEST(PairSet, DoesNotWearOut) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  PairSet set;
  for (std::uint32_t i = 0; i < 1000; ++i) set.insert({i, i + 1});
  const std::uint64_t before = testing::allocations();
  for (std::uint32_t i = 0; i < 100000; ++i) {
    ASSERT_TRUE(set.erase({i, i + 1}));
    ASSERT_TRUE(set.insert({i + 1000, i + 1001}));
  }
  EXPECT_EQ(testing::allocations() - before, 0U);
  EXPECT_EQ(set.size(), 1000U);
}

}  // namespace
}  // namespace tact
