// Boxes around a motion: checked with rationals, at both ends and on the way.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

#include "tact/base/simd.h"
#include "tact/bounds/fit.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

constexpr std::uint32_t vertex_count = 40;

// Vertices at two moments, as float and as the same numbers in double.
struct Journey {
  std::vector<float> floats[2];
  std::vector<Vec3> doubles[2];
  std::vector<std::uint32_t> triangles;
  Extent extent;

  Journey(double size, double place, std::uint64_t seed) {
    testing::Random random(seed);
    for (int moment = 0; moment < 2; ++moment) {
      for (std::uint32_t i = 0; i < vertex_count; ++i) {
        Vec3 p = random.vector(-1, 1) * size + Vec3{place, 0, -place};
        for (std::size_t k = 0; k < 3; ++k) {
          floats[moment].push_back(static_cast<float>(p[k]));
          p[k] = double{floats[moment].back()};
        }
        doubles[moment].push_back(p);
        extent.add(p);
      }
    }
    for (int i = 0; i < 3 * 50; ++i) triangles.push_back(random.below(vertex_count));
    triangles[4] = vertex_count - 1;
  }
  Primitives at(int moment, bool as_float) const {
    MeshView mesh;
    mesh.positions = as_float ? PositionsView(std::span<const float>(floats[moment]))
                              : PositionsView(std::span<const Vec3>(doubles[moment]));
    mesh.triangles = TrianglesView(std::span<const std::uint32_t>(triangles));
    return Primitives::triangles(mesh, nullptr);
  }
};

Rational mapped(const Rational& x, const BoundsFrame& frame, std::size_t axis) {
  return x * Rational(frame.scale) - Rational(frame.offset[axis]);
}

void expect_on_the_way(const Triangle& from, const Triangle& to, const Aabb& box,
                       const BoundsFrame& frame) {
  for (int step = 0; step <= 4; ++step) {
    const Rational t(step, 4);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (std::size_t k = 0; k < 3; ++k) {
        const Rational x = Rational(from[corner][k]) * (1 - t) + Rational(to[corner][k]) * t;
        const Rational at = mapped(x, frame, k);
        ASSERT_LE(Rational(box.lo[k]), at) << "step " << step;
        ASSERT_GE(Rational(box.hi[k]), at) << "step " << step;
      }
    }
  }
}

class SweptOnTarget : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(SweptOnTarget, BoxesEncloseBothEndsAndAllBetween) {
  for (const auto& [size, place] : {std::pair{1.0, 0.0}, {1e-6, 0.0}, {1.0, 1e6}, {1e30, 0.0}}) {
    const Journey way(size, place, 31);
    const BoundsFrame frame = BoundsFrame::around(way.extent);
    for (const auto& [first, last] : {std::pair{true, true}, {false, false}, {true, false}}) {
      const Primitives from = way.at(0, first);
      const Primitives to = way.at(1, last);
      std::vector<Aabb> swept(from.size());
      std::vector<Aabb> before(from.size());
      std::vector<Aabb> after(from.size());
      fit_swept_boxes(from, to, frame, {0, from.size()}, swept);
      fit_boxes(from, frame, {0, from.size()}, before);
      fit_boxes(to, frame, {0, to.size()}, after);
      for (std::uint32_t i = 0; i < from.size(); ++i) {
        ASSERT_TRUE(swept[i] == merge(before[i], after[i])) << "as tight as the two ends";
        expect_on_the_way(from.triangle(i), to.triangle(i), swept[i], frame);
      }
    }
  }
}

TEST_P(SweptOnTarget, WhatStaysHasTheBoxItHas) {
  const Journey way(1, 3, 32);
  const BoundsFrame frame = BoundsFrame::around(way.extent);
  for (const bool as_float : {true, false}) {
    const Primitives still = way.at(0, as_float);
    std::vector<Aabb> swept(7);
    std::vector<Aabb> plain(7);
    fit_swept_boxes(still, still, frame, {20, 7}, swept);
    fit_boxes(still, frame, {20, 7}, plain);
    EXPECT_EQ(swept, plain);
  }
}

INSTANTIATE_TEST_SUITE_P(Simd, SweptOnTarget, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

// Posed triangles go from where the first pose puts them to where the second does.
TEST(Swept, BetweenTwoPoses) {
  testing::Random random(33);
  const Journey way(1, 0, 34);
  const Transform poses[2] = {
      Transform::from_quaternion(random.quaternion(), random.vector(-3, 3)),
      Transform::from_quaternion(random.quaternion(), random.vector(-3, 3))};
  const MeshView mesh = way.at(0, true).mesh();
  const Primitives from = Primitives::triangles(mesh, &poses[0]);
  const Primitives to = Primitives::triangles(mesh, &poses[1]);
  const BoundsFrame frame = BoundsFrame::around({{-5, -5, -5}, {5, 5, 5}});
  std::vector<Aabb> swept(from.size());
  fit_swept_boxes(from, to, frame, {0, from.size()}, swept);
  for (std::uint32_t i = 0; i < from.size(); ++i) {
    expect_on_the_way(from.triangle(i), to.triangle(i), swept[i], frame);
  }
}

TEST(Swept, BallsThatMoveAndGrow) {
  const Journey way(1, 0, 35);
  std::vector<double> radii[2];
  testing::Random random(36);
  for (int moment = 0; moment < 2; ++moment) {
    for (std::uint32_t i = 0; i < vertex_count; ++i) radii[moment].push_back(random.uniform(0, 1));
  }
  const auto balls = [&](int moment) {
    return Primitives::points(std::span<const Vec3>(way.doubles[moment]),
                              std::span<const double>(radii[moment]), nullptr);
  };
  const BoundsFrame frame = BoundsFrame::around({{-2, -2, -2}, {2, 2, 2}});
  std::vector<Aabb> swept(vertex_count);
  fit_swept_boxes(balls(0), balls(1), frame, {0, vertex_count}, swept);
  for (std::uint32_t i = 0; i < vertex_count; ++i) {
    for (const Rational& t : {Rational(0), Rational(1, 3), Rational(1)}) {
      const Rational radius = Rational(radii[0][i]) * (1 - t) + Rational(radii[1][i]) * t;
      for (std::size_t k = 0; k < 3; ++k) {
        const Rational x =
            Rational(way.doubles[0][i][k]) * (1 - t) + Rational(way.doubles[1][i][k]) * t;
        EXPECT_LE(Rational(swept[i].lo[k]), mapped(x - radius, frame, k));
        EXPECT_GE(Rational(swept[i].hi[k]), mapped(x + radius, frame, k));
      }
    }
  }
}

}  // namespace
}  // namespace tact
