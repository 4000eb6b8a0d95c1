#include "tact/io/number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tact {
namespace {

double parsed(const char* word) {
  double value = 12345;
  return parse_double(word, value) ? value : 99999;
}

TEST(Number, ReadsWhatTextFilesHold) {
  EXPECT_EQ(parsed("1"), 1);
  EXPECT_EQ(parsed("+1.5e+3"), 1500);
  EXPECT_EQ(parsed(".25"), 0.25);
  EXPECT_EQ(parsed("-5."), -5);
  EXPECT_EQ(parsed("4.9e-324"), 5e-324);
  EXPECT_TRUE(std::isnan(parsed("nan")));
}

TEST(Number, TinyIsZeroAndHugeIsNoNumber) {
  for (const char* tiny :
       {"1e-400", "0.001e-330", "1000e-999999999999999999999", "0.0000001e-320"}) {
    EXPECT_EQ(parsed(tiny), 0) << tiny;
  }
  EXPECT_TRUE(std::signbit(parsed("-1e-400")));
  const std::string long_tiny = "0." + std::string(400, '0') + "1";
  EXPECT_EQ(parsed(long_tiny.c_str()), 0);
  const std::string long_huge = "1" + std::string(400, '0');
  for (const char* huge : {"1e400", "-1e+400", "1e999999999999999999999", long_huge.c_str()}) {
    EXPECT_EQ(parsed(huge), 99999) << huge;
  }
}

TEST(Number, RefusesTheRest) {
  for (const char* bad : {"", "+", "-", "++1", "+-1", "1,5", "0x10", "1e", "one", "1.2.3", "1 "}) {
    EXPECT_EQ(parsed(bad), 99999) << bad;
  }
}

TEST(Number, TakesWordsApart) {
  std::string_view text = "  a\tbc  ";
  EXPECT_EQ(take_word(text), "a");
  EXPECT_EQ(take_word(text), "bc");
  EXPECT_EQ(take_word(text), "");
}

}  // namespace
}  // namespace tact
