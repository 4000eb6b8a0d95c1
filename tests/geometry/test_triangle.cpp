#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "scenes/triangle_families.h"
#include "tact/geometry/triangle.h"
#include "tests/geometry/ground.h"

namespace tact {
namespace {

using testing::ground;

constexpr std::array<std::array<std::size_t, 3>, 6> orders{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};

Triangle reorder(const Triangle& t, const std::array<std::size_t, 3>& order) {
  return {t[order[0]], t[order[1]], t[order[2]]};
}

// How many of the 72 orders of corners and triangles say that they touch.
int touching_orders(const Triangle& a, const Triangle& b) {
  int count = 0;
  for (const auto& i : orders) {
    for (const auto& j : orders) {
      count += intersects(reorder(a, i), reorder(b, j));
      count += intersects(reorder(b, j), reorder(a, i));
    }
  }
  return count;
}

struct Case {
  const char* name;
  Triangle a;
  Triangle b;
  bool touch;
};

TEST(TriangleIntersects, CasesWithKnownAnswersInAllOrders) {
  const double least = std::numeric_limits<double>::denorm_min();
  const std::array<Case, 24> cases{{
      {"through the middle", ground, {Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{5, 5, 0}}, true},
      {"beside, planes cross", ground, {Vec3{3, 3, -1}, Vec3{3, 3, 1}, Vec3{5, 5, 0}}, false},
      {"above", ground, {Vec3{0, 0, 1}, Vec3{4, 0, 1}, Vec3{0, 4, 1}}, false},
      {"above by the least number",
       ground,
       {Vec3{1, 1, least}, Vec3{2, 1, 1}, Vec3{1, 2, 1}},
       false},
      {"corner on the inside", ground, {Vec3{1, 1, 0}, Vec3{2, 1, 1}, Vec3{1, 2, 1}}, true},
      {"corner on an edge", ground, {Vec3{2, 2, 0}, Vec3{2, 1, 1}, Vec3{1, 2, 1}}, true},
      {"corner just off an edge",
       ground,
       {Vec3{2, 2.0000000000000004, 0}, Vec3{2, 1, 1}, Vec3{1, 2, 1}},
       false},
      {"corner on a corner", ground, {Vec3{4, 0, 0}, Vec3{5, 1, 1}, Vec3{5, 2, 1}}, true},
      {"edge on an edge", ground, {Vec3{1, 0, 0}, Vec3{9, 0, 0}, Vec3{5, 0, 1}}, true},
      {"edge across an edge", ground, {Vec3{2, 2, -1}, Vec3{2, 2, 1}, Vec3{5, 5, 0}}, true},
      {"the same", ground, ground, true},
      {"coplanar, inside", ground, {Vec3{1, 1, 0}, Vec3{1.5, 1, 0}, Vec3{1, 1.5, 0}}, true},
      {"coplanar, star", ground, {Vec3{-1, 1, 0}, Vec3{3, 3, 0}, Vec3{2, -1, 0}}, true},
      {"coplanar, apart", ground, {Vec3{3, 3, 0}, Vec3{5, 3, 0}, Vec3{3, 5, 0}}, false},
      {"coplanar, edges touch", ground, {Vec3{2, 2, 0}, Vec3{5, 3, 0}, Vec3{3, 5, 0}}, true},
      {"point inside", ground, {Vec3{1, 1, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 0}}, true},
      {"point above", ground, {Vec3{1, 1, least}, Vec3{1, 1, least}, Vec3{1, 1, least}}, false},
      {"point beside", ground, {Vec3{3, 3, 0}, Vec3{3, 3, 0}, Vec3{3, 3, 0}}, false},
      {"segment through", ground, {Vec3{1, 1, -1}, Vec3{1, 1, 3}, Vec3{1, 1, 1}}, true},
      {"segment past", ground, {Vec3{3, 3, -1}, Vec3{3, 3, 3}, Vec3{3, 3, 1}}, false},
      {"segment in the plane", ground, {Vec3{-1, 1, 0}, Vec3{5, 1, 0}, Vec3{0, 1, 0}}, true},
      {"segments cross",
       {Vec3{-1, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}},
       {Vec3{0, -1, 0}, Vec3{0, 1, 0}, Vec3{0, 0.5, 0}},
       true},
      {"segments on a line, apart",
       {Vec3{1, 1, 1}, Vec3{2, 2, 2}, Vec3{1, 1, 1}},
       {Vec3{3, 3, 3}, Vec3{4, 4, 4}, Vec3{5, 5, 5}},
       false},
      {"equal points",
       {Vec3{0.0, 1, 1}, Vec3{0.0, 1, 1}, Vec3{0.0, 1, 1}},
       {Vec3{-0.0, 1, 1}, Vec3{-0.0, 1, 1}, Vec3{-0.0, 1, 1}},
       true},
  }};
  for (const Case& c : cases) {
    EXPECT_EQ(touching_orders(c.a, c.b), c.touch ? 72 : 0) << c.name;
  }
}

class TriangleFamily : public ::testing::TestWithParam<int> {};

TEST_P(TriangleFamily, All72OrdersAgree) {
  scenes::Random random(3);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const auto [a, b] = scenes::make_pair(static_cast<scenes::Family>(GetParam()), random);
    const int count = touching_orders(a, b);
    ASSERT_TRUE(count == 0 || count == 72) << count;
    hits += count == 72;
  }
  EXPECT_GT(hits, 20);  // a family that never touches would prove little
}

INSTANTIATE_TEST_SUITE_P(All, TriangleFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

}  // namespace
}  // namespace tact
