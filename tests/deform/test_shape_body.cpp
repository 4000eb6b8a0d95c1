// Shape matching: finds known motions, conserves momentum, is stable for any time step, comes back
// from any start, and says how far its points are from its maps.
#include "tact/deform/shape_body.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/base/simd.h"
#include "tests/support/answers.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

struct Momentum {
  Vec3 linear;
  Vec3 angular;
  double size = 0;  // of the terms
};

Momentum momentum_of(const ShapeBody& body) {
  Momentum m;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const Vec3 p = body.velocities()[i] * body.masses()[i];
    m.linear = m.linear + p;
    m.angular = m.angular + cross(body.positions()[i], p);
    m.size += length(p);
  }
  return m;
}

double kinetic_energy(const ShapeBody& body) {
  double energy = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    energy += 0.5 * body.masses()[i] * length_sq(body.velocities()[i]);
  }
  return energy;
}

struct Manner {
  const char* name;
  ShapeOptions options;
};

std::vector<Manner> manners() {
  std::vector<Manner> all;
  for (const double stiffness : {1.0, 0.3}) {
    for (const std::uint32_t clusters : {1U, 4U}) {
      for (const ShapeMode mode : {ShapeMode::rigid, ShapeMode::linear, ShapeMode::quadratic}) {
        ShapeOptions options;
        options.mode = mode;
        options.stiffness = stiffness;
        options.clusters = clusters;
        all.push_back({"", options});
      }
    }
  }
  all.push_back({"damped", {}});
  all.back().options.damping = 0.7;
  all.push_back({"soft", {}});
  all.back().options.linear_share = 0.95;
  all.back().options.stiffness = 0.1;
  all.back().options.keep_volume = false;
  return all;
}

ShapeDef uneven_torus() {
  ShapeDef def = shape_of(scenes::torus(24, 10));
  testing::Random random(8);
  for (std::size_t i = 0; i < def.points.size(); ++i) def.masses.push_back(random.uniform(0.2, 3));
  return def;
}

void kick(ShapeBody& body, testing::Random& random, double speed) {
  for (Vec3& v : body.velocities()) v = v + random.vector(-speed, speed);
}

TEST(ShapeBody, FindsARigidMotion) {
  const Transform pose = Transform::from_axis_angle({1, 2, -1}, 2.5, {5, -3, 1});
  for (const Manner& manner : manners()) {
    ShapeBody body(uneven_torus(), manner.options);
    std::vector<Vec3> moved;
    for (const Vec3& p : body.rest()) moved.push_back(pose.apply(p));
    body.place(moved);
    for (const ClusterMap& map : body.maps()) {
      EXPECT_LE(map.drift, 1e-12);
      EXPECT_NEAR(map.norm_linear, 1, 1e-9);
    }
    body.step(0.01, {});
    for (std::size_t i = 0; i < body.size(); ++i) {
      EXPECT_LE(length(body.positions()[i] - moved[i]), 1e-12);
    }
  }
}

TEST(ShapeBody, FindsALinearAndAQuadraticMap) {
  testing::Random random(4);
  ShapeOptions options;
  options.linear_share = 0.999;
  options.keep_volume = false;
  for (const ShapeMode mode : {ShapeMode::linear, ShapeMode::quadratic}) {
    options.mode = mode;
    ShapeBody body(uneven_torus(), options);
    std::vector<Vec3> moved;
    for (const Vec3& p : body.rest()) {
      Vec3 to{1.2 * p.x + 0.1 * p.y, 0.9 * p.y - 0.2 * p.z, 1.1 * p.z};
      if (mode == ShapeMode::quadratic) to = to + Vec3{0.1 * p.y * p.z, 0, 0.2 * p.x * p.x};
      moved.push_back(to);
    }
    body.place(moved);
    EXPECT_LE(body.maps()[0].drift, 2e-3);  // the rest is the rotation's share
    EXPECT_EQ(body.maps()[0].is_quadratic, mode == ShapeMode::quadratic);
    EXPECT_NEAR(body.maps()[0].linear.at[0][0], 1.2, 0.02);
  }
}

TEST(ShapeBody, KeepsItsVolume) {
  ShapeOptions options;
  options.linear_share = 0.9;
  ShapeBody body(shape_of(scenes::geodesic_sphere(2)), options);
  std::vector<Vec3> squeezed;
  for (const Vec3& p : body.rest()) squeezed.push_back({p.x, p.y, 0.5 * p.z});
  body.place(squeezed);
  const Matrix3& m = body.maps()[0].linear;
  const double linear_part = m.at[0][0] * m.at[1][1] * m.at[2][2];  // 0.9 A / ∛½ + 0.1 R
  const double stretch = 0.9 / std::cbrt(0.5);
  EXPECT_NEAR(linear_part, (stretch + 0.1) * (stretch + 0.1) * (0.5 * stretch + 0.1), 1e-9);
}

TEST(ShapeBody, ConservesMomentum) {
  for (const Manner& manner : manners()) {
    ShapeBody body(uneven_torus(), manner.options);
    testing::Random random(12);
    kick(body, random, 2);
    const Momentum before = momentum_of(body);
    for (int step = 0; step < 300; ++step) body.step(0.02, {});
    const Momentum after = momentum_of(body);
    EXPECT_LE(length(after.linear - before.linear), 1e-9 * before.size) << manner.name;
    // Angular momentum is about the origin; points have moved a little when velocities change.
    EXPECT_LE(length(after.angular - before.angular), 1e-6 * before.size) << manner.name;
    EXPECT_GT(length(before.linear), 1e-3 * before.size);
  }
}

TEST(ShapeBody, GainsNoEnergyByItself) {
  for (const Manner& manner : manners()) {
    for (const double seconds : {1e-3, 0.03, 1.0, 100.0}) {
      ShapeBody body(uneven_torus(), manner.options);
      testing::Random random(13);
      kick(body, random, 1);
      const double before = kinetic_energy(body);
      for (int step = 0; step < 200; ++step) body.step(seconds, {});
      EXPECT_LE(kinetic_energy(body), before * 1.0001) << manner.name << seconds;
    }
  }
}

TEST(ShapeBody, FallsAsGravitySays) {
  for (const Manner& manner : manners()) {
    ShapeBody body(uneven_torus(), manner.options);
    for (int step = 0; step < 100; ++step) body.step(0.01, {0, 0, -10});
    for (const Vec3& v : body.velocities()) EXPECT_NEAR(v.z, -10, 1e-9);
  }
}

// How far the points are from a rigid copy of the shape at rest.
double distance_from_shape(const ShapeBody& body) {
  ShapeDef def;
  def.points.assign(body.rest().begin(), body.rest().end());
  def.masses.assign(body.masses().begin(), body.masses().end());
  ShapeOptions options;
  options.mode = ShapeMode::rigid;
  ShapeBody judge(std::move(def), options);
  judge.place(body.positions());
  return judge.maps()[0].drift;
}

TEST(ShapeBody, RecoversFromAnyStart) {
  for (const Manner& manner : manners()) {
    for (int start = 0; start < 5; ++start) {
      ShapeBody body(uneven_torus(), manner.options);
      testing::Random random(14);
      std::vector<Vec3> from;
      for (const Vec3& p : body.rest()) {
        switch (start) {
          case 0:  // inverted
            from.push_back({-p.x, p.y, p.z});
            break;
          case 1:  // flat
            from.push_back({p.x, 0, p.z});
            break;
          case 2:  // a line
            from.push_back({p.x, 0, 0});
            break;
          case 3:  // a point
            from.push_back({7, 7, 7});
            break;
          default:  // anything
            from.push_back(random.vector(-3, 3));
        }
      }
      body.place(from);
      for (int step = 0; step < 600; ++step) {
        body.step(0.02, {});
        // Without this a body of stiffness below one would swing for long.
        for (Vec3& v : body.velocities()) v = v * 0.9;
      }
      EXPECT_LE(distance_from_shape(body), 0.01)
          << manner.name << " start " << start << " mode " << int(manner.options.mode)
          << " clusters " << manner.options.clusters << " stiffness " << manner.options.stiffness;
    }
  }
}

TEST(ShapeBody, TheDriftBoundsEveryPoint) {
  for (const Manner& manner : manners()) {
    ShapeBody body(uneven_torus(), manner.options);
    testing::Random random(15);
    for (int step = 0; step < 60; ++step) {
      if (step % 10 == 0) kick(body, random, 3);
      body.step(0.02, {0, -9.81, 0});
      if (step % 7 == 0) body.shift(random.below(240), random.vector(-0.1, 0.1));
      for (std::size_t c = 0; c < body.clusters().size(); ++c) {
        const ClusterMap& map = body.maps()[c];
        for (const std::uint32_t i : body.clusters()[c]) {
          const double away = length(body.positions()[i] - map.apply(body.rest()[i]));
          ASSERT_LE(away, map.drift + 1e-13);
        }
      }
    }
    // One stiff cluster is where its map says, but for rounding and what was shifted.
    if (manner.options.stiffness == 1 && manner.options.clusters == 1) {
      body.step(0.02, {});
      EXPECT_LE(body.maps()[0].drift, 1e-13);
    }
  }
}

TEST(ShapeBody, IsTheSameForAllThreadsAndInstructionSets) {
  for (const ShapeMode mode : {ShapeMode::linear, ShapeMode::quadratic}) {
    for (const std::uint32_t clusters : {1U, 5U}) {
      ShapeOptions options;
      options.mode = mode;
      options.clusters = clusters;
      options.stiffness = 0.8;
      const auto play = [&](unsigned threads) {
        ShapeBody body(shape_of(scenes::torus(150, 60)), options);
        testing::Random random(16);
        for (int step = 0; step < 5; ++step) {
          kick(body, random, 1);
          body.step(0.02, {0, -9.81, 0}, threads);
        }
        return std::vector<Vec3>(body.positions().begin(), body.positions().end());
      };
      const std::vector<Vec3> expected = play(1);
      EXPECT_EQ(play(3), expected);
      for (const std::string& target : simd_targets()) {
        use_simd_target(target);
        EXPECT_EQ(play(2), expected) << target;
      }
      use_simd_target("");
    }
  }
}

// What a step is told that velocities gain is as if they had it before.
TEST(ShapeBody, TakesAGainOfVelocitiesAlong) {
  VelocityGain gain;
  gain.all = {0.3, -0.2, 0.1};
  gain.centre = {0.5, 0, 0.25};
  gain.rate = {Vec3{0.1, 2, -1}, Vec3{-2, 0.2, 0.5}, Vec3{1, -0.5, 0}};
  for (const Manner& manner : manners()) {
    ShapeBody one(uneven_torus(), manner.options);
    ShapeBody other(uneven_torus(), manner.options);
    for (const double seconds : {0.02, 0.03, 0.01}) {  // longer than the last one, too
      for (std::size_t i = 0; i < one.size(); ++i) {
        const Vec3 r = one.positions()[i] - gain.centre;
        one.velocities()[i] = one.velocities()[i] + gain.all + gain.rate[0] * r.x +
                              gain.rate[1] * r.y + gain.rate[2] * r.z;
      }
      one.step(seconds, {0, 0, -9.81});
      other.step(seconds, {0, 0, -9.81}, gain);
      for (std::size_t i = 0; i < one.size(); ++i) {
        ASSERT_LT(length(one.positions()[i] - other.positions()[i]), 1e-12);
        ASSERT_LT(length(one.velocities()[i] - other.velocities()[i]), 1e-10);
      }
    }
  }
}

TEST(ShapeBody, PinnedPointsHold) {
  for (const std::uint32_t clusters : {1U, 3U}) {
    ShapeOptions options;
    options.clusters = clusters;
    ShapeBody body(uneven_torus(), options);
    const Vec3 at = body.positions()[17];
    body.pin(17);
    for (int step = 0; step < 400; ++step) {
      body.step(0.01, {0, 0, -9.81});
      for (Vec3& v : body.velocities()) v = v * 0.98;
      ASSERT_EQ(body.positions()[17], at);
      for (const std::uint32_t i : body.clusters()[0]) {
        ASSERT_LE(length(body.positions()[i] - body.maps()[0].apply(body.rest()[i])),
                  body.maps()[0].drift + 1e-13);
      }
    }
    double lowest = 0;
    for (const Vec3& p : body.positions()) lowest = std::min(lowest, p.z);
    EXPECT_GT(lowest, -4);  // it hangs
    EXPECT_LT(lowest, -1);
    body.pin(17, false);
    body.step(0.01, {0, 0, -9.81});
    EXPECT_NE(body.positions()[17], at);
  }
}

TEST(ShapeBody, TakesDegenerateShapes) {
  for (const Manner& manner : manners()) {
    std::vector<std::vector<Vec3>> shapes{
        {{1, 2, 3}}, {{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}};
    shapes.push_back(testing::sheet(4, 2).positions);
    shapes.push_back(testing::box({0, 0, 0}, 1).positions);
    shapes.push_back(std::vector<Vec3>(9, Vec3{4, 5, 6}));
    for (const std::vector<Vec3>& points : shapes) {
      ShapeBody body(shape_of(points, 0.1), manner.options);
      testing::Random random(17);
      for (int step = 0; step < 100; ++step) {
        kick(body, random, 1);
        body.step(0.02, {0, -1, 0});
        for (const Vec3& p : body.positions()) ASSERT_TRUE(is_finite(p));
      }
    }
  }
}

TEST(ShapeBody, RefusesWhatCannotBe) {
  const auto code = [](auto&& change) {
    ShapeDef def = shape_of(testing::box({0, 0, 0}, 1));
    ShapeOptions options;
    change(def, options);
    return testing::error_of([&] { ShapeBody body(def, options); });
  };
  EXPECT_EQ(code([](ShapeDef&, ShapeOptions& o) { o.stiffness = 0; }), ErrorCode::bad_argument);
  EXPECT_EQ(code([](ShapeDef&, ShapeOptions& o) { o.linear_share = 1; }), ErrorCode::bad_argument);
  EXPECT_EQ(code([](ShapeDef&, ShapeOptions& o) { o.clusters = 0; }), ErrorCode::bad_argument);
  EXPECT_EQ(code([](ShapeDef& d, ShapeOptions&) { d.masses = {1, 2}; }), ErrorCode::bad_argument);
  EXPECT_EQ(code([](ShapeDef& d, ShapeOptions&) { d.points.clear(); }), ErrorCode::bad_argument);
  EXPECT_EQ(code([](ShapeDef& d, ShapeOptions&) { d.points[3].x = std::nan(""); }),
            ErrorCode::bad_mesh);
  EXPECT_EQ(code([](ShapeDef& d, ShapeOptions&) { d.masses.assign(8, 0); }), ErrorCode::bad_mesh);
  EXPECT_EQ(code([](ShapeDef& d, ShapeOptions&) { d.triangles[0][1] = 8; }), ErrorCode::bad_mesh);
  ShapeBody body(shape_of(testing::box({0, 0, 0}, 1)), {});
  EXPECT_EQ(testing::error_of([&] { body.step(0, {}); }), ErrorCode::bad_argument);
  EXPECT_EQ(testing::error_of([&] { body.step(std::nan(""), {}); }), ErrorCode::bad_argument);
}

// Long: no NaN in 10⁵ steps with random forces, of every manner.
TEST(ShapeBodyLong, StaysFiniteUnderRandomForces) {
  for (const Manner& manner : manners()) {
    ShapeBody body(shape_of(scenes::torus(8, 5)), manner.options);
    testing::Random random(18);
    for (int step = 0; step < 100000; ++step) {
      const double speed = step % 1000 == 0 ? 1e4 : 1;
      kick(body, random, speed);
      for (Vec3& v : body.velocities()) v = v * 0.97;
      body.step(step % 3 == 0 ? 1e-4 : 0.05, {0, 0, 0});
      if (step % 100 != 0) continue;
      for (const Vec3& p : body.positions()) ASSERT_TRUE(is_finite(p)) << step;
      for (const Vec3& v : body.velocities()) ASSERT_TRUE(is_finite(v)) << step;
    }
  }
}

}  // namespace
}  // namespace tact
