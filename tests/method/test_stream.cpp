// What `stream` costs, in counts: tiles that are culled, bodies that are not read, streams that are
// set up again.
#include <gtest/gtest.h>

#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

TEST(StreamCosts, CullingChangesNothingButTheNumberOfTests) {
  for (const char* name : {"tori", "tori-merge", "bunnies-pulse", "buddhas"}) {
    const TestScene scene = testing::built_in(scenes::find(name), testing::slow_build() ? 1 : 2);
    Player culled(scene, {"stream-8", 2});
    Player plain(scene, {"stream-plain-8", 2});
    std::uint64_t tests = 0;
    std::uint64_t all = 0;
    for (int frame = 0; frame < scene.frames; frame += 19) {
      culled.seek(frame);
      plain.seek(frame);
      const Result& a = culled.world().collide(CollideOptions::pairs());
      const Result& b = plain.world().collide(CollideOptions::pairs());
      EXPECT_EQ(a.pairs_by_slot(), b.pairs_by_slot()) << name << ", frame " << frame;
      EXPECT_EQ(a.stats.candidates, b.stats.candidates) << name << ", frame " << frame;
      EXPECT_LE(a.stats.bounds_tests, b.stats.bounds_tests);
      tests += a.stats.bounds_tests;
      all += b.stats.bounds_tests;
    }
    // With a tile or two there is not much to cull.
    EXPECT_LT(testing::slow_build() ? tests : 3 * tests, all) << name;
  }
}

TEST(StreamCosts, LeafSizesChangeNothingButTheNumberOfTests) {
  const TestScene scene = testing::crowd(4);
  for (int frame = 0; frame < scene.frames; frame += 3) {
    Player boxes(scene, {"boxes", 1});
    boxes.seek(frame);
    const Result& expected = boxes.world().collide(CollideOptions::pairs());
    EXPECT_GT(expected.size(), 0U);
    for (const char* name : {"stream-2", "stream-4", "stream-16", "stream-32", "stream-plain-32"}) {
      Player player(scene, {name, 1});
      player.seek(frame);
      EXPECT_EQ(player.world().collide(CollideOptions::pairs()).pairs_by_slot(),
                expected.pairs_by_slot())
          << name;
    }
  }
}

TEST(StreamCosts, WhatDidNotMoveIsNotRead) {
  const TestScene scene = testing::built_in(scenes::find("tori"), 1);
  Player player(scene, {"stream", 1});
  player.seek(0);
  const Stats first = player.world().collide(CollideOptions::pairs()).stats;
  EXPECT_EQ(first.nodes_split, first.nodes_updated);
  EXPECT_GE(first.primitives_read, scene.primitives());
  const Stats again = player.world().collide(CollideOptions::pairs()).stats;
  EXPECT_EQ(again.nodes_updated, 0U);
  EXPECT_EQ(again.nodes_split, 0U);
  EXPECT_LT(again.primitives_read, first.primitives_read);
  player.seek(1);
  const Stats moved = player.world().collide(CollideOptions::pairs()).stats;
  EXPECT_EQ(moved.nodes_updated, first.nodes_updated);
  EXPECT_EQ(moved.nodes_split, 0U) << "waves do not wear a stream out";
}

TEST(StreamCosts, BrokenBodiesAreSetUpAgain) {
  if (testing::slow_build()) GTEST_SKIP() << "counts are the same in every build";
  const TestScene scene = testing::built_in(scenes::find("bunnies"), 1);
  Player player(scene, {"stream", 1});
  Player boxes(scene, {"boxes", 1});
  int set_up = 0;
  for (int frame = 0; frame < scene.frames; ++frame) {
    player.seek(frame);
    const Stats stats = player.world().collide(CollideOptions::pairs()).stats;
    set_up += stats.nodes_split > 0 ? 1 : 0;
    if (frame % 10 != 9) continue;
    boxes.seek(frame);
    const Stats all = boxes.world().collide(CollideOptions::pairs()).stats;
    EXPECT_LE(stats.candidates, all.candidates + all.candidates / 10) << "frame " << frame;
    EXPECT_LE(stats.bounds_tests, all.bounds_tests) << "frame " << frame;
  }
  EXPECT_GT(set_up, 1) << "the first frame, and after the break";
  EXPECT_LT(set_up, scene.frames / 3) << "not all the time";
}

}  // namespace
}  // namespace tact
