// A heap of soft rings, Spillmann 2006, figure 8: what its energy does, and how deep rings get into
// each other, by the contacts and by the points themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/bodies/torus.h"
#include "scenes/simulate.h"
#include "tact/simulate/simulation.h"

namespace tact {
namespace {

constexpr double middle_radius = 0.6;  // of a ring at rest, as the scene makes them
constexpr double tube_radius = 0.35;

// A ring at rest, by what takes its own coordinates to where the scene puts it.
struct RestRing {
  Vec3 centre;
  Vec3 axes[3];

  explicit RestRing(std::span<const Vec3> rest) {
    const Mesh ring = scenes::torus(23, 19, middle_radius, tube_radius);
    for (const Vec3& p : rest) centre = centre + p * (1 / static_cast<double>(rest.size()));
    for (std::size_t k = 0; k < 3; ++k) {
      double square = 0;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        axes[k] = axes[k] + (rest[i] - centre) * ring.positions[i][k];
        square += ring.positions[i][k] * ring.positions[i][k];
      }
      axes[k] = axes[k] * (1 / square);
    }
  }
  // Below its surface; negative: outside.
  double depth(const Vec3& p) const {
    const Vec3 r = p - centre;
    const double out = std::hypot(dot(r, axes[0]), dot(r, axes[1])) - middle_radius;
    return tube_radius - std::hypot(out, dot(r, axes[2]));
  }
};

Vec3 solve(const Matrix3& m, const Vec3& v) {
  const auto column = [&](int k) { return Vec3{m.at[0][k], m.at[1][k], m.at[2][k]}; };
  const Vec3 x = column(0);
  const Vec3 y = column(1);
  const Vec3 z = column(2);
  const double volume = dot(x, cross(y, z));
  return Vec3{dot(v, cross(y, z)), dot(v, cross(z, x)), dot(v, cross(x, y))} * (1 / volume);
}

struct Heap {
  scenes::SimulatedScene scene;
  std::unique_ptr<Simulation> simulation;
  std::vector<RestRing> rings;

  Heap(int lod, int level, unsigned threads)
      : scene(scenes::build(scenes::find_simulation("pile"), lod, 1)) {
    SimulationOptions options = scenes::options_of(scene);
    options.level = level;
    options.threads = threads;
    simulation = scenes::enter(scene, options);
    for (std::uint32_t i = 0; i < simulation->size(); ++i) {
      rings.emplace_back(simulation->body(i).rest());
    }
  }

  double energy() const {
    const EnergyReport report = simulation->energy();
    return report.kinetic + report.potential;
  }
  // How deep points of one ring are inside the other, as the other was before it deformed.
  double depth_of(std::uint32_t points, std::uint32_t ring) const {
    const ClusterMap& map = simulation->body(ring).maps()[0];
    double deepest = 0;
    for (const Vec3& p : simulation->body(points).positions()) {
      const Vec3 r = p - map.centre;
      if (length_sq(r) > 4) continue;
      deepest = std::max(deepest, rings[ring].depth(map.rest_centre + solve(map.linear, r)));
    }
    return deepest;
  }
  double deepest_point() const {
    double deepest = 0;
    for (std::uint32_t a = 0; a < simulation->size(); ++a) {
      for (std::uint32_t b = 0; b < simulation->size(); ++b) {
        const Vec3 apart =
            simulation->body(a).maps()[0].centre - simulation->body(b).maps()[0].centre;
        if (a != b && length_sq(apart) < 6) deepest = std::max(deepest, depth_of(a, b));
      }
    }
    return deepest;
  }
};

struct HeapBounds {
  double gain;           // of energy, from a hundred steps to later ones, of what it began with
  double contact;        // of any contact as it is reported
  double point;          // of any point in another ring, ever
  double point_at_rest;  // the same when all have fallen
};

// Energy of motion and height: never above what the heap began with, and no stretch of a hundred
// steps has more than any before, but for `gain`. Within such a stretch it may rise: rings that
// were squeezed in the fall give back what they took.
void expect_heap_holds(Heap& heap, int steps, const HeapBounds& most) {
  constexpr int fallen = 300;
  const double first = heap.energy();
  double window = 0;
  double least = first;
  for (int step = 1; step <= steps; ++step) {
    const StepReport report = heap.simulation->step();
    const double energy = heap.energy();
    ASSERT_LE(energy, first * (1 + 1e-9)) << step;
    ASSERT_LT(report.deepest, most.contact) << step;
    if (step % (step < fallen ? 20 : 100) == 0) {
      ASSERT_LT(heap.deepest_point(), step < fallen ? most.point : most.point_at_rest) << step;
    }
    window += energy / 100;
    if (step % 100 != 0) continue;
    ASSERT_LE(window, least + most.gain * first) << "at step " << step;
    least = std::min(least, window);
    window = 0;
  }
}

TEST(Simulation, APileGainsNoEnergyAndIsNotPressedIntoItself) {
  Heap heap(0, 6, 1);
  expect_heap_holds(heap, 800, {1e-3, 0.25, 0.02, 0.02});
}

TEST(Simulation, ThePileOfThePaperIsNotPressedIntoItself) {
  Heap heap(1, 6, 0);
  expect_heap_holds(heap, 400, {1e-3, 0.3, 0.25, 0.15});
}

TEST(SimulationLong, ThePileOfThePaperGainsNoEnergyAndIsNotPressedIntoItself) {
  Heap heap(1, 6, 0);
  expect_heap_holds(heap, 10000, {0.005, 0.3, 0.25, 0.3});
}

// The fall is over: what moves is a hundredth of what fell, no point is faster than gravity
// makes it in a tenth of a second, and all of it is in the box. It never stands
// quite still: at a level of the spheres, rings in a heap stir each other on.
TEST(Simulation, APileCalmsDownWithinItsBox) {
  Heap heap(0, 6, 1);
  double most = 0;
  for (int step = 0; step < 600; ++step) {
    heap.simulation->step();
    most = std::max(most, heap.simulation->energy().kinetic);
  }
  EXPECT_GT(most, 20000);
  double fastest = 0;
  double busiest = 0;
  for (int step = 0; step < 50; ++step) {
    EXPECT_GT(heap.simulation->step().contacts, 100U) << "a heap rests on something";
    busiest = std::max(busiest, heap.simulation->energy().kinetic);
    for (std::uint32_t i = 0; i < heap.simulation->size(); ++i) {
      for (const Vec3& v : heap.simulation->body(i).velocities()) {
        fastest = std::max(fastest, length(v));
      }
    }
  }
  EXPECT_LT(busiest, most / 200);
  EXPECT_LT(fastest, 0.981);
  for (std::uint32_t i = 0; i < heap.simulation->size(); ++i) {
    for (const Vec3& p : heap.simulation->body(i).positions()) {
      for (const scenes::HalfSpace& wall : heap.scene.walls) {
        ASSERT_GT(dot(wall.normal, p), wall.offset - 0.15);
      }
    }
  }
}

}  // namespace
}  // namespace tact
