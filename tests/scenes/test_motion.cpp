#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/motion/bend.h"
#include "scenes/motion/breaking.h"
#include "scenes/motion/path.h"
#include "scenes/motion/random.h"
#include "scenes/motion/sine.h"
#include "scenes/motion/waves.h"

namespace tact::scenes {
namespace {

TEST(Sine, AgreesWithTheLibrary) {
  for (int i = -200000; i <= 200000; ++i) {
    const double x = 0.01234567 * i;
    ASSERT_NEAR(sine(x), std::sin(x), 2e-12) << x;
    ASSERT_NEAR(cosine(x), std::cos(x), 2e-12) << x;
  }
  for (int i = -1000; i <= 1000; ++i) {
    const double x = 0.00314 * i;
    ASSERT_NEAR(sine(x), std::sin(x), 4e-16) << x;
    ASSERT_NEAR(cosine(x), std::cos(x), 4e-16) << x;
  }
}

TEST(Random, HasTheMomentsItPromises) {
  Random random(1);
  double sum = 0;
  double squares = 0;
  constexpr int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    const double u = random.uniform(2, 3);
    ASSERT_TRUE(u >= 2 && u < 3);
    ASSERT_NEAR(length(random.direction()), 1, 1e-12);
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.03);
}

TEST(Breaking, MovesAsOneAndThenInPieces) {
  const Mesh whole = geodesic_sphere(1);
  const Mesh soup = broken(whole);
  ASSERT_EQ(soup.positions.size(), 3 * whole.triangles.size());
  for (std::size_t i = 0; i < soup.topology.size(); ++i) {
    EXPECT_EQ(soup.topology[i], whole.triangles[i / 3][i % 3]);
  }
  BreakingMotion motion;
  motion.velocity = {0.5, 0, 0};
  motion.impact = 4;
  motion.seed = 3;
  const Breaking breaking(whole, motion, piece_per_triangle(whole));
  std::vector<float> x;
  breaking.write(4, x);
  for (std::size_t i = 0; i < soup.positions.size(); ++i) {
    EXPECT_EQ(x[3 * i], static_cast<float>(soup.positions[i].x + 2));
    EXPECT_EQ(x[3 * i + 1], static_cast<float>(soup.positions[i].y));
  }
  // Afterwards every triangle keeps its shape.
  breaking.write(30, x);
  for (std::size_t i = 0; i + 1 < soup.positions.size(); i += 3) {
    const Vec3 moved{x[3 * i] - x[3 * i + 3], x[3 * i + 1] - x[3 * i + 4],
                     x[3 * i + 2] - x[3 * i + 5]};
    EXPECT_NEAR(length(moved), length(soup.positions[i] - soup.positions[i + 1]), 1e-5);
  }
}

TEST(Breaking, ChunksStayTogether) {
  const Mesh whole = geodesic_sphere(2);
  const std::vector<std::uint32_t> piece = piece_by_chunk(whole, 10, 5);
  EXPECT_GT(std::set<std::uint32_t>(piece.begin(), piece.end()).size(), 5U);
  BreakingMotion motion;
  motion.spread = 0.1;
  motion.seed = 3;
  const Breaking breaking(whole, motion, piece);
  std::vector<float> x;
  breaking.write(10, x);
  // Corners that were one vertex are still one, within float, exactly where the piece is the same.
  const Mesh soup = broken(whole);
  for (std::size_t i = 0; i < soup.topology.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (soup.topology[i] != soup.topology[j]) continue;
      const bool together = x[3 * i] == x[3 * j] && x[3 * i + 1] == x[3 * j + 1];
      EXPECT_EQ(together, piece[i / 3] == piece[j / 3]);
    }
  }
}

TEST(Waves, MoveVerticesAlongTheirNormals) {
  const Mesh sphere = geodesic_sphere(2);
  const Waves waves(sphere, {{std::vector<double>(sphere.positions.size(), pi / 2), 0.25, pi}});
  for (std::size_t i = 0; i < waves.size(); ++i) {
    EXPECT_NEAR(length(waves.at(i, 0)), 1.25, 0.01);
    EXPECT_NEAR(length(waves.at(i, 1)), 0.75, 0.01);
  }
}

TEST(Bend, TwistingKeepsHeightAndDistance) {
  const Vec3 p{0.3, -0.4, 0.8};
  const Vec3 q = twisted(p, 1.7);
  EXPECT_EQ(q.z, p.z);
  EXPECT_NEAR(std::hypot(q.x, q.y), 0.5, 1e-12);
  EXPECT_NEAR(std::atan2(q.y, q.x) - std::atan2(p.y, p.x), 1.7 * 0.8, 1e-12);
  EXPECT_EQ(twisted({0.3, -0.4, 0}, 1.7), (Vec3{0.3, -0.4, 0}));
}

TEST(Bend, FoldingKeepsLengthsAndLaysTheSheetOntoItself) {
  EXPECT_EQ(folded({-0.5, 2, 0}, 0.1, pi), (Vec3{-0.5, 2, 0}));
  const Vec3 end = folded({1, 0.5, 0}, 0.1, pi);
  EXPECT_NEAR(end.z, 0.2, 1e-12) << "two radii above";
  EXPECT_NEAR(end.x, -(1 - 0.1 * pi), 1e-12) << "and going back";
  double walked = 0;
  for (int i = 0; i < 1000; ++i) {
    walked += length(folded({0.001 * (i + 1), 0, 0}, 0.1, pi) - folded({0.001 * i, 0, 0}, 0.1, pi));
  }
  EXPECT_NEAR(walked, 1, 1e-3);
}

TEST(RigidPath, MovesAsFarAsIsAskedAndJumpsWhenItShould) {
  PathMotion motion;
  motion.step = 0.02;
  motion.jump_every = 50;
  motion.seed = 5;
  const RigidPath path(motion, 200);
  int jumps = 0;
  double walked = 0;
  for (int f = 1; f < 200; ++f) {
    const double moved = length(path(f).apply({}) - path(f - 1).apply({}));
    if (f % 50 == 0) {
      jumps += moved > 0.02 + 1e-9 ? 1 : 0;
      continue;
    }
    EXPECT_LE(moved, 0.02 + 1e-9) << f;
    walked += moved;
    EXPECT_LE(length(path(f).apply({})), 1 + 1e-9);
  }
  EXPECT_EQ(jumps, 3);
  EXPECT_GT(walked, 0.95 * 0.02 * 196) << "bends are rare";
}

}  // namespace
}  // namespace tact::scenes
