#include "tact/io/number.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>

#include "tact/io/number_impl.h"
#include "tests/support/random.h"

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

std::string digits(std::size_t count, testing::Random& random) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += static_cast<char>('0' + static_cast<int>(random.below(10)));
  }
  return text;
}

// Numbers of every length, alone and with something behind them: read as the library reads them.
TEST(Number, TheFastWayReadsTheSame) {
  testing::Random random(12);
  const char* const behind[] = {"", " ", "\t7", " 12345678", "/2", ":", "\xff", "\x80 1234567"};
  for (int turn = 0; turn < 20000; ++turn) {
    const std::string whole = digits(random.below(22), random);
    const std::string fraction = digits(random.below(22), random);
    const std::string sign = random.below(2) == 0 ? "-" : "";
    const std::string point = random.below(4) == 0 ? "" : "." + fraction;
    const std::string text = sign + whole + point + behind[random.below(8)];
    const char* const end = text.data() + text.size();
    double expected = 0;
    const auto library = std::from_chars(text.data(), end, expected);
    double value = 0;
    const char* at = text.data();
    ASSERT_EQ(scan_double(at, end, value), library.ec == std::errc()) << text;
    if (library.ec != std::errc()) continue;
    ASSERT_EQ(value, expected) << text;
    ASSERT_EQ(at, library.ptr) << text;
  }
}

TEST(Number, TheFastWayReadsIndices) {
  testing::Random random(13);
  const char* const behind[] = {"", " ", "/", " 123456789", "/1/2", "\r\n", "a", "\x80"};
  for (int turn = 0; turn < 20000; ++turn) {
    const std::string index = digits(random.below(12), random);
    const std::string text = index + behind[random.below(8)];
    const char* at = text.data();
    std::uint64_t value = 7;
    const bool plain = scan_index(at, value);
    ASSERT_EQ(plain, !index.empty() && index.size() < 10) << text;
    ASSERT_EQ(at - text.data(), static_cast<std::ptrdiff_t>(index.size())) << text;
    if (plain) {
      ASSERT_EQ(value, std::stoull(index)) << text;
    }
  }
}

}  // namespace
}  // namespace tact
