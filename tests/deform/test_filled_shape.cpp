// Surfaces filled with points: those inside it, and a clear error for what has no inside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/base/error.h"
#include "tact/deform/shape_body.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

TEST(FilledShape, HasPointsInside) {
  const Mesh mesh = testing::box({0.3, 0.2, 0.1}, 1);
  const ShapeDef def = filled_shape(mesh, 0.25);
  EXPECT_NEAR(static_cast<double>(def.points.size()), 8 + 8 * 8 * 8, 8 * 8 * 2);
  for (std::size_t i = 8; i < def.points.size(); ++i) {
    const Vec3 p = def.points[i] - Vec3{0.3, 0.2, 0.1};
    EXPECT_LE(std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}), 1 + 1e-12);
  }
  EXPECT_EQ(def.triangles.size(), 12U);
  EXPECT_THROW(filled_shape(mesh, 0), Error);
  EXPECT_THROW(filled_shape(mesh, 1e-9), Error);
  EXPECT_THROW(filled_shape(mesh, std::numeric_limits<double>::infinity()), Error);
  EXPECT_EQ(filled_shape(Mesh{}, 0.25).points.size(), 0U);
}

TEST(FilledShape, RefusesWhatIsNoMesh) {
  const auto code = [](double spacing, auto&& change) {
    Mesh mesh = testing::box({0, 0, 0}, 1);
    change(mesh);
    return testing::error_of([&] { filled_shape(mesh, spacing); });
  };
  EXPECT_EQ(code(0.25, [](Mesh& m) { m.triangles[5][1] = 8; }), ErrorCode::bad_mesh);
  EXPECT_EQ(code(0.25, [](Mesh& m) { m.triangles[0][2] = ~0U; }), ErrorCode::bad_mesh);
  EXPECT_EQ(code(0.25, [](Mesh& m) { m.positions[3].y = std::nan(""); }), ErrorCode::bad_mesh);
  // A flat one has no inside, but a column for each place of the grid.
  const auto flatten = [](Mesh& m) {
    for (Vec3& p : m.positions) p = {p.x * 1e6, p.y * 1e6, 0};
  };
  EXPECT_EQ(code(0.25, flatten), ErrorCode::bad_argument);
  // The areas of its triangles are no numbers.
  EXPECT_EQ(code(1e200, [](Mesh& m) { m.positions[0].x = -1e200; }), ErrorCode::bad_argument);
}

}  // namespace
}  // namespace tact
