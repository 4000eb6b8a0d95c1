// Bodies that keep their shape, and their simulation, under every failing allocation: a step comes
// about as a whole or not at all.
#include <gtest/gtest.h>

#include "scenes/bodies/torus.h"
#include "tact/simulate/simulation.h"
#include "tests/safety/sweep.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::Sweep;

ShapeBody body_of(const Mesh& mesh, std::uint32_t clusters, ShapeMode mode = ShapeMode::linear) {
  ShapeOptions options;
  options.clusters = clusters;
  options.mode = mode;
  return {shape_of(mesh), options};
}

// Where all points are, and how fast, to the last bit.
void append(const ShapeBody& body, std::vector<Vec3>& all) {
  all.insert(all.end(), body.positions().begin(), body.positions().end());
  all.insert(all.end(), body.velocities().begin(), body.velocities().end());
  for (const ClusterMap& map : body.maps()) all.push_back(map.centre);
}

struct Soft {
  ShapeBody body = body_of(scenes::torus(12, 6), 3);

  // And where they are going.
  std::vector<Vec3> look() {
    std::vector<Vec3> all;
    append(body, all);
    body.step(0.01, {0, 0, -1});
    append(body, all);
    return all;
  }
};

void sweep_shapes(Sweep& sweep) {
  const auto make = [] {
    auto one = std::make_unique<Soft>();
    one->body.pin(3);
    one->body.step(0.01, {0, 0, -9.81});
    return one;
  };
  const auto look = [](Soft& s) { return s.look(); };
  sweep.run(
      "make", make,
      [](Soft& s) {
        s.body = body_of(box({0, 0, 0}, 1), 2);
      },
      look);
  sweep.run(
      "pin", make, [](Soft& s) { s.body.pin(7); }, look);
}

// What allocates nothing cannot fail so: a body that is there is moved within its own memory.
TEST(FailingAllocationsOfShapes, ABodyThatIsThereAllocatesNothing) {
  Soft shape;
  std::vector<Vec3> elsewhere(shape.body.positions().begin(), shape.body.positions().end());
  for (Vec3& p : elsewhere) p = p + Vec3{1, 2, 3};
  const testing::FailingNew failing(1, testing::Whose::this_thread,
                                    testing::FailingNew::Then::stays);
  shape.body.place(elsewhere);
  shape.body.shift(5, {0.1, 0, 0});
  shape.body.pin(5, false);
  shape.body.step(0.01, {0, 0, -1});
  EXPECT_FALSE(failing.failed());
}

struct Play {
  Simulation simulation;
  std::size_t contacts = 0;

  Play(int level, ShapeMode mode, int steps, unsigned threads)
      : simulation(options_of(level, threads)) {
    simulation.add(Wall{});
    for (int i = 0; i < 3; ++i) {
      simulation.add(body_of(box({0.1 * i, 0, 0.55 + 1.02 * i}, 0.5), 1, mode));
    }
    simulation.add(body_of(scenes::torus(10, 5), 2), true);
    for (int i = 0; i < steps; ++i) simulation.step();
    // More contacts than in the steps before.
    if (steps > 0) simulation.add(body_of(box({0.1, 0.95, 0.49}, 0.5), 1, mode));
  }
  static SimulationOptions options_of(int level, unsigned threads) {
    SimulationOptions options;
    options.level = level;
    options.threads = threads;
    return options;
  }
  struct Look {
    std::size_t contacts;
    std::vector<Vec3> now;
    std::vector<Vec3> next;
    std::size_t size;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() {
    Look all{contacts, {}, {}, simulation.size()};
    for (std::uint32_t i = 0; i < simulation.size(); ++i) append(simulation.body(i), all.now);
    simulation.step();
    simulation.step();
    for (std::uint32_t i = 0; i < simulation.size(); ++i) append(simulation.body(i), all.next);
    return all;
  }
};

void sweep_simulations(Sweep& sweep, unsigned threads) {
  const auto look = [](Play& play) { return play.look(); };
  for (const ShapeMode mode : {ShapeMode::rigid, ShapeMode::linear, ShapeMode::quadratic}) {
    for (const int level : {0, 2}) {
      for (const int steps : {0, 1, 6}) {
        const auto make = [&] { return std::make_unique<Play>(level, mode, steps, threads); };
        const std::string name = "mode " + std::to_string(static_cast<int>(mode)) + ", level " +
                                 std::to_string(level) + ", after " + std::to_string(steps);
        sweep.run(
            name + ": step", make,
            [](Play& play) { play.contacts = play.simulation.step().contacts; }, look);
      }
    }
  }
  const auto make = [&] { return std::make_unique<Play>(0, ShapeMode::linear, 4, threads); };
  sweep.run(
      "add", make,
      [](Play& play) {
        play.simulation.add(body_of(box({0, 0, 5}, 0.5), 1));
      },
      look);
  sweep.run(
      "add a wall", make,
      [](Play& play) {
        play.simulation.add(Wall{{0, 1, 0}, -3});
      },
      look);
  sweep.run(
      "make", make,
      [&](Play& play) {
        Simulation fresh(Play::options_of(2, threads));
        play.contacts = 1 + fresh.add(body_of(box({0, 0, 5}, 0.5), 1));
      },
      look);
  sweep.run(
      "budget", make,
      [](Play& play) {
        play.simulation.add(Wall{{0, -1, 0}, -9});
        play.simulation.set_budget(1e9);
      },
      look);
  sweep.run(
      "level", make, [](Play& play) { play.simulation.set_level(1); }, look);
}

TEST(FailingAllocationsOfShapes, LeaveThemAsTheyWere) {
  Sweep sweep(false);
  sweep_shapes(sweep);
}

TEST(FailingAllocationsOfShapes, LeaveSimulationsAsTheyWere) {
  Sweep sweep(false);
  sweep_simulations(sweep, 1);
}

TEST(FailingAllocationsOfShapesLong, LeaveEverythingAsItWas) {
  Sweep sweep(true);
  sweep_shapes(sweep);
  sweep_simulations(sweep, 1);
}

TEST(FailingAllocationsOfShapesLong, LeaveEverythingAsItWasOnSeveralThreads) {
  Sweep sweep(true, testing::Whose::all_threads);
  sweep_simulations(sweep, 2);
}

}  // namespace
}  // namespace tact
