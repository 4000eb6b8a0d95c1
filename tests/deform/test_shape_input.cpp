// What a ShapeBody takes from outside: nothing in it may become what is no number.
#include "tact/deform/shape_input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tests/support/answers.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

std::vector<ShapeOptions> several_options() {
  std::vector<ShapeOptions> all;
  for (const ShapeMode mode : {ShapeMode::rigid, ShapeMode::linear, ShapeMode::quadratic}) {
    for (const std::uint32_t clusters : {1U, 4U}) {
      for (const double stiffness : {1.0, 0.3}) {
        ShapeOptions options;
        options.mode = mode;
        options.clusters = clusters;
        options.stiffness = stiffness;
        options.damping = stiffness < 1 ? 0.5 : 0;
        all.push_back(options);
      }
    }
  }
  return all;
}

// What is no number, or so large that it would become none, is refused where it comes in, and the
// body stays as it was.
TEST(ShapeInput, TakesNoNumberThatWouldSpread) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const std::uint32_t clusters : {1U, 3U}) {
    ShapeOptions options;
    options.clusters = clusters;
    ShapeBody body(shape_of(testing::box({0, 0, 0}, 1)), options);
    ShapeBody twin(shape_of(testing::box({0, 0, 0}, 1)), options);
    const auto refused = [&](auto&& act) {
      std::string what = "nothing was thrown";
      try {
        act();
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_argument);
        what = error.what();
      }
      return what.find("point 5") != std::string::npos ? "" : what;
    };
    const std::vector<Vec3> at(body.rest().begin(), body.rest().end());
    for (const double wrong : {std::nan(""), infinite, -1e51, 1e154, 1e308}) {
      double& v = body.velocities()[5].y;
      const double before = std::exchange(v, wrong);
      EXPECT_EQ(refused([&] { body.step(0.01, {}); }), "") << wrong;
      v = before;
      std::vector<Vec3> to = at;
      to[5].z = wrong;
      EXPECT_EQ(refused([&] { body.place(to); }), "") << wrong;
      EXPECT_EQ(refused([&] { body.shift(5, {wrong, 0, 0}); }), "") << wrong;
      EXPECT_THROW(body.step(0.01, {100 * wrong, 0, 0}), Error);
      EXPECT_THROW(body.step(0.01, {}, VelocityGain{{wrong, 0, 0}, {}, {}}), Error);
      EXPECT_THROW(body.step(0.01, {}, VelocityGain{{}, {}, {Vec3{wrong, 0, 0}, {}, {}}}), Error);
    }
    for (const double seconds : {0.0, 1e-60, 1e60}) EXPECT_THROW(body.step(seconds, {}), Error);
    body.step(0.01, {0, -9.81, 0});
    twin.step(0.01, {0, -9.81, 0});
    for (std::size_t i = 0; i < body.size(); ++i) {
      EXPECT_EQ(body.positions()[i], twin.positions()[i]);
      EXPECT_EQ(body.velocities()[i], twin.velocities()[i]);
    }
  }
  const auto made = [](auto&& change) {
    ShapeDef def = shape_of(testing::box({0, 0, 0}, 1));
    def.masses.assign(8, 1);
    def.radii.assign(8, 0);
    change(def);
    return testing::error_of([&] { ShapeBody body(def, {}); });
  };
  EXPECT_EQ(made([](ShapeDef& d) { d.points[2].x = 1e60; }), ErrorCode::bad_mesh);
  EXPECT_EQ(made([](ShapeDef& d) { d.masses[2] = 1e60; }), ErrorCode::bad_mesh);
  EXPECT_EQ(made([](ShapeDef& d) { d.masses[2] = 1e-60; }), ErrorCode::bad_mesh);
  EXPECT_EQ(made([](ShapeDef& d) { d.radii[2] = 1e60; }), ErrorCode::bad_mesh);
}

// As far as it may go nothing becomes what is no number: large and tiny bodies, thrown and placed.
TEST(ShapeInput, StaysFiniteAsFarAsItMayGo) {
  testing::Random random(23);
  int made = 0;
  for (const ShapeOptions& options : several_options()) {
    for (const double size : {1e-300, 1e-160, 1e-99, 1e-30, 1e20, 0.5e50}) {
      for (const double mass : {1e-50, 1.0, 1e50}) {
        ShapeDef def = shape_of(scenes::torus(24, 10));
        for (Vec3& p : def.points) p = p * size;
        def.masses.assign(def.points.size(), mass);
        ShapeBody body(def, options);
        for (int step = 0; step < 4; ++step) {
          std::vector<Vec3> to(body.rest().begin(), body.rest().end());
          for (Vec3& p : to) p = random.vector(-1e50, 1e50);
          if (step == 2) body.place(to);
          const double speed = step == 1 ? 1e49 : 1;
          for (Vec3& v : body.velocities()) v = v + random.vector(-speed, speed);
          try {
            body.step(0.01 * (step + 1), {0, -1, 0});
            ++made;
          } catch (const Error&) {  // too fast by now
            for (Vec3& v : body.velocities()) v = {};
          }
          for (const Vec3& p : body.positions()) ASSERT_TRUE(is_finite(p)) << size << " " << mass;
          for (const Vec3& v : body.velocities()) ASSERT_TRUE(is_finite(v)) << size << " " << mass;
          for (const ClusterMap& map : body.maps()) ASSERT_TRUE(map.is_finite());
        }
      }
    }
  }
  EXPECT_GT(made, 400);
}

}  // namespace
}  // namespace tact
