// Who is tested against whom.
#include "tact/base/types.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace tact {
namespace {

TEST(PairRule, GroupsAndMasksMustAgreeOnBothSides) {
  for (std::uint32_t bits = 0; bits < 256; ++bits) {
    const BodyRule a{bits & 3U, bits >> 2U & 3U, false};
    const BodyRule b{bits >> 4U & 3U, bits >> 6U, true};
    const bool both = (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
    EXPECT_EQ(tests(a, b), both) << bits;
    EXPECT_EQ(tests(b, a), both) << bits;
  }
}

TEST(PairRule, KeysSortLikePairsAndKnowNoOrderWithin) {
  EXPECT_EQ(key_of(7, 3), key_of(3, 7));
  EXPECT_EQ(pair_of(key_of(7, 3)), (Pair{3, 7}));
  EXPECT_EQ(pair_of(key_of(0xFFFFFFFEU, 0x80000000U)), (Pair{0x80000000U, 0xFFFFFFFEU}));
  EXPECT_LT(key_of(1, 0xFFFFFFFEU), key_of(2, 3));
}

TEST(PairRule, RefusedAndSettledPairsAreNotTested) {
  const std::vector<BodyRule> bodies{
      {1, ~0U, true}, {1, ~0U, false}, {1, ~0U, false}, {1, 2, true}};
  const std::vector<std::uint64_t> refused{key_of(0, 2)};
  PairRule rule{bodies, refused, {}};
  EXPECT_TRUE(rule.tests(0, 1));
  EXPECT_TRUE(rule.tests(1, 2));
  EXPECT_FALSE(rule.tests(0, 2));
  EXPECT_FALSE(rule.tests(2, 0));
  EXPECT_FALSE(rule.tests(0, 3)) << "the mask of 3 has no bit of 1";
  EXPECT_TRUE(rule.tests(0, 0));
  EXPECT_FALSE(rule.tests(1, 1));
  const std::array<bool, 4> settled{true, true, false, false};
  rule.settled = settled;
  EXPECT_FALSE(rule.tests(0, 1));
  EXPECT_FALSE(rule.tests(0, 0));
  EXPECT_TRUE(rule.tests(1, 2));
  EXPECT_TRUE(rule.tests(3, 3));
}

}  // namespace
}  // namespace tact
