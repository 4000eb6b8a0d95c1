// Numbers as bytes, bytes as text.
#include "apps/report/bytes.h"

#include <limits>

#include "apps/report/escape.h"
#include "apps/report/page_files.h"
#include "tests/report/unpack.h"

namespace tact {
namespace {

using test::Unpacker;

TEST(ReportBytes, NumbersComeBack) {
  std::string bytes;
  const std::vector<std::uint64_t> values{
      0,           1,          127,
      128,         300,        65535,
      4294967295U, 1ULL << 63, std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t v : values) report::append_varint(bytes, v);
  const std::vector<std::int64_t> differences{0, -1, 1, -64, 64, -4294967295LL};
  for (const std::int64_t d : differences) report::append_varint(bytes, report::zigzag(d));
  const std::vector<std::uint16_t> shorts{0, 1, 255, 256, 65535};
  report::append_planes(bytes, std::span<const std::uint16_t>(shorts));
  const std::vector<float> floats{0, -1.5F, 1e-30F, 3e38F};
  report::append_planes(bytes, std::span<const float>(floats));
  Unpacker in(bytes);
  for (const std::uint64_t v : values) EXPECT_EQ(in.varint(), v);
  for (const std::int64_t d : differences) EXPECT_EQ(in.difference(), d);
  EXPECT_EQ(in.shorts(shorts.size()), shorts);
  EXPECT_EQ(in.floats(floats.size()), floats);
  EXPECT_TRUE(in.done());
}

TEST(ReportBytes, TextIsBase64) {
  EXPECT_EQ(report::base64(""), "");
  EXPECT_EQ(report::base64("f"), "Zg==");
  EXPECT_EQ(report::base64("fo"), "Zm8=");
  EXPECT_EQ(report::base64("foobar"), "Zm9vYmFy");
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(test::from_base64(report::base64(all)), all);
}

TEST(ReportBytes, DeflatedComesBack) {
  if (!report::can_write_reports()) GTEST_SKIP() << "built without three.js or zlib";
  for (const std::string& bytes : {std::string(), std::string("a"), std::string(300000, 'x')}) {
    EXPECT_EQ(test::inflated(report::deflated(bytes)), bytes);
  }
  EXPECT_LT(report::deflated(std::string(300000, 'x')).size(), 1000U);
}

TEST(ReportBytes, WordsOfOthersStayWords) {
  EXPECT_EQ(report::escaped("</script><img onerror='x'>&\""),
            "&#60;/script&#62;&#60;img onerror=&#39;x&#39;&#62;&#38;&#34;");
  EXPECT_EQ(report::escaped("Käse 🧀"), "Käse 🧀");
  EXPECT_EQ(report::escaped("a\xff\x1b\xc3"), "a???");
}

}  // namespace
}  // namespace tact
