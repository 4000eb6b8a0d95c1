// How deep spheres are refined: levels that are looked at by blocks, and those below, one sphere at
// a time.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scenes/bodies/geodesic_sphere.h"
#include "tact/simulate/simulation.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/random.h"

namespace tact {
namespace {

// Two balls, fine enough to be deeper than what blocks are made for, that reach into each other a
// little.
StepReport touching_balls(int fineness, int level, int level_before = -1) {
  SimulationOptions options;
  options.seconds = 1e-9;  // they hardly move
  options.threads = 1;
  options.gravity = {};
  options.level = level;
  Simulation simulation(options);
  const Mesh fine = scenes::geodesic_sphere(fineness);
  for (const double side : {-1.0, 1.0}) {
    Mesh mesh = fine;
    for (Vec3& p : mesh.positions) p.x += side * 0.999;
    ShapeOptions stuff;
    stuff.mode = ShapeMode::rigid;
    simulation.add(ShapeBody(shape_of(mesh), stuff));
  }
  if (level_before >= 0) {
    simulation.set_level(level_before);
    simulation.step();
    simulation.set_level(level);
  }
  return simulation.step();
}

// The last one is deeper than the trees: down to the leaves, as spheres all the same.
TEST(SimulationLevels, EveryLevelIsFinerThanTheLast) {
  std::size_t last = 0;
  for (const int level : {12, 13, 64}) {
    const StepReport report = touching_balls(6, level);
    EXPECT_GT(report.sphere_pairs, last) << level;
    EXPECT_GT(report.contacts, 50U) << level;
    last = report.sphere_pairs;
  }
}

// What blocks found before counts no more once spheres are looked at one by one.
TEST(SimulationLevels, AnotherLevelBeforeMakesNoDifference) {
  const auto fresh = static_cast<double>(touching_balls(5, 13).sphere_pairs);
  const auto after = static_cast<double>(touching_balls(5, 13, 10).sphere_pairs);
  EXPECT_NEAR(after, fresh, 0.02 * fresh);
}

// A controller comes back to a level it left a moment ago; the spheres of others are given back.
TEST(SimulationLevels, SpheresOfLevelsThatNobodyUsesAreGivenBack) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  SimulationOptions options;
  options.seconds = 1e-9;
  options.threads = 1;
  options.gravity = {};
  options.level = 1;
  Simulation simulation(options);
  ShapeOptions stuff;
  stuff.mode = ShapeMode::rigid;
  simulation.add(ShapeBody(shape_of(scenes::geodesic_sphere(5)), stuff));
  simulation.step();
  const std::uint64_t before = testing::bytes_in_use();
  const auto step_at = [&](int level) {
    simulation.set_level(level);
    const std::uint64_t allocated = testing::allocations();
    simulation.step();
    return testing::allocations() - allocated;
  };
  for (int level = 2; level <= 11; ++level) step_at(level);
  const std::uint64_t held = testing::bytes_in_use();
  EXPECT_GT(held, before + 500'000);
  for (int i = 0; i < 100; ++i) step_at(1);
  EXPECT_EQ(step_at(11), 0U) << "used lately";
  EXPECT_EQ(testing::bytes_in_use(), held);
  for (int i = 0; i < 300; ++i) step_at(1);
  EXPECT_LT(testing::bytes_in_use(), before + (held - before) / 10);
  EXPECT_GT(step_at(11), 0U);
}

// Samples of spheres are float; what they tell is finite for bodies of any size that may be.
TEST(SimulationLevels, DepthsAreFiniteForBodiesOfAnySize) {
  testing::Random random(1);
  const auto cloud = [&](double size, double radius) {
    std::vector<Vec3> points(1 + random.below(12));
    for (Vec3& p : points) p = random.vector(-1, 1) * size;
    return ShapeBody(shape_of(points, radius), {});
  };
  std::size_t deep = 0;
  for (int i = 0; i < 1500; ++i) {
    const double size = std::pow(10, random.uniform(0, 49));
    SimulationOptions options;
    options.level = 1 + static_cast<int>(random.below(4));
    options.gravity = {};
    options.threads = 1;
    Simulation simulation(options);
    simulation.add(cloud(size, random.chance(2) ? 0.1 * size : 0));
    simulation.add(cloud(random.chance(2) ? 1 : size, 0));
    const StepReport report = simulation.step();
    ASSERT_TRUE(std::isfinite(report.deepest)) << i << ": " << size;
    if (size > 1e39 && report.deepest > 1e38) ++deep;
  }
  EXPECT_GT(deep, 50U);
}

}  // namespace
}  // namespace tact
