// Long sequences of random operations, good and bad, with every answer checked against a fresh
// world that is built from a plain model of what the bodies should be, and asked by brute force.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "tests/support/answers.h"
#include "tests/support/random_world.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using testing::RandomWorld;

// TACT_TEST_OPERATIONS and TACT_TEST_SEED override what is usual.
std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

TEST(RandomOperations, EveryAnswerIsThatOfAFreshWorld) {
  const std::uint64_t seed = number_from("TACT_TEST_SEED", 20061);
  const std::uint64_t operations =
      number_from("TACT_TEST_OPERATIONS", testing::slow_build() ? 4000 : 100000);
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomWorld random(seed);
  std::uint64_t checks = 0;
  std::uint64_t contacts = 0;
  for (std::uint64_t i = 0; i < operations; ++i) {
    random.step();
    ASSERT_EQ(random.complaint(), "") << "operation " << i;
    if (i % 16 != 15) continue;
    const std::size_t found = random.check();
    ASSERT_EQ(random.complaint(), "") << "after operation " << i;
    contacts += found;
    ++checks;
  }
  EXPECT_EQ(checks, operations / 16);
  EXPECT_GT(contacts, checks) << "hardly anything touched: the test shows nothing";
  for (const auto& [what, count] : random.counts()) {
    EXPECT_GT(count, operations / 1000) << "too rarely: " << what;
  }
}

}  // namespace
}  // namespace tact
