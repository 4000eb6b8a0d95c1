// Rays against triangles and balls, beside rational numbers, on input of every hard kind.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tact/geometry/expansion_impl.h"
#include "tact/geometry/ray.h"
#include "tests/support/ray_cases.h"
#include "tests/support/ray_oracle.h"

namespace tact {
namespace {

using testing::OracleRay;

RayLine line_of(const OracleRay& ray) {
  if (!ray.to) return {ray.origin, ray.direction, {}, ray.t_max};
  RayLine line{ray.origin, {}, {}, 1};
  for (std::size_t k = 0; k < 3; ++k) {
    const exact::TwoTerm<double> gap = exact::two_diff((*ray.to)[k], ray.origin[k]);
    line.direction[k] = gap.head;
    line.tail[k] = gap.tail;
  }
  return line;
}

struct Tally {
  int meet = 0;
  int miss = 0;
};

// One ray, one triangle: met or not, where, and with which weights.
void compare(const OracleRay& ray, const Triangle& t, bool weigh, Tally& tally) {
  const RayLine line = line_of(ray);
  const std::optional<double> expected = testing::first_of_triangle(ray, t);
  ASSERT_EQ(ray_meets(line, t), expected.has_value());
  (expected ? tally.meet : tally.miss) += 1;
  if (!expected) return;
  const RayMeeting first = first_meeting(line, t);
  ASSERT_EQ(first.t, *expected);
  if (weigh) {
    ASSERT_TRUE(testing::weights_fit(ray, t, first.u, first.v, 0x1p-38));
  }
  const Triangle turned{t[1], t[2], t[0]};
  const Triangle other{t[0], t[2], t[1]};
  ASSERT_TRUE(ray_meets(line, turned));
  ASSERT_TRUE(ray_meets(line, other));
  ASSERT_EQ(first_meeting(line, other).t, first.t);
}

TEST(Ray, MeetsTrianglesAsRationalNumbersDo) {
  testing::Random random(41);
  Tally tally;
  for (int round = 0; round < 30'000; ++round) {
    const Triangle t = testing::hard_triangle(random);
    const OracleRay ray = testing::hard_ray(t, random);
    ASSERT_NO_FATAL_FAILURE(compare(ray, t, true, tally)) << round;
  }
  EXPECT_GT(tally.meet, 7'000);
  EXPECT_GT(tally.miss, 7'000);
}

TEST(Ray, MeetsThemAtAnyScaleAndPlace) {
  testing::Random random(42);
  Tally tally;
  for (int round = 0; round < 20'000; ++round) {
    const Triangle shape = testing::hard_triangle(random);
    OracleRay ray = testing::hard_ray(shape, random);
    const testing::Removal moved = testing::removal(random);
    const Triangle t{moved.of(shape[0]), moved.of(shape[1]), moved.of(shape[2])};
    ray.origin = moved.of(ray.origin);
    ray.direction = ray.direction * moved.way;
    if (ray.to) ray.to = moved.of(*ray.to);
    if (ray.to && *ray.to == ray.origin) continue;
    // What fell below the least double is no hard case any more, and its size is no measure.
    ASSERT_NO_FATAL_FAILURE(compare(ray, t, moved.factor > 0x1p-1000, tally)) << round;
  }
  EXPECT_GT(tally.meet, 3'000);
  EXPECT_GT(tally.miss, 5'000);
}

// A ray through an edge that two triangles share meets at least one of them: through a closed
// surface there is no gap.
TEST(Ray, FindsNoGapBetweenTriangles) {
  testing::Random random(43);
  for (int round = 0; round < 20'000; ++round) {
    const Vec3 middle = random.vector(-0.1, 0.1);
    Vec3 rim[6];
    for (int i = 0; i < 6; ++i) {
      rim[i] = {std::cos(i * M_PI / 3), std::sin(i * M_PI / 3), random.uniform(-0.2, 0.2)};
    }
    const Vec3 origin = Vec3{0, 0, 5} + random.vector(-1, 1);
    const Vec3 at = middle + (rim[random.below(6)] - middle) * random.uniform(0, 0.7);
    const RayLine ray{origin, random.chance(2) ? middle - origin : at - origin, {}, 10};
    int hits = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      hits += ray_meets(ray, Triangle{middle, rim[i], rim[(i + 1) % 6]}) ? 1 : 0;
    }
    ASSERT_GE(hits, 1) << round;
  }
}

TEST(Ray, MeetsBallsAsRationalNumbersDo) {
  testing::Random random(44);
  Tally tally;
  for (int round = 0; round < 8'000; ++round) {
    const Triangle shape = testing::hard_triangle(random);
    OracleRay ray = testing::hard_ray(shape, random);
    const testing::Removal moved = testing::removal(random);
    // Grazing ones abound on a grid: 3, 4 and 5 and the like.
    double radius = static_cast<double>(random.below(6));
    if (random.chance(3)) radius = random.uniform(0, 3);
    radius *= moved.factor;
    if (!std::isfinite(radius)) continue;
    const Vec3 centre = moved.of(shape[0]);
    ray.origin = moved.of(ray.origin);
    ray.direction = ray.direction * moved.way;
    if (ray.to) ray.to = moved.of(*ray.to);
    if (ray.to && *ray.to == ray.origin) continue;
    const RayLine line = line_of(ray);
    const bool meets = ray_meets(line, Ball{centre, radius});
    ASSERT_EQ(meets, testing::meets_ball(ray, centre, radius)) << round;
    (meets ? tally.meet : tally.miss) += 1;
    if (!meets) continue;
    const double t = first_meeting(line, Ball{centre, radius}).t;
    if (std::isinf(t)) continue;
    ASSERT_TRUE(testing::is_entry_of_ball(ray, centre, radius, t)) << round << " " << t;
  }
  EXPECT_GT(tally.meet, 1'500);
  EXPECT_GT(tally.miss, 1'500);
}

TEST(Ray, RoundsWhereItMeetsToTheNearest) {
  // Exactly between two doubles, to the even one; and beyond the range of double.
  const Triangle wall{Vec3{1, -4, -4}, Vec3{1, 8, -4}, Vec3{1, -4, 8}};
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(first_meeting(RayLine{{0, 0, 0}, {3, 0, 0}, {}, infinite}, wall).t, 1.0 / 3);
  EXPECT_EQ(first_meeting(RayLine{{-0x1p-53, 0, 0}, {1, 0, 0}, {}, infinite}, wall).t, 1);
  EXPECT_EQ(first_meeting(RayLine{{-0x1.8p-52, 0, 0}, {1, 0, 0}, {}, infinite}, wall).t,
            1 + 0x1p-51);
  EXPECT_EQ(first_meeting(RayLine{{0, 0, 0}, {0x1p-1074, 0, 0}, {}, infinite}, wall).t, infinite);
  const Triangle near{Vec3{0x1p-1070, -4, -4}, Vec3{0x1p-1070, 8, -4}, Vec3{0x1p-1070, -4, 8}};
  EXPECT_EQ(first_meeting(RayLine{{0, 0, 0}, {64, 0, 0}, {}, infinite}, near).t, 0);
}

}  // namespace
}  // namespace tact
