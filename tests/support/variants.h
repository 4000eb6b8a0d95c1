#pragma once
// The methods' variants under their names, in a program of tests that adds this environment. They
// come once its tables of all methods are made, and so do not stand in those.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "bench/variants.h"

namespace tact::testing {

class VariantsKnown final : public ::testing::Environment {
 public:
  /// Those whose names begin so; without a beginning, all.
  explicit VariantsKnown(std::string_view beginning = {}) : beginning_(beginning) {}
  void SetUp() override { bench::register_variants(beginning_); }

 private:
  std::string beginning_;
};

}  // namespace tact::testing
