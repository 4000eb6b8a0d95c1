#include <gtest/gtest.h>

#include "tact/base/error.h"
#include "tact/base/simd.h"

namespace tact {
namespace {

TEST(Simd, EveryTargetCanBeChosenAndLeft) {
  const std::vector<std::string> targets = simd_targets();
  ASSERT_FALSE(targets.empty());
  const std::string best = simd_target();
  EXPECT_EQ(best, targets.front());
  for (const std::string& target : targets) {
    use_simd_target(target);
    EXPECT_EQ(simd_target(), target);
    EXPECT_EQ(simd_targets(), targets) << "asking must not change the choice";
    EXPECT_EQ(simd_target(), target);
  }
  use_simd_target("");
  EXPECT_EQ(simd_target(), best);
}

TEST(Simd, AnUnknownTargetLeavesTheChoice) {
  const std::vector<std::string> targets = simd_targets();
  use_simd_target(targets.back());
  EXPECT_THROW(use_simd_target("no such thing"), Error);
  EXPECT_EQ(simd_target(), targets.back());
  use_simd_target("");
}

}  // namespace
}  // namespace tact
