#include <gtest/gtest.h>

#include <limits>

#include "tact/base/error.h"
#include "tact/base/types.h"

namespace tact {
namespace {

TEST(Budget, WithoutABoundNothingExpires) {
  const Budget budget;
  EXPECT_FALSE(budget.bounded());
  EXPECT_FALSE(budget.expired());
}

TEST(Budget, EndsWhenItsTimeHasCome) {
  EXPECT_TRUE(Budget::until(0).expired());
  EXPECT_TRUE(Budget::until(-5).expired());
  EXPECT_FALSE(Budget::until(3600).expired());
  EXPECT_TRUE(Budget::until(3600).bounded());
}

// What a clock cannot count is no undefined conversion: far enough is never.
TEST(Budget, TakesEveryNumberOfSeconds) {
  EXPECT_FALSE(Budget::until(1e300).expired());
  EXPECT_FALSE(Budget::until(std::numeric_limits<double>::infinity()).expired());
  EXPECT_TRUE(Budget::until(-1e300).expired());
  EXPECT_THROW(Budget::until(std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace
}  // namespace tact
