// What the sorting methods hold for each primitive, all of it: boxes, lists, the order of the
// sweep, pairs and the scratch memory of a frame. The pages of the two say the same.
#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/bodies/geodesic_sphere.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

struct Held {
  std::size_t primitives;
  std::size_t candidates;  // in the frame that has the most
  std::size_t answers;     // pairs found, likewise
  std::size_t bytes;
};

// The teapot before and after it breaks. The scene's own memory is there before the method is.
Held held_by(const char* method, int lod) {
  const testing::TestScene scene = testing::built_in(scenes::find("teapot"), lod);
  testing::Player player(scene, {"brute", 1});
  player.seek(100);
  const std::uint64_t before = testing::bytes_in_use();
  player.world().set_method(method);
  std::uint64_t candidates = 0;
  std::size_t answers = 0;
  for (int frame = 100; frame < 180; frame += 4) {
    player.seek(frame);
    const Result& result = player.world().collide(CollideOptions::pairs());
    candidates = std::max(candidates, result.stats.candidates);
    answers = std::max(answers, result.size());
  }
  return {scene.primitives(), candidates, answers, testing::bytes_in_use() - before};
}

TEST(Memory, OfSortingIsLinearInPrimitivesAndPairs) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  for (const int lod : {1, 2}) {
    const Held swiper = held_by("swiper", lod);
    EXPECT_LE(swiper.bytes, 300 * swiper.primitives + 64 * swiper.answers + 100000) << lod;
    const Held sap = held_by("sap", lod);
    EXPECT_GT(sap.candidates, sap.primitives / 2);
    EXPECT_LE(sap.bytes, 360 * sap.primitives + 65 * sap.candidates + 64 * sap.answers + 100000)
        << lod;
  }
}

// Spheres within spheres: every two of them meet, and none touch.
std::size_t held_by_query(const char* method, int bodies) {
  World world({method, 1});
  for (int i = 0; i < bodies; ++i) {
    Mesh ball = scenes::geodesic_sphere(3);
    for (Vec3& p : ball.positions) p = p * (1 - 0.01 * i);
    world.add(rigid(ball));
  }
  world.update();
  const std::uint64_t before = testing::bytes_in_use();
  world.collide(CollideOptions::pairs());
  return testing::bytes_in_use() - before;
}

// What a pair of bodies needs while it is searched is given back to the next one. The spheres that
// a query reaches stay with their body: five times as many bodies, and forty times as many pairs.
TEST(Memory, OfAQueryDoesNotGrowWithThePairsOfBodies) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  for (const char* method : {"boxtree", "obb", "spheres", "stream"}) {
    const std::size_t times = std::string(method) == "spheres" ? 5 : 2;
    EXPECT_LE(held_by_query(method, 16), times * held_by_query(method, 3)) << method;
  }
}

// Where nothing is grown, lists are swept as they lie: a query within a body needs no copy of them.
TEST(Memory, OfAQueryWithinABodyHoldsNoCopyOfItsLists) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  const Mesh ball = scenes::geodesic_sphere(5);
  World world({"swiper", 1});
  world.add(deforming(ball).self());
  world.update();
  const std::uint64_t before = testing::bytes_in_use();
  world.collide(CollideOptions::pairs());
  const std::uint64_t held = testing::bytes_in_use() - before;
  CollideOptions near = CollideOptions::pairs();
  near.tolerance = 1e-9;
  world.collide(near);
  const std::uint64_t grown = testing::bytes_in_use() - before;
  EXPECT_GT(grown, held + 16 * ball.triangles.size()) << "one that is grown does";
}

}  // namespace
}  // namespace tact
