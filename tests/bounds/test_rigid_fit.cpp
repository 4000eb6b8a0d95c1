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

}  // namespace
}  // namespace tact
