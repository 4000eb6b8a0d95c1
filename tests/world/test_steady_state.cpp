// Steady state: the second playing of the same frames makes no allocation.
#include <gtest/gtest.h>

#include "tests/support/allocation_counter.h"
#include "tests/support/answers.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

class SteadyState : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, SteadyState, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

void expect_no_allocations(const TestScene& scene, const std::string& method,
                           const CollideOptions& options, int step) {
  Player player(scene, {method, 1});
  std::uint64_t contacts = 0;
  std::uint64_t allocations = 0;
  // `auto` takes another method after some updates, which has not seen the first frames then.
  const int playings = method == "auto" ? 3 : 2;
  for (int playing = 0; playing < playings; ++playing) {
    allocations = 0;
    for (int frame = 0; frame < scene.frames; frame += step) {
      player.generate(frame);  // what a scene allocates to compute its frames does not count
      const std::uint64_t before = testing::allocations();
      player.move(frame);
      contacts += player.world().collide(options).size();
      allocations += testing::allocations() - before;
    }
  }
  EXPECT_EQ(allocations, 0U) << scene.name << ", " << method;
  // In few frames of a scene that touches now and then there may be none.
  if (step <= 4) {
    EXPECT_GT(contacts, 0U) << scene.name << ", " << method;
  }
}

TEST_P(SteadyState, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  const TestScene crowd = testing::crowd(9);
  CollideOptions near;
  near.tolerance = 0.05;
  for (const CollideOptions& options : {CollideOptions{}, CollideOptions::pairs(),
                                        CollideOptions::any(), CollideOptions::at_most(7), near}) {
    expect_no_allocations(crowd, GetParam(), options, 1);
  }
  const bool exhaustive = find_method(GetParam()).exhaustive;
  for (const scenes::SceneInfo& info : scenes::all()) {
    expect_no_allocations(testing::built_in(info, 0), GetParam(), {}, exhaustive ? 40 : 4);
  }
}

TEST_P(SteadyState, CopiedPositionsAllocateOnce) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({GetParam(), 1});
  const TestScene crowd = testing::crowd(9);
  const BodyId body = world.add(deforming(crowd.bodies[2].mesh).self());
  std::vector<Vec3> positions;
  const auto play = [&] {
    for (int frame = 0; frame < crowd.frames; ++frame) {
      crowd.bodies[2].positions(frame, positions);
      world.move(body, std::span<const Vec3>(positions), Storage::copy);
      world.collide();
    }
  };
  play();
  const std::uint64_t before = testing::allocations();
  play();
  EXPECT_EQ(testing::allocations() - before, 0U);
}

}  // namespace
}  // namespace tact
