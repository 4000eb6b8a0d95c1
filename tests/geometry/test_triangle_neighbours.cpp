#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "scenes/triangle_families.h"
#include "tact/geometry/triangle.h"
#include "tests/geometry/ground.h"
#include "tests/support/common_part.h"
#include "tests/support/neighbour_oracle.h"

namespace tact {
namespace {

using Corners = std::vector<std::uint8_t>;

bool beyond(const Triangle& a, const Triangle& b, const Corners& in_a, const Corners& in_b) {
  const bool answer = intersects_beyond(a, b, in_a, in_b);
  EXPECT_EQ(intersects_beyond(b, a, in_b, in_a), answer);
  return answer;
}

using testing::ground;

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
  EXPECT_TRUE(beyond(ground, ground, {0, 1, 2}, {0, 1, 2}));  // coincident: a doubled triangle
  EXPECT_TRUE(beyond(ground, ground, {0, 1}, {0, 1}));        // the third corner coincides unshared
}

TEST(IntersectsBeyond, DegenerateTriangles) {
  const Vec3 o{0, 0, 0}, x{4, 0, 0};
  EXPECT_FALSE(beyond(ground, {o, o, o}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {Vec3{0, 0, -1}, o, Vec3{0, 0, 1}}, {0}, {1}));
  EXPECT_TRUE(beyond(ground, {Vec3{-1, -1, 0}, o, Vec3{1, 1, 0}}, {0}, {1}));
  EXPECT_TRUE(beyond(ground, {o, Vec3{1, 0, 0}, Vec3{2, 0, 0}}, {0}, {0}));
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{2, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond(ground, {o, x, Vec3{9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, x, Vec3{9, 1, 0}}, {o, x, Vec3{9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_TRUE(beyond({o, x, Vec3{5, 0, 0}}, {o, x, Vec3{9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, x, Vec3{5, 0, 0}}, {o, x, Vec3{-9, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, o, x}, {o, o, Vec3{0, 4, 0}}, {0, 1}, {0, 1}));
  EXPECT_TRUE(beyond({o, o, x}, {o, o, Vec3{1, 0, 0}}, {0, 1}, {0, 1}));
  EXPECT_FALSE(beyond({o, o, x}, {o, o, Vec3{-1, 0, 0}}, {0, 1}, {0, 1}));
}

// Two triangles on a small lattice that share some corners: every way to be degenerate, flat,
// folded or crossing is among them. Zeros have either sign.
class SharedCorners {
 public:
  explicit SharedCorners(std::uint64_t seed) : random_(seed) {
    for (int& e : exponent_) e = 40 * (static_cast<int>(random_.below(25)) - 12);
  }
  void draw(std::size_t shared) {
    for (Vec3& p : a) p = point();
    for (Vec3& p : b) p = point();
    std::uint8_t of_a[3] = {0, 1, 2};
    std::uint8_t of_b[3] = {0, 1, 2};
    for (std::uint32_t i = 2; i > 0; --i) {
      std::swap(of_a[i], of_a[random_.below(i + 1)]);
      std::swap(of_b[i], of_b[random_.below(i + 1)]);
    }
    in_a.assign(of_a, of_a + shared);
    in_b.assign(of_b, of_b + shared);
    loose_in_b = of_b[2];
    for (std::size_t i = 0; i < shared; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = a[in_a[i]][k];
        b[in_b[i]][k] = x == 0 ? zero() : x;
      }
    }
  }
  /// With the axes scaled by powers of two: the answer stays, but no exponent is special.
  Triangle scaled(Triangle t) const {
    for (Vec3& p : t) {
      for (std::size_t k = 0; k < 3; ++k) p[k] = std::ldexp(p[k], exponent_[k]);
    }
    return t;
  }

  Triangle a;
  Triangle b;
  Corners in_a;
  Corners in_b;
  std::uint8_t loose_in_b = 0;  // not shared, unless all are

 private:
  double zero() { return random_.below(2) == 0 ? 0.0 : -0.0; }
  Vec3 point() {
    Vec3 p;
    for (std::size_t k = 0; k < 3; ++k) {
      p[k] = static_cast<double>(random_.below(k == 2 ? 2 : 3)) - 1;
      if (p[k] == 0) p[k] = zero();
    }
    return p;
  }

  scenes::Random random_;
  int exponent_[3];
};

int degenerate_of(const SharedCorners& pair) {
  int count = 0;
  for (const Triangle& t : {pair.a, pair.b}) {
    count += testing::CommonPart(t, t).has_area() ? 0 : 1;
  }
  return count;
}

TEST(IntersectsBeyond, AgreesWithExactIntegersWhateverIsShared) {
  for (std::size_t shared = 0; shared <= 3; ++shared) {
    int counts[3][2] = {};  // by how many are degenerate, and the answer
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SharedCorners pair(seed);
      for (int i = 0; i < 200; ++i) {
        pair.draw(shared);
        const bool expected = testing::touch_beyond(pair.a, pair.b, pair.in_a);
        const Triangle a = pair.scaled(pair.a);
        const Triangle b = pair.scaled(pair.b);
        ASSERT_EQ(beyond(a, b, pair.in_a, pair.in_b), expected)
            << shared << " shared, seed " << seed << ", pair " << i;
        ASSERT_FALSE(expected && testing::clearly_apart(pair.a, pair.b, {pair.in_a, pair.in_b}));
        ++counts[degenerate_of(pair)][expected ? 1 : 0];
      }
    }
    for (int degenerate = 0; degenerate < 3; ++degenerate) {
      // One of two that share all is not degenerate alone, nor has it more than a common edge.
      const bool meet = shared < 2 || degenerate != 1;
      const bool part = shared < 3;
      const std::string which = std::to_string(shared) + " shared, " + std::to_string(degenerate);
      EXPECT_TRUE(counts[degenerate][1] > 5 || !meet) << which << " degenerate";
      EXPECT_TRUE(counts[degenerate][0] > 5 || !part) << which << " degenerate";
    }
  }
}

// Off the lattice, where most is clear to doubles; and with a corner of b a rounding away from the
// plane of a or the line of one of its edges, where it is not.
Vec3 near_to(const SharedCorners& pair, bool line, double part) {
  const std::size_t from = pair.in_a[0];
  const Vec3 one = pair.a[(from + 1) % 3] - pair.a[from];
  const Vec3 other = pair.a[(from + 2) % 3] - pair.a[from];
  return pair.a[from] + one * part + (line ? Vec3{} : other * (0.75 - part));
}

TEST(IntersectsBeyond, AgreesWithTheOracleOffTheLattice) {
  scenes::Random random(5);
  const auto number = [&] { return static_cast<double>(random.below(1U << 20)) / 3 - 1e5; };
  int clear = 0;
  int counts[2] = {};
  for (int i = 0; i < 4000; ++i) {
    SharedCorners pair(static_cast<std::uint64_t>(i));
    pair.draw(1 + static_cast<std::size_t>(i % 2));
    for (Vec3& p : pair.a) p = {number(), number(), number()};
    for (Vec3& p : pair.b) p = {number(), number(), number()};
    for (std::size_t k = 0; k < pair.in_a.size(); ++k) pair.b[pair.in_b[k]] = pair.a[pair.in_a[k]];
    const double part = random.uniform(-0.5, 1.5);
    if (i % 4 > 1) pair.b[pair.loose_in_b] = near_to(pair, i % 8 > 3, part);
    const bool expected = testing::touch_beyond(pair.a, pair.b, pair.in_a);
    ASSERT_EQ(beyond(pair.a, pair.b, pair.in_a, pair.in_b), expected) << "pair " << i;
    const bool apart = testing::clearly_apart(pair.a, pair.b, {pair.in_a, pair.in_b});
    ASSERT_FALSE(apart && expected) << "pair " << i;
    clear += apart ? 1 : 0;
    ++counts[expected ? 1 : 0];
  }
  EXPECT_GT(clear, 1500);
  EXPECT_GT(counts[0], clear);
  EXPECT_GT(counts[1], 100);
}

TEST(OverlapInArea, AgreesWithExactIntegers) {
  int counts[2] = {};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SharedCorners pair(seed);
    for (int i = 0; i < 64; ++i) {
      pair.draw(static_cast<std::size_t>(i % 4));
      if (i % 8 < 4) {  // all in one plane
        for (Vec3& p : pair.a) p.z = 1;
        for (Vec3& p : pair.b) p.z = 1;
      }
      const bool expected = testing::CommonPart(pair.a, pair.b).has_area();
      const Triangle a = pair.scaled(pair.a);
      const Triangle b = pair.scaled(pair.b);
      ASSERT_EQ(overlap_in_area(a, b), expected) << "seed " << seed << ", pair " << i;
      ASSERT_EQ(overlap_in_area(b, a), expected) << "seed " << seed << ", pair " << i;
      ++counts[expected ? 1 : 0];
    }
  }
  EXPECT_GT(counts[0], 300);
  EXPECT_GT(counts[1], 300);
}

}  // namespace
}  // namespace tact
