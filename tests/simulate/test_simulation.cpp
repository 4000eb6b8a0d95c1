// Physics that holds: stacks stand, momentum stays, energy does not grow, nothing blows up, and the
// answer is the same for any number of threads.
#include "tact/simulate/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/bodies/box.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/simulate.h"
#include "tact/base/error.h"
#include "tests/support/random.h"

namespace tact {
namespace {

struct Play {
  scenes::SimulatedScene scene;
  std::unique_ptr<Simulation> simulation;

  Play(const char* name, int lod, int level = -1, unsigned threads = 1)
      : scene(scenes::build(scenes::find_simulation(name), lod, 1)) {
    SimulationOptions options = scenes::options_of(scene);
    if (level >= 0) options.level = level;
    options.threads = threads;
    simulation = scenes::enter(scene, options);
  }
};

Vec3 middle_of(const ShapeBody& body) {
  Vec3 sum;
  for (const Vec3& p : body.positions()) sum = sum + p;
  return sum * (1 / static_cast<double>(body.size()));
}

bool all_finite(const Simulation& simulation) {
  for (std::uint32_t i = 0; i < simulation.size(); ++i) {
    for (const Vec3& p : simulation.body(i).positions()) {
      if (!is_finite(p)) return false;
    }
    for (const Vec3& v : simulation.body(i).velocities()) {
      if (!is_finite(v)) return false;
    }
  }
  return true;
}

void expect_stack_stands(int lod) {
  Play play("stack", lod);
  std::vector<Vec3> start;
  for (std::uint32_t i = 0; i < 10; ++i) start.push_back(middle_of(play.simulation->body(i)));
  double deepest = 0;
  for (int step = 0; step < 2000; ++step) {
    const StepReport report = play.simulation->step();
    deepest = std::max(deepest, report.deepest);
    ASSERT_GE(report.contacts, 40U) << "four corners of ten boxes, at step " << step;
  }
  for (std::uint32_t i = 0; i < 10; ++i) {
    const Vec3 moved = middle_of(play.simulation->body(i)) - start[i];
    EXPECT_NEAR(moved.x, 0, 0.02) << "box " << i;
    EXPECT_NEAR(moved.y, 0, 0.02) << "box " << i;
    EXPECT_NEAR(moved.z, 0, 0.05) << "box " << i;
  }
  EXPECT_LT(deepest, 0.015) << "a box is 0.5 high, its skin 0.01 thick";
  EXPECT_LT(play.simulation->energy().kinetic, 1e-3);
}

TEST(Simulation, AStackOfTenBoxesStandsForTwentySeconds) { expect_stack_stands(0); }
TEST(SimulationLong, SoDoesAStackOfFinerBoxes) { expect_stack_stands(1); }

TEST(Simulation, AFreeCollisionKeepsMomentum) {
  for (const int level : {3, 6, 0}) {
    Play play("pressed", 0, level);
    const EnergyReport before = play.simulation->energy();
    double scale = 0;
    for (std::uint32_t i = 0; i < 2; ++i) {
      scale += play.simulation->body(i).mass() * length(play.scene.bodies[i].velocity);
    }
    std::size_t contacts = 0;
    for (int step = 0; step < 150; ++step) contacts += play.simulation->step().contacts;
    const EnergyReport after = play.simulation->energy();
    EXPECT_GT(contacts, 50U) << level;
    EXPECT_LT(length(after.momentum - before.momentum), 1e-6 * scale) << level;
    EXPECT_LT(length(after.angular - before.angular), 1e-6 * scale) << level;
    EXPECT_LT(after.kinetic, 0.9 * before.kinetic) << "they met";
  }
}

// Kicks, of all sizes, at random points.
void expect_finite_under_kicks(int steps) {
  for (const char* const name : {"pile", "flower", "stack"}) {
    Play play(name, 0, 4);
    testing::Random random(5);
    for (int step = 0; step < steps; ++step) {
      for (int kick = 0; kick < 3; ++kick) {
        ShapeBody& body = play.simulation->body(
            random.below(static_cast<std::uint32_t>(play.simulation->size())));
        const std::uint32_t point = random.below(static_cast<std::uint32_t>(body.size()));
        const double size = std::pow(10.0, random.uniform(-2, 3));
        body.velocities()[point] = body.velocities()[point] + random.direction() * size;
      }
      play.simulation->step();
    }
    EXPECT_TRUE(all_finite(*play.simulation)) << name;
  }
}

TEST(Simulation, RandomForcesLeaveItFinite) { expect_finite_under_kicks(300); }
TEST(SimulationLong, RandomForcesLeaveItFiniteForAHundredThousandSteps) {
  expect_finite_under_kicks(100000);
}

TEST(Simulation, AnyNumberOfThreadsGivesTheSameBits) {
  for (const int level : {4, 0}) {
    Play one("pile", 0, level, 1);
    Play many("pile", 0, level, 4);
    for (int step = 0; step < 120; ++step) {
      const StepReport a = one.simulation->step();
      const StepReport b = many.simulation->step();
      ASSERT_EQ(a.contacts, b.contacts) << step;
    }
    for (std::uint32_t i = 0; i < one.simulation->size(); ++i) {
      for (std::size_t k = 0; k < one.simulation->body(i).size(); ++k) {
        ASSERT_EQ(one.simulation->body(i).positions()[k], many.simulation->body(i).positions()[k]);
      }
    }
  }
}

// Coarser levels have fewer contacts; a budget of nothing still answers at level 1 and says so.
TEST(Simulation, LevelsAndBudgets) {
  Play play("pile", 0, 6);
  for (int step = 0; step < 120; ++step) play.simulation->step();
  std::size_t last = 0;
  for (const int level : {1, 3, 5}) {
    play.simulation->set_level(level);
    const StepReport report = play.simulation->step();
    EXPECT_EQ(report.lod.unfinished, 0U);
    EXPECT_EQ(report.lod.finest, level);
    EXPECT_GT(report.sphere_pairs, last);
    last = report.sphere_pairs;
  }
  play.simulation->set_level(6);
  play.simulation->set_budget(0);
  const StepReport hurried = play.simulation->step();
  EXPECT_EQ(hurried.lod.coarsest, 1);
  EXPECT_EQ(hurried.lod.finest, 1);
  EXPECT_EQ(hurried.lod.unfinished, hurried.body_pairs);
  EXPECT_GT(hurried.contacts, 0U);
}

// There is time for everything from the first step on, so each goes straight to the last level, as
// without a budget: the same bits.
TEST(Simulation, AnAmpleBudgetChangesNothing) {
  Play free("pile", 0, 6);
  Play ample("pile", 0, 6);
  ample.simulation->set_budget(1000);
  std::size_t contacts = 0;
  for (int step = 0; step < 150; ++step) {
    const StepReport expected = free.simulation->step();
    const StepReport found = ample.simulation->step();
    ASSERT_EQ(found.contacts, expected.contacts) << step;
    ASSERT_EQ(found.lod.unfinished, 0U) << step;
    contacts += found.contacts;
  }
  EXPECT_GT(contacts, 0U);
  for (std::uint32_t i = 0; i < free.simulation->size(); ++i) {
    for (std::size_t k = 0; k < free.simulation->body(i).size(); ++k) {
      ASSERT_EQ(free.simulation->body(i).positions()[k], ample.simulation->body(i).positions()[k]);
    }
  }
}

TEST(Simulation, AFixedBodyStaysAndHoldsOthers) {
  SimulationOptions options;
  options.threads = 1;
  Simulation simulation(options);
  ShapeOptions stuff;
  stuff.mode = ShapeMode::rigid;
  Mesh table = scenes::box(4, {1, 1, 0.1});
  Mesh ball = scenes::geodesic_sphere(2);
  for (Vec3& p : ball.positions) p = p * 0.3 + Vec3{0, 0, 0.6};
  simulation.add(ShapeBody(shape_of(table), stuff), true);
  simulation.add(ShapeBody(shape_of(ball), stuff));
  for (int step = 0; step < 200; ++step) simulation.step();
  EXPECT_NEAR(middle_of(simulation.body(1)).z, 0.4, 0.02);
  for (std::size_t i = 0; i < table.positions.size(); ++i) {
    ASSERT_EQ(simulation.body(0).positions()[i], table.positions[i]);
  }
}

TEST(Simulation, CloudsOfPointsTouchByTheirRadii) {
  SimulationOptions options;
  options.gravity = {};
  options.threads = 1;
  Simulation simulation(options);
  const Mesh ball = scenes::geodesic_sphere(2);
  for (const double side : {-1.0, 1.0}) {
    std::vector<Vec3> points = ball.positions;
    for (Vec3& p : points) p.x += side * 1.5;
    ShapeBody body(shape_of(std::move(points), 0.15), {});
    for (Vec3& v : body.velocities()) v = {-side, 0, 0};
    simulation.add(std::move(body));
  }
  std::size_t contacts = 0;
  for (int step = 0; step < 100; ++step) contacts += simulation.step().contacts;
  EXPECT_GT(contacts, 0U);
  const double apart = middle_of(simulation.body(1)).x - middle_of(simulation.body(0)).x;
  EXPECT_GT(apart, 1.9);
  EXPECT_LT(apart, 2.6);
}

TEST(Simulation, RefusesWhatMakesNoSense) {
  SimulationOptions options;
  options.seconds = 0;
  EXPECT_THROW(Simulation{options}, Error);
  options = {};
  options.level = -1;
  EXPECT_THROW(Simulation{options}, Error);
  options = {};
  options.budget_seconds = std::nan("");
  EXPECT_THROW(Simulation{options}, Error);
  Simulation fine({});
  EXPECT_THROW(fine.add(Wall{{0, 0, 2}, 0}), Error);
  EXPECT_EQ(fine.step().contacts, 0U) << "nothing there is fine";
}

TEST(Simulation, AStepTellsWhereItsTimeWent) {
  Play play("stack", 0);
  const StepReport report = play.simulation->step();
  EXPECT_GT(report.detection, 0);
  EXPECT_GT(report.response, 0);
  EXPECT_GT(report.deformation, 0);
}

// What stands still does not press on what stands still.
TEST(Simulation, TwoFixedBodiesAreNoPair) {
  SimulationOptions options;
  options.threads = 1;
  for (const int fixed : {0, 1, 2}) {
    Simulation simulation(options);
    for (int i = 0; i < 2; ++i) {
      Mesh mesh = scenes::geodesic_sphere(1);
      for (Vec3& p : mesh.positions) p = p + Vec3{0.5 * i, 0, 3};
      simulation.add(ShapeBody(shape_of(mesh), ShapeOptions{}), i < fixed);
    }
    EXPECT_EQ(simulation.step().body_pairs, fixed == 2 ? 0U : 1U) << fixed;
  }
}

// Two clouds of points that reach into each other are pressed apart, along the line between them.
TEST(Simulation, CloudsOfPointsPushEachOtherAway) {
  SimulationOptions options;
  options.threads = 1;
  options.gravity = {};
  Simulation simulation(options);
  // Far from the origin, where a sum of two places is no distance.
  const Vec3 at{5, 7, -3};
  simulation.add(
      ShapeBody(shape_of({at, at + Vec3{0, 1, 0}, at + Vec3{0, 0, 1}, at + Vec3{-1, 0, 0}}, 0.2),
                ShapeOptions{}));
  const Vec3 beside = at + Vec3{0.3, 0, 0};
  simulation.add(ShapeBody(
      shape_of({beside, beside + Vec3{0, 1, 0}, beside + Vec3{0, 0, 1}, beside + Vec3{1, 0, 0}},
               0.2),
      ShapeOptions{}));
  const StepReport first = simulation.step();
  EXPECT_EQ(first.contacts, 3U) << "three points of each, side by side";
  EXPECT_NEAR(first.deepest, 0.1, 1e-12);
  for (int i = 0; i < 200; ++i) simulation.step();
  const Vec3 apart = middle_of(simulation.body(1)) - middle_of(simulation.body(0));
  EXPECT_GT(apart.x, 0.85) << "0.8 at the beginning";
  EXPECT_NEAR(apart.y, 0, 1e-6);
  EXPECT_NEAR(apart.z, 0, 1e-6);
}

// Whichever way they stand in line, few or so many that boxes are swept in strips. Two that are
// fixed are no pair.
TEST(Simulation, BodiesOfALineMeetTheirNeighbours) {
  for (const std::size_t axis : {0U, 1U, 2U}) {
    for (const std::uint32_t bodies : {40U, 600U}) {
      SimulationOptions options;
      options.gravity = {};
      options.margin = 0.01;
      Simulation simulation(options);
      const Mesh ball = scenes::geodesic_sphere(1);
      for (std::uint32_t i = 0; i < bodies; ++i) {
        Mesh mesh = ball;
        Vec3 at{1e5, -1e5, 1e5};
        (axis == 0 ? at.x : axis == 1 ? at.y : at.z) += 2.005 * i;
        for (Vec3& p : mesh.positions) p = p + at;
        ShapeOptions stuff;
        stuff.mode = ShapeMode::rigid;
        simulation.add(ShapeBody(shape_of(mesh), stuff), i % 10 < 2);
      }
      EXPECT_EQ(simulation.step().body_pairs, bodies - 1 - bodies / 10) << axis;
    }
  }
}

}  // namespace
}  // namespace tact
