// What a Simulation takes from outside: whatever cannot be is refused by an error that names it,
// and the simulation goes on as if it had not been tried.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "scenes/bodies/geodesic_sphere.h"
#include "tact/base/error.h"
#include "tact/simulate/simulation.h"
#include "tests/support/answers.h"

namespace tact {
namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN();
const double infinite = std::numeric_limits<double>::infinity();

ShapeBody ball(double x, ShapeMode mode = ShapeMode::linear) {
  Mesh mesh = scenes::geodesic_sphere(1);
  for (Vec3& p : mesh.positions) p = p * 0.5 + Vec3{x, 0, 0.6};
  ShapeOptions options;
  options.mode = mode;
  return ShapeBody(shape_of(mesh), options);
}

// Three balls side by side over a floor, close enough to touch.
struct Balls {
  Balls() : simulation(options()) {
    simulation.add(ball(0));
    simulation.add(ball(0.95, ShapeMode::quadratic));
    simulation.add(ball(1.9, ShapeMode::rigid));
    simulation.add(Wall{});
  }
  static SimulationOptions options() {
    SimulationOptions options;
    options.threads = 1;
    return options;
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) contacts += simulation.step().contacts;
  }
  Simulation simulation;
  std::size_t contacts = 0;
};

void expect_equal(const Simulation& one, const Simulation& other) {
  ASSERT_EQ(one.size(), other.size());
  for (std::uint32_t i = 0; i < one.size(); ++i) {
    for (std::size_t k = 0; k < one.body(i).size(); ++k) {
      ASSERT_EQ(one.body(i).positions()[k], other.body(i).positions()[k]) << i << " " << k;
      ASSERT_EQ(one.body(i).velocities()[k], other.body(i).velocities()[k]) << i << " " << k;
    }
  }
}

std::string step_message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_argument);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(SimulationInput, AVelocityThatIsNoNumberIsNamedAndSpreadsToNobody) {
  Balls tried;
  Balls twin;
  tried.run(20);
  twin.run(20);
  for (const double wrong : {not_a_number, infinite, -infinite, 1e300, -1e51}) {
    for (const std::uint32_t body : {0U, 1U, 2U}) {
      for (const int axis : {0, 1, 2}) {
        double& v = tried.simulation.body(body).velocities()[17][static_cast<std::size_t>(axis)];
        const double before = std::exchange(v, wrong);
        const std::string what = step_message_of([&] { tried.simulation.step(); });
        EXPECT_NE(what.find("body " + std::to_string(body) + ", point 17: its velocity"),
                  std::string::npos)
            << what;
        v = before;
        expect_equal(tried.simulation, twin.simulation);
      }
    }
  }
  tried.run(20);
  twin.run(20);
  expect_equal(tried.simulation, twin.simulation);
  EXPECT_GT(tried.contacts, 0U);
  EXPECT_EQ(tried.contacts, twin.contacts);
}

TEST(SimulationInput, OfSeveralTheFirstIsNamedWhateverTheThreads) {
  SimulationOptions options;
  options.threads = 4;
  Simulation simulation(options);
  for (int i = 0; i < 40; ++i) simulation.add(ball(2.0 * i));
  for (const std::uint32_t wrong : {39U, 17U, 9U})
    simulation.body(wrong).velocities()[1].x = not_a_number;
  for (int i = 0; i < 20; ++i) {
    const std::string what = step_message_of([&] { simulation.step(); });
    ASSERT_NE(what.find("body 9, point 1:"), std::string::npos) << what;
  }
}

TEST(SimulationInput, APositionThatIsNoNumberIsNamedToo) {
  Balls tried;
  Balls twin;
  std::vector<Vec3> elsewhere(tried.simulation.body(1).positions().begin(),
                              tried.simulation.body(1).positions().end());
  for (const double wrong : {not_a_number, infinite, -infinite}) {
    elsewhere[5].y = wrong;
    const std::string placed = step_message_of([&] { tried.simulation.body(1).place(elsewhere); });
    EXPECT_NE(placed.find("point 5"), std::string::npos) << placed;
    const std::string shifted = step_message_of([&] {
      tried.simulation.body(1).shift(5, {0, wrong, 0});
    });
    EXPECT_NE(shifted.find("point 5"), std::string::npos) << shifted;
  }
  EXPECT_THROW(tried.simulation.body(0).shift(99999, {}), Error);
  EXPECT_THROW(tried.simulation.body(0).pin(99999), Error);
  tried.run(10);
  twin.run(10);
  expect_equal(tried.simulation, twin.simulation);
  // Finite, but nothing can be computed with it.
  const std::string far = step_message_of([&] {
    tried.simulation.body(2).shift(3, {1e200, 0, 0});
  });
  EXPECT_NE(far.find("point 3 is shifted to no finite place, or beyond 1e50"), std::string::npos)
      << far;
  tried.run(10);
  twin.run(10);
  expect_equal(tried.simulation, twin.simulation);
}

// Every number of the options, with every value that it must not have.
TEST(SimulationInput, OptionsOutOfRangeAreRefused) {
  using Options = SimulationOptions;
  struct Setting {
    const char* name;
    std::function<double&(Options&)> of;
    std::vector<double> wrong;
  };
  const Setting settings[] = {
      {"gravity",
       [](Options& o) -> double& { return o.gravity.y; },
       {not_a_number, infinite, -infinite, 1e200}},
      {"seconds",
       [](Options& o) -> double& { return o.seconds; },
       {not_a_number, infinite, 0, -1, 1e-300, 1e99}},
      {"budget",
       [](Options& o) -> double& { return o.budget_seconds; },
       {not_a_number, -infinite, -1}},
      {"margin",
       [](Options& o) -> double& { return o.margin; },
       {not_a_number, infinite, -infinite, 1e200}},
      {"softness",
       [](Options& o) -> double& { return o.softness; },
       {not_a_number, infinite, -0.1, 1.1}},
      {"friction",
       [](Options& o) -> double& { return o.response.friction; },
       {not_a_number, infinite, -1}},
      {"restitution",
       [](Options& o) -> double& { return o.response.restitution; },
       {not_a_number, -1, 2}},
      {"its speed",
       [](Options& o) -> double& { return o.response.restitution_speed; },
       {not_a_number, infinite, -1}},
      {"warm",
       [](Options& o) -> double& { return o.response.warm; },
       {not_a_number, infinite, -0.5, 1.5}},
      {"frequency",
       [](Options& o) -> double& { return o.response.penalty.frequency; },
       {not_a_number, infinite, 0, -1}},
      {"damping",
       [](Options& o) -> double& { return o.response.penalty.damping_ratio; },
       {not_a_number, infinite, -1}},
      {"fastest",
       [](Options& o) -> double& { return o.response.penalty.fastest; },
       {not_a_number, infinite, -1}},
      {"slop",
       [](Options& o) -> double& { return o.response.penalty.slop; },
       {not_a_number, infinite, -1}},
  };
  for (const Setting& setting : settings) {
    for (const double wrong : setting.wrong) {
      Options options;
      setting.of(options) = wrong;
      EXPECT_EQ(testing::error_of([&] { Simulation simulation(options); }), ErrorCode::bad_argument)
          << setting.name << " = " << wrong;
    }
  }
  for (const auto& [level, iterations] : {std::pair(-1, 8), std::pair(65, 8), std::pair(0, 0)}) {
    Options options;
    options.level = level;
    options.response.iterations = iterations;
    EXPECT_THROW(Simulation{options}, Error) << level << " " << iterations;
  }
  Options extreme;  // what is documented as fine
  extreme.seconds = 3600;
  extreme.margin = -7;
  extreme.response.friction = 0;
  extreme.budget_seconds = infinite;
  EXPECT_NO_THROW(Simulation{extreme});
}

TEST(SimulationInput, SettingsWhileItRunsAreCheckedAndStay) {
  Balls tried;
  for (const double wrong : {not_a_number, -1.0, -infinite}) {
    EXPECT_THROW(tried.simulation.set_budget(wrong), Error);
  }
  for (const int wrong : {-1, 65}) EXPECT_THROW(tried.simulation.set_level(wrong), Error);
  for (const int right : {64, 0}) EXPECT_NO_THROW(tried.simulation.set_level(right));
  EXPECT_EQ(tried.simulation.options().level, 0);
  EXPECT_EQ(tried.simulation.options().budget_seconds, infinite);
  for (const Wall& wrong :
       {Wall{{0, 0, 2}, 0}, Wall{{not_a_number, 0, 1}, 0}, Wall{{infinite, 0, 0}, 0},
        Wall{{0, 0, 1}, not_a_number}, Wall{{0, 0, 1}, infinite}, Wall{{0, 0, 1}, 1e200}}) {
    EXPECT_THROW(tried.simulation.add(wrong), Error);
  }
  for (const std::uint32_t nobody : {3U, 0xffffffffU}) {
    EXPECT_EQ(testing::error_of([&] { tried.simulation.body(nobody); }), ErrorCode::unknown_body);
    EXPECT_EQ(testing::error_of([&] { std::as_const(tried.simulation).body(nobody); }),
              ErrorCode::unknown_body);
  }
  Balls twin;
  tried.run(10);
  twin.run(10);
  expect_equal(tried.simulation, twin.simulation);
}

TEST(SimulationInput, ABodyIsCheckedAsItIsAdded) {
  Balls tried;
  const auto refused = [&](ShapeBody body) {
    const std::string what = step_message_of([&] { tried.simulation.add(std::move(body)); });
    EXPECT_NE(what.find("body 3, point 2"), std::string::npos) << what;
    EXPECT_EQ(tried.simulation.size(), 3U);
  };
  for (const double wrong : {not_a_number, infinite, 1e60}) {
    ShapeBody body = ball(5);
    body.velocities()[2].z = wrong;
    refused(std::move(body));
  }
  for (const double mass : {not_a_number, infinite, 0.0, -1.0}) {  // refused before it is a body
    ShapeDef def = shape_of(scenes::geodesic_sphere(1));
    def.masses.assign(def.points.size(), 1);
    def.masses[2] = mass;
    EXPECT_EQ(testing::error_of([&] { ShapeBody body(def, {}); }), ErrorCode::bad_mesh);
  }
  Balls twin;
  tried.run(10);
  twin.run(10);
  expect_equal(tried.simulation, twin.simulation);
}

TEST(SimulationInput, ABodyThatWasTakenAwayIsNoticed) {
  Balls tried;
  ShapeBody taken = std::move(tried.simulation.body(1));
  const std::string what = step_message_of([&] { tried.simulation.step(); });
  EXPECT_NE(what.find("body 1 was moved from"), std::string::npos) << what;
  const std::string again =
      step_message_of([&] { tried.simulation.add(std::move(tried.simulation.body(1))); });
  EXPECT_NE(again.find("body 3 was moved from"), std::string::npos) << again;
  tried.simulation.body(1) = ball(4);  // another one: its spheres are not those that are kept
  EXPECT_THROW(tried.simulation.step(), Error);
  tried.simulation.body(1) = std::move(taken);
  Balls twin;
  tried.run(10);
  twin.run(10);
  expect_equal(tried.simulation, twin.simulation);
}

TEST(SimulationInput, AGainOfVelocityIsCheckedByTheBody) {
  ShapeBody body = ball(0);
  const std::vector<Vec3> before(body.positions().begin(), body.positions().end());
  for (const double wrong : {not_a_number, infinite}) {
    VelocityGain gain;
    gain.rate[1].z = wrong;
    EXPECT_EQ(testing::error_of([&] { body.step(0.01, {}, gain); }), ErrorCode::bad_argument);
    EXPECT_EQ(testing::error_of([&] { body.step(0.01, {0, 0, wrong}); }), ErrorCode::bad_argument);
    EXPECT_EQ(testing::error_of([&] { body.step(wrong, {}); }), ErrorCode::bad_argument);
  }
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(body.positions()[i], before[i]);
}

}  // namespace
}  // namespace tact
