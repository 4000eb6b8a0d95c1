// Files of questions about moving features: read, asked, and judged.
#include "bench/ccd.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "bench/bench.h"
#include "tact/base/error.h"
#include "tests/io/temporary_folder.h"

namespace tact::bench {
namespace {

MovingQuery fall(double to, bool meets) {
  const auto standing = [](double x, double y) { return MovingPoint{{x, y, 0}, {x, y, 0}}; };
  return {false,
          meets,
          {MovingPoint{{0, 0, 1}, {0, 0, to}}, standing(-1, -1), standing(1, -1), standing(0, 1)}};
}

MovingQuery crossing(double height, bool meets) {
  return {true,
          meets,
          {MovingPoint{{-1, 0, 1}, {-1, 0, -1}}, MovingPoint{{1, 0, 1}, {1, 0, -1}},
           MovingPoint{{0, -1, height}, {0, -1, height}}, MovingPoint{{0, 1, 0}, {0, 1, height}}}};
}

std::string text_of(std::initializer_list<MovingQuery> queries) {
  std::string text = "tactccd 1\n";
  for (const MovingQuery& q : queries) {
    text += static_cast<char>(q.edges);
    text += static_cast<char>(q.meets);
    for (Vec3 MovingPoint::*end : {&MovingPoint::from, &MovingPoint::to}) {
      for (const MovingPoint& p : q.point) {
        for (std::size_t k = 0; k < 3; ++k) {
          const auto bits = std::bit_cast<std::uint64_t>((p.*end)[k]);
          for (int i = 0; i < 8; ++i) text += static_cast<char>(bits >> 8 * i & 255U);
        }
      }
    }
  }
  return text;
}

TEST(Ccd, QueriesComeBackAsTheyWereWritten) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("two.bin", text_of({fall(-1, true), crossing(3, false)}));
  const std::vector<MovingQuery> queries = read_queries(file);
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_FALSE(queries[0].edges);
  EXPECT_TRUE(queries[0].meets);
  EXPECT_EQ(queries[0].point[0].from, (Vec3{0, 0, 1}));
  EXPECT_EQ(queries[0].point[0].to, (Vec3{0, 0, -1}));
  EXPECT_TRUE(queries[1].edges);
  EXPECT_FALSE(queries[1].meets);
  EXPECT_EQ(queries[1].point[3].to, (Vec3{0, 1, 3}));
}

TEST(Ccd, WhatIsNoFileOfQueriesIsRefused) {
  const test::TemporaryFolder folder;
  const std::string good = text_of({fall(-1, true)});
  std::string kind = good;
  kind[10] = 2;
  const MovingQuery nan = fall(std::numeric_limits<double>::quiet_NaN(), true);
  for (const std::string& text : {std::string(), std::string("tactccd 2\n"),
                                  good.substr(0, good.size() - 1), kind, text_of({nan})}) {
    EXPECT_THROW(read_queries(folder.write("bad.bin", text)), Error);
  }
  EXPECT_THROW(read_queries(folder.path() / "missing.bin"), Error);
  EXPECT_TRUE(read_queries(folder.write("empty.bin", "tactccd 1\n")).empty());
}

TEST(Ccd, CountsWhatTheFileSaysOtherwise) {
  const std::vector<MovingQuery> queries{fall(-1, true),  fall(0.5, false), fall(0, true),
                                         fall(-1, false), fall(0.5, true),  crossing(0, true)};
  const QueryResult result = ask_queries("six", queries, 2);
  EXPECT_EQ(result.queries, 6U);
  EXPECT_EQ(result.meeting, 4U);
  EXPECT_EQ(result.missed, 1U);
  EXPECT_EQ(result.invented, 1U);
  EXPECT_EQ(result.undecided, 0U);
  EXPECT_FALSE(result.right());
  EXPECT_GT(result.when_meeting.worst, 0);
  EXPECT_GE(result.when_not.worst, result.when_not.mean);
}

TEST(Ccd, TheRunEndsByTheAnswers) {
  const test::TemporaryFolder folder;
  BenchOptions options;
  options.suites = {"ccd"};
  options.json = folder.path() / "record.json";
  options.quick = true;
  EXPECT_THROW(run_bench(options), Error) << "without files";
  options.queries = {folder.write("right.bin", text_of({fall(-1, true), fall(0.5, false)}))};
  EXPECT_EQ(run_bench(options), 0);
  options.queries.push_back(folder.write("wrong.bin", text_of({fall(-1, false)})));
  EXPECT_EQ(run_bench(options), 1);
  options.suites = {"limits"};
  EXPECT_THROW(run_bench(options), Error) << "another suite";
}

}  // namespace
}  // namespace tact::bench
