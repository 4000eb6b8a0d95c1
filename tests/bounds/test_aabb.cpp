#include <gtest/gtest.h>

#include <limits>

#include "tact/bounds/aabb.h"
#include "tests/support/random.h"

namespace tact {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

TEST(Aabb, RoundingGoesAtLeastToTheNextFloat) {
  testing::Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const auto x = static_cast<float>(random.uniform(-1, 1) *
                                      std::exp2(static_cast<int>(random.below(250)) - 130));
    ASSERT_LE(round_down(x), std::nextafter(x, -inf)) << x;
    ASSERT_GE(round_up(x), std::nextafter(x, inf)) << x;
    ASSERT_EQ(round_up(x), -round_down(-x));
  }
  EXPECT_LT(round_down(0), 0);
  EXPECT_EQ(round_down(-inf), -inf);
  EXPECT_EQ(round_up(std::numeric_limits<float>::max()), inf);
}

TEST(Aabb, TouchingCounts) {
  const Aabb a{{0, 0, 0}, {1, 1, 1}};
  EXPECT_TRUE(overlaps(a, {{1, 1, 1}, {2, 2, 2}}));
  EXPECT_FALSE(overlaps(a, {{std::nextafter(1.0F, 2.0F), 0, 0}, {2, 1, 1}}));
  for (int k = 0; k < 3; ++k) {
    Aabb aside = a;
    aside.lo[k] = 1.5F;
    aside.hi[k] = 2;
    EXPECT_FALSE(overlaps(a, aside));
    EXPECT_FALSE(overlaps(aside, a));
    EXPECT_TRUE(intersection(a, aside).empty());
  }
}

TEST(Aabb, NothingStaysNothing) {
  const Aabb box{{0, 1, 2}, {3, 4, 5}};
  Aabb none = Aabb::nothing();
  none.grow(10);  // growing nothing must not make numbers that poison a merge
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(overlaps(none, box));
  EXPECT_FALSE(overlaps(box, none));
  EXPECT_EQ(merge(box, none), box);
  EXPECT_EQ(merge(none, box), box);
  EXPECT_TRUE(encloses(box, none));
  EXPECT_EQ(none.cost(), 0);
  EXPECT_FALSE(overlaps(Aabb::nothing(), Aabb::nothing()));
}

TEST(Aabb, GrowsByAtLeastTheAmount) {
  testing::Random random(2);
  for (int i = 0; i < 10000; ++i) {
    const auto lo = static_cast<float>(random.uniform(-1, 1));
    const auto amount = static_cast<float>(std::exp2(random.uniform(-40, 3)));
    Aabb box{{lo, lo, lo}, {lo, lo, lo}};
    box.grow(amount);
    ASSERT_LE(double{box.lo[1]}, double{lo} - double{amount});
    ASSERT_GE(double{box.hi[2]}, double{lo} + double{amount});
  }
}

TEST(Aabb, MergeEnclosesBothAndIntersectionIsInBoth) {
  testing::Random random(3);
  const auto coordinate = [&] { return static_cast<float>(random.below(10)); };
  for (int i = 0; i < 10000; ++i) {
    Aabb two[2];
    for (Aabb& box : two) {
      for (int k = 0; k < 3; ++k) {
        box.lo[k] = coordinate();
        box.hi[k] = box.lo[k] + coordinate() / 2;
      }
    }
    const Aabb both = merge(two[0], two[1]);
    ASSERT_TRUE(encloses(both, two[0]) && encloses(both, two[1]));
    ASSERT_GE(both.cost(), two[0].cost());
    const Aabb part = intersection(two[0], two[1]);
    ASSERT_EQ(part.empty(), !overlaps(two[0], two[1]));
    ASSERT_TRUE(encloses(two[0], part) && encloses(two[1], part));
  }
}

}  // namespace
}  // namespace tact
