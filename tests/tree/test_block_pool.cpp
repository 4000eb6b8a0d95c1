#include "tact/tree/block_pool.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "tests/support/allocation_counter.h"

namespace tact {
namespace {

TEST(BlockPool, HandsOutEveryBlockOnce) {
  BlockPool pool;
  pool.reset(100, false);
  std::set<Block*> taken;
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(taken.insert(pool.take()).second);
  EXPECT_EQ(pool.in_use(), 60U);
  for (int i = 0; i < 20; ++i) {
    pool.give(*taken.begin());
    taken.erase(taken.begin());
  }
  EXPECT_EQ(pool.in_use(), 40U);
  pool.settle();
  EXPECT_EQ(pool.in_use(), 40U);
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(taken.insert(pool.take()).second);
  EXPECT_EQ(pool.in_use(), 100U);
}

TEST(BlockPool, WhatIsUndoneIsTakenNext) {
  BlockPool pool;
  pool.reset(100, false);
  Block* const first = pool.take();
  Block* const second = pool.take();
  Block* const third = pool.take();
  pool.undo(first);
  pool.undo(third);
  EXPECT_EQ(pool.in_use(), 1U);
  pool.settle();
  EXPECT_EQ(pool.in_use(), 1U);
  std::set<Block*> taken{second};
  for (int i = 0; i < 30; ++i) EXPECT_TRUE(taken.insert(pool.take()).second);
  EXPECT_TRUE(taken.count(first) == 1 && taken.count(third) == 1);
  EXPECT_EQ(pool.in_use(), 31U);
}

// A query that fails may be asked again as often as one likes.
TEST(BlockPool, ABlockThatCannotBeMadeLeavesNoTrace) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers end the program instead";
  BlockPool pool;
  pool.reset(4, false, std::size_t{1} << 55U);  // more than there can be
  for (int i = 0; i < 1000; ++i) EXPECT_THROW(pool.take(), std::bad_alloc);
  EXPECT_EQ(pool.in_use(), 0U);
  EXPECT_EQ(pool.capacity(), 0U);
  pool.settle();
  EXPECT_EQ(pool.in_use(), 0U);
}

// A body that once broke into everything and is whole again does not hold that memory for ever.
TEST(BlockPool, GivesBackWhatWasNotNeededForLong) {
  BlockPool pool;
  pool.reset(100000, false);
  std::deque<Block*> taken;  // the longest first
  for (int i = 0; i < 20000; ++i) taken.push_back(pool.take());
  pool.settle();
  const std::size_t most = pool.capacity();
  EXPECT_GE(most, 20000U);
  const auto give = [&] {
    pool.give(taken.front());
    taken.pop_front();
  };
  while (taken.size() > 100) give();
  for (int i = 0; i < 1000; ++i) pool.settle();
  EXPECT_EQ(pool.capacity(), most) << "it may be needed again in a moment";
  for (int i = 0; i < 4000; ++i) {
    // Blocks come and go, so that those in use move to low chunks.
    give();
    pool.settle();
    taken.push_back(pool.take());
  }
  EXPECT_EQ(pool.in_use(), 100U);
  EXPECT_LT(pool.capacity(), most / 4);
  for (int i = 0; i < 20000; ++i) taken.push_back(pool.take());
  EXPECT_EQ(std::set<Block*>(taken.begin(), taken.end()).size(), taken.size()) << "none twice";
}

TEST(BlockPool, GivesBackAllButLittleOfATreeThatIsGivenUp) {
  BlockPool pool;
  pool.reset(100000, false);
  for (int i = 0; i < 20000; ++i) pool.take();
  pool.settle();
  pool.forget();
  for (int i = 0; i < 3000; ++i) pool.settle();
  EXPECT_LE(pool.capacity(), 2048U);
  std::set<Block*> taken;
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(taken.insert(pool.take()).second);
}

}  // namespace
}  // namespace tact
