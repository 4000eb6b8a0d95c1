// Motion under every failing allocation: moves leave a world as it was, questions can be repeated.
#include <gtest/gtest.h>

#include <functional>

#include "tact/tact.h"
#include "tests/safety/sweep.h"
#include "tests/support/impact_oracle.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::Sweep;
using testing::Whose;

// A cloth and a broken sheet that pass through a floor.
struct Fall {
  explicit Fall(bool asked) {
    floor = world.add(rigid(testing::sheet(3, 0)));
    cloth = world.add(deforming(above).self());
    Mesh pieces = testing::shifted(above, {0.2, 0.3, 0.5});
    for (std::uint32_t v = 0; v < pieces.positions.size(); ++v) pieces.topology.push_back(v);
    broken = world.add(breaking(pieces));
    if (!asked) return;
    const std::vector<Vec3> from = to(-2);
    const std::vector<Vec3> away = to(-2.1);
    world.move(cloth, from, away, Storage::copy);
    step = world.free_step();
    world.impacts();
  }
  std::vector<Vec3> to(double z) const {
    std::vector<Vec3> points = above.positions;
    for (Vec3& p : points) p = p + Vec3{0.01 * p.y, 0.02, z};
    return points;
  }
  struct Look {
    std::vector<testing::SeenImpact> told;
    std::vector<testing::SeenImpact> now;
    double step;
    double lowest;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() {
    Look all{told, testing::seen(world.impacts()), step, world.extent(cloth).lo.z};
    world.collide();
    world.validate();
    return all;
  }

  const Mesh above = testing::shifted(testing::sheet(3, 1), {0.05, 0.03, 0});
  World world{{"auto", 1}};
  BodyId floor;
  BodyId cloth;
  BodyId broken;
  std::vector<testing::SeenImpact> told;
  double step = -1;
};

void sweep_motion(Sweep& sweep, unsigned threads) {
  struct Call {
    const char* name;
    std::function<void(Fall&)> make;
  };
  // Borrowed arrays have to stay.
  static const std::vector<Vec3> from = Fall(false).above.positions;
  static const std::vector<Vec3> below = Fall(false).to(-2);
  const Call calls[] = {
      {"move along", [](Fall& f) { f.world.move(f.cloth, from, below); }},
      {"copy along", [](Fall& f) { f.world.move(f.cloth, from, below, Storage::copy); }},
      {"copy broken along", [](Fall& f) { f.world.move(f.broken, from, below, Storage::copy); }},
      {"impacts",
       [](Fall& f) {
         const Impacts& impacts = f.world.impacts();
         f.told = testing::seen(impacts);
       }},
      {"free step", [](Fall& f) { f.step = f.world.free_step(); }},
  };
  for (const Call& call : calls) {
    for (const bool asked : {false, true}) {
      sweep.run(
          call.name,
          [&] {
            auto fall = std::make_unique<Fall>(asked);
            fall->world.set_threads(threads);
            return fall;
          },
          [&](Fall& f) { call.make(f); }, [](Fall& f) { return f.look(); });
    }
  }
}

TEST(FailingAllocationsOfImpacts, LeaveAWorldAsItWas) {
  Sweep sweep(false);
  sweep_motion(sweep, 1);
}

class FailingAllocationsOfImpactsLong : public ::testing::Test {};

TEST_F(FailingAllocationsOfImpactsLong, LeaveAWorldAsItWas) {
  Sweep sweep(true);
  sweep_motion(sweep, 1);
}

TEST_F(FailingAllocationsOfImpactsLong, LeaveAWorldAsItWasOnSeveralThreads) {
  Sweep sweep(false, Whose::all_threads);
  sweep_motion(sweep, 2);
}

}  // namespace
}  // namespace tact
