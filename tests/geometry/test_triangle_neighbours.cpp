#include <gtest/gtest.h>

#include <array>

#include "scenes/triangle_families.h"
#include "tact/geometry/triangle.h"

namespace tact {
namespace {

using Corners = std::vector<std::uint8_t>;

bool beyond(const Triangle& a, const Triangle& b, const Corners& in_a, const Corners& in_b) {
  const bool answer = intersects_beyond(a, b, in_a, in_b);
  EXPECT_EQ(intersects_beyond(b, a, in_b, in_a), answer);
  return answer;
}

const Triangle ground{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

TEST(IntersectsBeyond, OneCorner) {
  const Vec3 o{0, 0, 0};
  EXPECT_FALSE(beyond(ground, {o, Vec3{1, 1, 1}, Vec3{1, 2, 1}}, {0}, {0}));
  EXPECT_TRUE(beyond(ground, {o, Vec3{1, 1, 1}, Vec3{1, 1, -1}}, {0}, {0}));
  EXPECT_TRUE(beyond(ground, {o, Vec3{9, 9, 9}, Vec3{9, 9, -9}}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {o, Vec3{-1, -1, 1}, Vec3{-1, -1, -1}}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {o, Vec3{-1, 0, 0}, Vec3{0, -1, 0}}, {0}, {0}));
  EXPECT_TRUE(beyond(ground, {o, Vec3{1, 0, 0}, Vec3{0, -1, 0}}, {0}, {0}));  // along an edge
  EXPECT_TRUE(beyond(ground, {Vec3{5, 5, 1}, Vec3{1, 0, 0}, o}, {0}, {2}));
}

TEST(IntersectsBeyond, AnEdge) {
  const Vec3 o{0, 0, 0}, x{4, 0, 0};
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{1, 1, 1}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{1, -1, 0}}, {0, 1}, {0, 1}));
  EXPECT_TRUE(beyond(ground, {x, Vec3{1, 1, 0}, o}, {0, 1}, {2, 0}));
  EXPECT_FALSE(beyond(ground, ground, {0, 1, 2}, {0, 1, 2}));
  EXPECT_TRUE(beyond(ground, ground, {0, 1}, {0, 1}));  // the third corner coincides unshared
}

TEST(IntersectsBeyond, DegenerateTriangles) {
  const Vec3 o{0, 0, 0}, x{4, 0, 0};
  EXPECT_FALSE(beyond(ground, {o, o, o}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {Vec3{0, 0, -1}, o, Vec3{0, 0, 1}}, {0}, {1}));
  EXPECT_TRUE(beyond(ground, {Vec3{-1, -1, 0}, o, Vec3{1, 1, 0}}, {0}, {1}));
  EXPECT_TRUE(beyond(ground, {o, Vec3{1, 0, 0}, Vec3{2, 0, 0}}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{2, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_TRUE(beyond({o, x, Vec3{5, 0, 0}}, {o, x, Vec3{9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, x, Vec3{5, 0, 0}}, {o, x, Vec3{-9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, o, x}, {o, o, Vec3{0, 4, 0}}, {0, 1}, {0, 1}));
  EXPECT_TRUE(beyond({o, o, x}, {o, o, Vec3{1, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, o, x}, {o, o, Vec3{-1, 0, 0}}, {0, 1}, {0, 1}));
}

// With the shared corner at the origin, the triangles meet elsewhere exactly if the far edge of one
// meets the other drawn out a thousandfold: the cones at the corner then are what is compared.
TEST(IntersectsBeyond, OneCornerAgreesWithConesOnALattice) {
  scenes::Random random(5);
  const auto point = [&] {
    const auto value = [&] { return static_cast<double>(random.below(7)) - 3; };
    return Vec3{value(), value(), value()};
  };
  int counts[2] = {};
  for (int i = 0; i < 20000; ++i) {
    const Vec3 p = point(), q = point(), r = point(), s = point();
    const Vec3 o{0, 0, 0};
    if (intersects({o, o, o}, {p, q, q}) || intersects({o, o, o}, {r, s, s})) continue;
    const bool expected = intersects({p, q, q}, {o, r * 1000, s * 1000});
    ASSERT_EQ(beyond({o, p, q}, {r, o, s}, {0}, {1}), expected);
    ++counts[expected ? 1 : 0];
  }
  EXPECT_GT(counts[0], 1000);
  EXPECT_GT(counts[1], 1000);
}

}  // namespace
}  // namespace tact
