// Boxes and k-DOPs around triangles of a rigid body.
#include "tact/bounds/rigid_fit.h"

#include <gtest/gtest.h>

#include "tests/bounds/touching_boxes.h"

namespace tact {
namespace {

using testing::ExactPoint;
using testing::Rational;

// Fitted bounds hold every vertex, by exact arithmetic, far from the middle of the frame too.
TEST(RigidFit, HoldsEveryVertexExactly) {
  testing::Random random(93);
  for (int i = 0; i < 300; ++i) {
    const Vec3 at = random.vector(-1, 1);
    const double size = std::exp2(-random.uniform(0, 12));
    FloatTriangle triangles[3];
    SurfaceMoments moments;
    for (FloatTriangle& t : triangles) {
      for (auto& v : t.v) {
        const Vec3 p = at + random.vector(-size, size);
        for (std::size_t k = 0; k < 3; ++k) v[k] = static_cast<float>(p[k]);
      }
      t.weight = weight_of(t);
      moments.add(t);
    }
    const Obb box = fit_obb(triangles, principal_axes(moments));
    const Obb single = fit_obb(triangles[0]);
    const CentredBox plain = fit_centred(triangles);
    const KDop<4> dop = fit_kdop<4>(triangles, plain);
    for (const FloatTriangle& t : triangles) {
      for (const auto& v : t.v) {
        const ExactPoint p{{v[0], v[1], v[2]}};
        for (int k = 0; k < 3; ++k) {
          const auto within = [&](const Obb& b) {
            return abs(testing::exact_dot(b.axis[k], testing::from_centre(b.centre, p))) <=
                   Rational(b.half[k]);
          };
          ASSERT_TRUE(within(box)) << i;
          ASSERT_TRUE(&t != triangles || within(single)) << i;
          ASSERT_LE(abs(p.x[static_cast<std::size_t>(k)] - Rational(plain.centre[k])),
                    Rational(plain.half[k]))
              << i;
        }
        for (int m = 0; m < 4; ++m) {
          ASSERT_LE(abs(testing::exact_dot(DopDirections<4>::at[m], p) - Rational(dop.mid[m])),
                    Rational(dop.radius[m]))
              << i;
        }
      }
    }
    for (const float half : single.half) ASSERT_LE(half, 4 * size + 1e-5);
  }
}

// Allowances for rounding are shares of what is rounded: a body half as large has bounds half as
// large, to the bit.
TEST(RigidFit, BoundsScaleWithTheBody) {
  testing::Random random(94);
  for (int i = 0; i < 50; ++i) {
    FloatTriangle large[4];
    FloatTriangle small[4];
    SurfaceMoments moments;
    for (int t = 0; t < 4; ++t) {
      for (std::size_t v = 0; v < 3; ++v) {
        for (std::size_t k = 0; k < 3; ++k) {
          large[t].v[v][k] = static_cast<float>(random.uniform(-1, 1));
          small[t].v[v][k] = large[t].v[v][k] * 0x1p-20F;
        }
      }
      large[t].weight = small[t].weight = weight_of(large[t]);
      moments.add(large[t]);
    }
    const Axes axes = principal_axes(moments);
    const Obb box = fit_obb(large, axes);
    const Obb other = fit_obb(small, axes);
    const CentredBox plain = fit_centred(large);
    const CentredBox other_plain = fit_centred(small);
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(other.half[k], box.half[k] * 0x1p-20F) << i;
      ASSERT_EQ(other.centre[k], box.centre[k] * 0x1p-20F) << i;
      ASSERT_EQ(other_plain.half[k], plain.half[k] * 0x1p-20F) << i;
    }
    const KDop<6> dop = fit_kdop<6>(large, plain);
    const KDop<6> other_dop = fit_kdop<6>(small, other_plain);
    for (int m = 0; m < 6; ++m) ASSERT_EQ(other_dop.radius[m], dop.radius[m] * 0x1p-20F) << i;
  }
}

}  // namespace
}  // namespace tact
