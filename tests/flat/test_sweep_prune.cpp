#include <gtest/gtest.h>

#include <iterator>

#include "tact/flat/sweep_prune.h"
#include "tests/flat/box_scenes.h"

namespace tact {
namespace {

std::vector<Pair> only_in(const std::vector<Pair>& a, const std::vector<Pair>& b) {
  std::vector<Pair> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

std::vector<Pair> pairs_of(const SweepPrune& sap) {
  return testing::sorted_pairs({sap.pairs().begin(), sap.pairs().end()});
}

class SweepPruneTest : public ::testing::Test {
 protected:
  void reset(const std::vector<Aabb>& boxes, const BoxOwners& owners = {}) {
    scratch_.begin(2);
    sap_.reset(boxes, owners, 2, scratch_);
    scratch_.end();
  }
  SweepPrune sap_;
  Scratch scratch_;
};

TEST_F(SweepPruneTest, PairsAppearAndDisappearOnce) {
  testing::Random random(2);
  std::vector<Aabb> boxes = testing::grid_boxes(200, 5);
  reset(boxes);
  std::vector<Pair> before = testing::naive_pairs(boxes);
  EXPECT_EQ(pairs_of(sap_), before);
  for (int frame = 0; frame < 80; ++frame) {
    if (frame % 8 == 7) {
      boxes = testing::grid_boxes(200, random.bits());
    } else if (frame % 8 == 3) {
      for (Aabb& box : boxes) box.hi[frame % 3] += 0.125F;  // on one axis only
    } else {
      testing::jitter(boxes, 0.05F, random);
    }
    const SweepPrune::Counts counts = sap_.update(boxes, {}, 1);
    const std::vector<Pair> after = testing::naive_pairs(boxes);
    EXPECT_EQ(pairs_of(sap_), after);
    EXPECT_EQ(counts.appeared, only_in(after, before).size());
    EXPECT_EQ(counts.disappeared, only_in(before, after).size());
    ASSERT_NO_THROW(sap_.validate(boxes, {}));
    before = after;
  }
}

TEST_F(SweepPruneTest, NothingHappensWhileNothingMoves) {
  const std::vector<Aabb> boxes = testing::grid_boxes(300, 1);
  reset(boxes);
  const SweepPrune::Counts counts = sap_.update(boxes, {}, 1);
  EXPECT_EQ(counts.steps + counts.appeared + counts.disappeared, 0U);
}

TEST_F(SweepPruneTest, CountsOverlapsOnEachAxis) {
  testing::Random random(3);
  std::vector<Aabb> boxes = testing::cube_boxes(150, 0.2F, 1);
  reset(boxes);
  for (int frame = 0; frame < 10; ++frame) {
    testing::jitter(boxes, 0.1F, random);
    sap_.update(boxes, {}, 1);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(sap_.overlaps(k), testing::naive_overlaps(boxes, k));
  }
}

TEST_F(SweepPruneTest, TheOrderOfPairsDoesNotDependOnThreads) {
  std::vector<Aabb> boxes = testing::cube_boxes(1500, 0.05F, 1);
  SweepPrune other;
  scratch_.begin(2);
  other.reset(boxes, {}, 1, scratch_);
  scratch_.end();
  reset(boxes);
  testing::Random random(9);
  for (int frame = 0; frame < 10; ++frame) {
    testing::jitter(boxes, 0.02F, random);
    sap_.update(boxes, {}, 2);
    other.update(boxes, {}, 1);
    ASSERT_TRUE(std::equal(sap_.pairs().begin(), sap_.pairs().end(), other.pairs().begin(),
                           other.pairs().end()));
  }
}

TEST_F(SweepPruneTest, HoldsOnlyPairsThatAreWanted) {
  testing::Random random(7);
  constexpr std::uint32_t count = 240;
  std::vector<Aabb> boxes = testing::grid_boxes(count, 6);
  std::vector<std::uint32_t> owner(count);
  for (std::uint32_t i = 0; i < count; ++i) owner[i] = i / 60;
  // 0 and 1 ignore each other, 3 hits everybody but not itself.
  const std::vector<BodyRule> rules{
      {1, 2 | 4, true}, {1, 2 | 4, false}, {2, ~0U, true}, {4, ~0U, false}};
  // Every fifth box is related to the next one.
  std::vector<BoxTags> tags(count);
  for (std::uint32_t i = 0; i < count; ++i) tags[i] = {{3 * i, 3 * i + 1, 3 * i + 2}};
  for (std::uint32_t i = 0; i + 1 < count; i += 5) tags[i + 1].tag[i % 3] = tags[i].tag[i / 5 % 3];
  const BoxOwners owners{owner, rules, tags};
  reset(boxes, owners);
  for (int frame = 0; frame < 20; ++frame) {
    std::vector<Pair> expected;
    for (const Pair& pair : testing::naive_pairs(boxes)) {
      const std::uint32_t a = owner[pair.a];
      const std::uint32_t b = owner[pair.b];
      const bool kin = pair.b == pair.a + 1 && pair.a % 5 == 0;
      if (a == b ? (a == 0 || a == 2) && !kin : !(a == 0 && b == 1)) expected.push_back(pair);
    }
    EXPECT_EQ(pairs_of(sap_), expected);
    ASSERT_NO_THROW(sap_.validate(boxes, owners));
    testing::jitter(boxes, 0.2F, random);
    sap_.update(boxes, owners, 1);
  }
}

TEST_F(SweepPruneTest, MemoryIsThatOfBoxesAndPairs) {
  const std::vector<Aabb> boxes = testing::cube_boxes(20000, 0.05F, 3);
  reset(boxes);
  EXPECT_GT(sap_.pairs().size(), 10000U);
  EXPECT_LE(sap_.bytes(), 96 * boxes.size() + 40 * sap_.pairs().size() + 512);
}

// Whatever the motion, lists of what comes and goes hold what came and went, not all that passed.
TEST_F(SweepPruneTest, MemoryStaysThatOfPairsWhenEverythingChangesPlaces) {
  reset(testing::cube_boxes(2000, 0.05F, 1));
  std::size_t most = sap_.pairs().size();
  for (std::uint64_t seed = 2; seed < 6; ++seed) {
    sap_.update(testing::cube_boxes(2000, 0.05F, seed), {}, 2);
    most = std::max(most, sap_.pairs().size());
  }
  EXPECT_GT(most, 100U);
  EXPECT_LE(sap_.bytes(), 96 * std::size_t{2000} + 200 * most + 512);
}

}  // namespace
}  // namespace tact
