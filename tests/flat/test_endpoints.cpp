#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tact/flat/endpoints.h"
#include "tests/flat/box_scenes.h"

namespace tact {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr FullSort full_sorts[] = {FullSort::radix, FullSort::quick, FullSort::heap};

bool in_order(std::span<const Endpoint> list) {
  return std::is_sorted(list.begin(), list.end(),
                        [](Endpoint a, Endpoint b) { return key_of(a) < key_of(b); });
}

std::vector<Endpoint> list_of(const std::vector<Aabb>& boxes, int axis) {
  std::vector<Endpoint> list(2 * boxes.size());
  list_endpoints(boxes, axis, list);
  return list;
}

template <class Visit>
SortOutcome sort_moved(const std::vector<Aabb>& boxes, int axis, std::vector<Endpoint>& list,
                       std::uint64_t limit, Visit&& visit) {
  std::vector<std::uint32_t> now(list.size());
  list_coordinates(boxes, axis, now);
  return insertion_sort(now, list, {limit}, visit);
}

TEST(Endpoint, BitsKeepTheOrderOfFloats) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const float ascending[] = {-inf,      -3e38F,    -2.5F, -1, -0x1p-126F,   -0x1p-149F, 0,
                             0x1p-149F, 0x1p-126F, 0.5F,  1,  1 + 0x1p-23F, 3e38F,      inf};
  for (std::size_t i = 1; i < std::size(ascending); ++i) {
    EXPECT_LT(ordered_bits(ascending[i - 1]), ordered_bits(ascending[i])) << ascending[i];
  }
  EXPECT_EQ(ordered_bits(-0.0F), ordered_bits(0.0F));
}

TEST(Endpoint, StartsComeBeforeEndsAtEqualCoordinates) {
  EXPECT_LT(make_endpoint(1, false, most_boxes), make_endpoint(1, true, 0));
  EXPECT_LT(make_endpoint(0.0F, false, 7), make_endpoint(-0.0F, true, 3));
  EXPECT_LT(make_endpoint(-1, true, most_boxes), make_endpoint(-1 + 0x1p-24F, false, 0));
  const Endpoint e = make_endpoint(-2.5F, true, 123456);
  EXPECT_TRUE(is_end(e));
  EXPECT_EQ(box_of(e), 123456U);
}

TEST(Endpoint, AnEmptyBoxIsAPoint) {
  std::vector<Aabb> boxes{Aabb::nothing()};
  const std::vector<Endpoint> list = list_of(boxes, 0);
  EXPECT_LT(list[0], list[1]);
}

TEST(Endpoint, CoordinatesAreThoseOfTheList) {
  std::vector<Aabb> boxes = testing::grid_boxes(100, 4);
  boxes[7] = Aabb::nothing();
  std::array<std::vector<std::uint32_t>, 3> all;
  all.fill(std::vector<std::uint32_t>(200));
  list_coordinates(boxes, {all[0].data(), all[1].data(), all[2].data()});
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<std::uint32_t> now(200);
    list_coordinates(boxes, axis, now);
    for (const Endpoint e : list_of(boxes, axis)) EXPECT_EQ(refreshed(e, now), e);
    EXPECT_EQ(all[static_cast<std::size_t>(axis)], now);
  }
}

TEST(FullSort, AllGiveTheSameOrder) {
  Arena arena;
  for (const std::uint32_t count : {0U, 1U, 2U, 3U, 100U, 5000U}) {
    const std::vector<Aabb> boxes = testing::grid_boxes(count, count);
    for (const FullSort sort : full_sorts) {
      std::vector<Endpoint> list = list_of(boxes, 1);
      std::vector<Endpoint> expected = list;
      full_sort(sort, list, arena);
      EXPECT_TRUE(in_order(list)) << name_of(sort);
      std::sort(list.begin(), list.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(list, expected) << name_of(sort) << " lost an endpoint";
    }
  }
}

TEST(FullSort, RadixSortsEveryBitOfTheKey) {
  Arena arena;
  testing::Random random(5);
  std::vector<Endpoint> list(20000);
  for (Endpoint& e : list) e = random.bits();
  full_sort(FullSort::radix, list, arena);
  EXPECT_TRUE(in_order(list));
  // Alike in all digits but one.
  for (unsigned bit = 31; bit < 64; ++bit) {
    for (Endpoint& e : list) e = std::uint64_t{random.below(2)} << bit;
    full_sort(FullSort::radix, list, arena);
    EXPECT_TRUE(in_order(list)) << bit;
  }
}

TEST(InsertionSort, CountsOverlapsInItsSwaps) {
  testing::Random random(3);
  std::vector<Aabb> boxes = testing::grid_boxes(150, 8);
  Arena arena;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Endpoint> list = list_of(boxes, axis);
    full_sort(FullSort::radix, list, arena);
    std::uint64_t overlaps = count_overlaps(list);
    EXPECT_EQ(overlaps, testing::naive_overlaps(boxes, axis));
    for (int frame = 0; frame < 10; ++frame) {
      boxes = testing::grid_boxes(150, random.bits());
      const SortOutcome outcome = sort_moved(boxes, axis, list, no_limit, NoVisitor{});
      EXPECT_TRUE(outcome.sorted && in_order(list));
      overlaps += static_cast<std::uint64_t>(outcome.overlaps);
      EXPECT_EQ(overlaps, testing::naive_overlaps(boxes, axis));
    }
  }
}

// Boxes from right to left, without size, in a list that is in their order.
struct Reversed {
  std::vector<Aabb> boxes;
  std::vector<Endpoint> list;
  explicit Reversed(std::uint32_t count) : boxes(count), list(2 * std::size_t{count}) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const float x = -static_cast<float>(i);
      boxes[i] = {{x, x, x}, {x, x, x}};
    }
    list_endpoints(boxes, 0, list);
  }
};

TEST(InsertionSort, TakesAsManyStepsAsThereAreInversions) {
  Reversed at(500);
  // Both ends of a box pass both ends of each box before it.
  EXPECT_EQ(sort_moved(at.boxes, 0, at.list, no_limit, NoVisitor{}).steps, 4U * 499U * 500U / 2);
  EXPECT_TRUE(in_order(at.list));
  EXPECT_EQ(sort_moved(at.boxes, 0, at.list, no_limit, NoVisitor{}).steps, 0U) << "sorted";
  // All starts before all ends, in any order.
  for (Aabb& box : at.boxes) box = {{1, 1, 1}, {1, 1, 1}};
  std::stable_partition(at.list.begin(), at.list.end(), [](Endpoint e) { return !is_end(e); });
  EXPECT_EQ(sort_moved(at.boxes, 0, at.list, no_limit, NoVisitor{}).steps, 0U) << "all equal";
}

TEST(InsertionSort, GivesUpSoonAfterTheLimit) {
  Reversed at(500);
  const SortOutcome outcome = sort_moved(at.boxes, 0, at.list, 5000, NoVisitor{});
  EXPECT_FALSE(outcome.sorted);
  EXPECT_GT(outcome.steps, 5000U);
  EXPECT_LE(outcome.steps, 5000U + 1000U);
  std::vector<Endpoint> expected(at.list.size());
  list_endpoints(at.boxes, 0, expected);
  std::sort(at.list.begin(), at.list.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(at.list, expected) << "an endpoint was lost";
}

TEST(InsertionSort, VisitsEachChangeOnce) {
  // Box 1 jumps over box 0: its start passes an end, its end passes a start.
  std::vector<Aabb> boxes{{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}};
  std::vector<Endpoint> list = list_of(boxes, 0);
  boxes[1].lo[0] = -3;
  boxes[1].hi[0] = -2;
  std::vector<std::pair<bool, bool>> seen;
  sort_moved(boxes, 0, list, no_limit, [&](Endpoint moving, Endpoint passed) {
    EXPECT_EQ(box_of(moving), 1U);
    EXPECT_EQ(box_of(passed), 0U);
    seen.emplace_back(is_end(moving), is_end(passed));
  });
  EXPECT_EQ(seen, (std::vector<std::pair<bool, bool>>{{false, true}, {true, false}}));
}

}  // namespace
}  // namespace tact
