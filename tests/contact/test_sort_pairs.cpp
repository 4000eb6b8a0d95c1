// The order of answers, against std::sort.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tact/contact/sort_pairs.h"
#include "tests/support/random.h"

namespace tact {
namespace {

// Numbers below these limits; zero stands for all 32 bits.
struct Limits {
  std::uint32_t bodies;
  std::uint32_t primitives;
};

std::vector<Candidate> pairs_below(const Limits& limits, std::size_t count, std::uint64_t seed) {
  testing::Random random(seed);
  const auto number = [&](std::uint32_t limit) {
    return limit == 0 ? random.below(1U << 16) << 16 | random.below(1U << 16) : random.below(limit);
  };
  std::vector<Candidate> pairs(count);
  for (Candidate& pair : pairs) {
    pair = {number(limits.bodies), number(limits.bodies), number(limits.primitives),
            number(limits.primitives)};
  }
  return pairs;
}

TEST(SortPairs, LikeTheStandardLibrary) {
  Arena arena;
  for (const Limits limits : {Limits{1, 1}, Limits{1, 2}, Limits{1, 15000}, Limits{2, 1U << 21},
                              Limits{300, 437}, Limits{1U << 20, 1}, Limits{0, 0}}) {
    for (const std::size_t count : {0U, 1U, 2U, 127U, 128U, 129U, 1000U, 70000U}) {
      std::vector<Candidate> found = pairs_below(limits, count, count + limits.primitives);
      std::vector<Candidate> expected = found;
      std::sort(expected.begin(), expected.end());
      arena.reset();
      sort_pairs(found, arena);
      EXPECT_EQ(found, expected) << limits.bodies << " bodies, " << limits.primitives << ", "
                                 << count;
    }
  }
}

TEST(SortPairs, OfListsThatAreInOrderOrBackwards) {
  Arena arena;
  std::vector<Candidate> expected = pairs_below({3, 5000}, 5000, 1);
  std::sort(expected.begin(), expected.end());
  std::vector<Candidate> found = expected;
  sort_pairs(found, arena);
  EXPECT_EQ(found, expected);
  std::reverse(found.begin(), found.end());
  sort_pairs(found, arena);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace tact
