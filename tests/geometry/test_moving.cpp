// Features that move, against an oracle that shares nothing with the library.
#include "tact/geometry/moving.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "tact/geometry/moving_impl.h"
#include "tests/support/moving_cases.h"
#include "tests/support/moving_oracle.h"

namespace tact {
namespace {

using testing::MovingAnswer;
using testing::MovingCase;
using testing::MovingFamily;

std::string text_of(const MovingCase& c) {
  std::string text = c.edges ? "edges" : "vertex and triangle";
  char line[200];
  for (const MovingPoint& p : c.p) {
    std::snprintf(line, sizeof line, "\n{{%a, %a, %a}, {%a, %a, %a}}", p.from.x, p.from.y, p.from.z,
                  p.to.x, p.to.y, p.to.z);
    text += line;
  }
  return text;
}

MovingAnswer oracle(const MovingCase& c) {
  return c.edges ? testing::oracle_edge_edge({c.p[0], c.p[1]}, {c.p[2], c.p[3]})
                 : testing::oracle_vertex_triangle(c.p[0], {c.p[1], c.p[2], c.p[3]});
}

// Whether and when, in one order.
::testing::AssertionResult right(const MovingCase& c, const MovingAnswer& answer, double width) {
  if (testing::meet(c) != answer.meet()) {
    return ::testing::AssertionFailure() << "meet: not " << answer.meet() << text_of(c);
  }
  const std::optional<ImpactTime> time = testing::first_impact(c, width);
  if (time.has_value() != answer.meet()) {
    return ::testing::AssertionFailure() << "time: not " << answer.meet() << text_of(c);
  }
  if (!time) return ::testing::AssertionSuccess();
  const bool narrow = time->hi - time->lo <= width || std::nextafter(time->lo, 2) >= time->hi;
  if (narrow && answer.first_is_in(*time)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "bracket " << time->lo << " " << time->hi << text_of(c);
}

// The last stage by itself, and that the filter claims nothing else.
::testing::AssertionResult stages_right(const MovingCase& c, const MovingAnswer& answer) {
  const exact::MovingPair pair{c.p, c.edges};
  const std::optional<ImpactTime> time = exact::first_impact_exactly(pair, 0x1p-20);
  if (exact::meet_exactly(pair) != answer.meet() || time.has_value() != answer.meet() ||
      (time && !answer.first_is_in(*time))) {
    return ::testing::AssertionFailure() << "last stage: not " << answer.meet() << text_of(c);
  }
  for (const double width : {1.0, 0.25, 0x1p-20, 0x1p-40}) {
    const exact::MovingFinding found = exact::filter_moving(pair, width);
    if (found.verdict == exact::MovingVerdict::open) continue;
    if ((found.verdict == exact::MovingVerdict::meet) != answer.meet() ||
        (answer.meet() && width < 1 && !answer.first_is_in(found.time))) {
      return ::testing::AssertionFailure() << "filter, " << width << text_of(c);
    }
  }
  return ::testing::AssertionSuccess();
}

class MovingOnFamily : public ::testing::TestWithParam<int> {
 protected:
  MovingFamily family() const { return static_cast<MovingFamily>(GetParam()); }
  // Those take the oracle milliseconds each.
  bool huge() const { return family() >= MovingFamily::scaled; }
};

TEST_P(MovingOnFamily, AgreesWithTheOracleInAllOrders) {
  testing::Random random(100 + static_cast<unsigned>(GetParam()));
  int hits = 0;
  const int count = huge() ? 15 : family() == MovingFamily::needles ? 40 : 200;
  for (int i = 0; i < count; ++i) {
    const MovingCase c = testing::make_moving_case(family(), i % 2 == 0, random);
    const MovingAnswer answer = oracle(c);
    hits += answer.meet() ? 1 : 0;
    ASSERT_TRUE(right(c, answer, 0x1p-20)) << i;
    ASSERT_TRUE(stages_right(c, answer)) << i;
    ASSERT_TRUE(right(c, answer, i % 8 == 0 ? 0x1p-50 : i % 8 == 1 ? 0 : 0.25)) << i;
    for (std::uint32_t k = 1; k < testing::reordering_count; k += huge() ? 3 : 1) {
      ASSERT_TRUE(right(testing::reordered(c, k), answer, 0x1p-20)) << i << " order " << k;
    }
    const MovingCase back = testing::reversed(c);
    ASSERT_EQ(testing::meet(back), answer.meet()) << i << " backwards" << text_of(back);
    if (answer.meet()) {
      const std::optional<ImpactTime> last = testing::first_impact(back);
      ASSERT_TRUE(last);
      ASSERT_LE(testing::first_impact(c)->lo, 1 - last->lo + 0x1p-50) << i << text_of(c);
    }
  }
  EXPECT_GT(hits, 0);
  if (family() < MovingFamily::contact_at_start) {
    EXPECT_LT(hits, count);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MovingOnFamily, ::testing::Range(0, testing::moving_family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

class MovingFamilyLong : public MovingOnFamily {};

TEST_P(MovingFamilyLong, AgreesWithTheOracle) {
  testing::Random random(200 + static_cast<unsigned>(GetParam()));
  const int count = huge() ? 20'000 : 600'000;
  for (int i = 0; i < count; ++i) {
    const MovingCase c = testing::make_moving_case(family(), i % 2 == 0, random);
    const MovingAnswer answer = oracle(c);
    ASSERT_TRUE(right(c, answer, 0x1p-20)) << i;
    ASSERT_TRUE(stages_right(c, answer)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MovingFamilyLong, ::testing::Range(0, testing::moving_family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

constexpr MovingPoint standing(double x, double y, double z) { return {{x, y, z}, {x, y, z}}; }
constexpr MovingTriangle floor_triangle{standing(-1, -1, 0), standing(1, -1, 0), standing(0, 1, 0)};

TEST(Moving, AVertexFallsThroughATriangle) {
  const MovingPoint v{{0, 0, 1}, {0, 0, -3}};
  EXPECT_TRUE(meet_vertex_triangle(v, floor_triangle));
  const auto time = first_impact_vertex_triangle(v, floor_triangle);
  ASSERT_TRUE(time);
  EXPECT_LE(time->lo, 0.25);
  EXPECT_GE(time->hi, 0.25);
  EXPECT_FALSE(meet_vertex_triangle({{2, 0, 1}, {2, 0, -3}}, floor_triangle));
  EXPECT_FALSE(meet_vertex_triangle({{0, 0, 1}, {0, 0, 0x1p-1074}}, floor_triangle));
}

TEST(Moving, ContactAtEitherEndIsOneNumber) {
  const MovingPoint down{{0, 0, 1}, {0, 0, -0.0}};
  const auto end = first_impact_vertex_triangle(down, floor_triangle);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->lo, 1);
  EXPECT_EQ(end->hi, 1);
  const auto start = first_impact_vertex_triangle({down.to, down.from}, floor_triangle);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->lo, 0);
  EXPECT_EQ(start->hi, 0);
}

// Root parity would say no: the vertex passes through the plane of the triangle twice.
TEST(Moving, AnEvenNumberOfContactsIsSeen) {
  const MovingTriangle swinging{MovingPoint{{-4, -4, 4}, {-4, -4, -12}},
                                MovingPoint{{4, -4, -4}, {4, -4, 12}}, standing(0, 4, 0)};
  const MovingPoint v{{-0.5, 0, 0.0625}, {1.5, 0, 0.0625}};
  const auto time = first_impact_vertex_triangle(v, swinging);
  ASSERT_TRUE(time);
  EXPECT_TRUE(testing::oracle_vertex_triangle(v, swinging).first_is_in(*time));
}

TEST(Moving, PointLikeEdgesMeetWhereTheyAre) {
  const MovingEdge a{MovingPoint{{0, 0, 0}, {1, 1, 1}}, MovingPoint{{0, 0, 0}, {1, 1, 1}}};
  const MovingEdge b{MovingPoint{{1, 1, 1}, {0, 0, 0}}, MovingPoint{{1, 1, 1}, {0, 0, 0}}};
  const auto time = first_impact_edge_edge(a, b);
  ASSERT_TRUE(time);
  EXPECT_LE(time->lo, 0.5);
  EXPECT_GE(time->hi, 0.5);
  const MovingEdge beside{MovingPoint{{1, 1, 1}, {0, 0, 0x1p-1000}},
                          MovingPoint{{1, 1, 1}, {0, 0, 0x1p-1000}}};
  EXPECT_FALSE(meet_edge_edge(a, beside));
}

TEST(Moving, ANarrowerBracketEndsInNeighbouringDoubles) {
  const MovingPoint v{{0, 0, 1}, {0, 0, -2}};  // at one third
  const auto time = first_impact_vertex_triangle(v, floor_triangle, 0);
  ASSERT_TRUE(time);
  EXPECT_EQ(std::nextafter(time->lo, 2), time->hi);
  EXPECT_LT(time->lo, 1.0 / 3 + 0x1p-54);
  EXPECT_GT(time->hi, 1.0 / 3 - 0x1p-54);
}

// The vertex falls on the edge, or a last digit beside it: no weight is clear in double.
TEST(Moving, AFallBesideAnEdgeIsDecidedByTheLastDigit) {
  testing::Random random(5);
  int hits = 0;
  for (int i = 0; i < 400; ++i) {
    const Vec3 a{random.uniform(0, 1), random.uniform(0, 1), 0};
    const Vec3 b{random.uniform(9, 900), random.uniform(9, 900), 0};
    Vec3 p = a + (b - a) * random.uniform(0, 1);
    if (random.chance(2)) p.x = std::nextafter(p.x, random.chance(2) ? 0 : 1000);
    const MovingCase c{{MovingPoint{p + Vec3{0, 0, 1}, p + Vec3{0, 0, -1}}, MovingPoint{a, a},
                        MovingPoint{b, b}, standing(b.y, -b.x, 0)},
                       false};
    const MovingAnswer answer = oracle(c);
    hits += answer.meet() ? 1 : 0;
    ASSERT_TRUE(stages_right(c, answer)) << i;
    ASSERT_TRUE(right(c, answer, 0x1p-20)) << i;
  }
  EXPECT_GT(hits, 100);
  EXPECT_LT(hits, 300);
}

// The first of three roots, 1/4, 1/2 and 3/4: halves of what parts them never come to it.
TEST(Moving, ARootThatIsADoubleIsFound) {
  const MovingPoint v = standing(0, 0, 0);
  const MovingTriangle corners_pass{MovingPoint{{-1, 0, 0}, {3, 0, 0}},
                                    MovingPoint{{0, -1, 0}, {0, 1, 0}},
                                    MovingPoint{{0, 0, -3}, {0, 0, 1}}};
  for (const double width : {0.0, 0x1p-1074, 0x1p-30, 1.0}) {
    const auto time = first_impact_vertex_triangle(v, corners_pass, width);
    ASSERT_TRUE(time);
    EXPECT_TRUE(testing::oracle_vertex_triangle(v, corners_pass).first_is_in(*time)) << width;
    if (width < 0x1p-100) {
      EXPECT_EQ(time->lo, 0.25);
      EXPECT_EQ(time->hi, 0.25);
    }
  }
}

}  // namespace
}  // namespace tact
