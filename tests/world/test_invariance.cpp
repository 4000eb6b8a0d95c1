// The list does not depend on threads, instruction set, type of coordinates, order of bodies and
// triangles, or on where the scene stands.
#include <gtest/gtest.h>

#include <algorithm>

#include "tact/base/simd.h"
#include "tests/support/oracle.h"
#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::difference;
using testing::Player;
using testing::Reading;
using testing::TestScene;

// Number 0 is the crowd, the others are built in. Built when a test runs, not when it is named:
// every test is a process of its own.
std::size_t scene_count() { return 1 + scenes::all().size(); }
std::string scene_name(std::size_t number) {
  return number == 0 ? "crowd" : std::string(scenes::all()[number - 1].name);
}
TestScene make_scene(std::size_t number) {
  return number == 0 ? testing::crowd(8) : testing::built_in(scenes::all()[number - 1], 0);
}

std::vector<Candidate> list_of(Player& player, int frame, const CollideOptions& options = {}) {
  player.seek(frame);
  return player.world().collide(options).pairs_by_slot();
}

// The last frames are the ones with the most contacts; one from the middle is played as well.
std::vector<int> frames_of(const TestScene& scene) {
  if (testing::slow_build()) return {scene.frames / 2};
  return {scene.frames / 3, scene.frames / 2, scene.frames - 1};
}

class Invariance : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    if (testing::slow_build() && scene_.pairs() > 500000)
      GTEST_SKIP() << "too large for sanitizers";
  }
  const TestScene& scene() const { return scene_; }

  // Calls f(method, frame, list of brute force).
  template <class F>
  void for_each_answer(const TestScene& reference, F&& f) {
    Player brute(reference, {"brute", 2});
    for (const int frame : frames_of(reference)) {
      const std::vector<Candidate> expected = list_of(brute, frame, CollideOptions::pairs());
      for (const MethodInfo& info : methods()) {
        // Brute force is the measure; that it does not waver is shown where it does not take long.
        if (info.exhaustive && (reference.pairs() > 1000000 || frame != reference.frames / 2)) {
          continue;
        }
        f(std::string(info.name), frame, expected);
      }
    }
  }
  void TearDown() override { use_simd_target(""); }

 private:
  TestScene scene_ = make_scene(GetParam());
};

TEST_P(Invariance, ASecondOracleAgrees) {
  const int frame = scene().frames / 2;
  Player brute(scene(), {"brute", 1});
  EXPECT_EQ(difference(testing::touching_pairs(scene(), frame), list_of(brute, frame)), "");
}

// What `tact play --verify --neighbours` takes brute force's word for. On a coarse grid, where
// neighbours fold, coincide and degenerate.
TEST_P(Invariance, ASecondOracleAgreesOnNeighbours) {
  const TestScene coarse = testing::on_grid(scene(), 0.125);
  Player brute(coarse, {"brute", 1});
  CollideOptions options = CollideOptions::pairs();
  options.neighbours = true;
  const int frame = coarse.frames / 2;
  EXPECT_EQ(
      difference(testing::touching_pairs(coarse, frame, {0, true}), list_of(brute, frame, options)),
      "");
}

TEST_P(Invariance, Threads) {
  for_each_answer(scene(), [&](const std::string& method, int frame, const auto& expected) {
    Player player(scene(), {method, 1});
    player.seek(frame);
    Stats stats;
    for (const unsigned threads : {1U, 2U, 4U}) {
      player.world().set_threads(threads);
      player.seek(frame);  // so that the update, too, runs on this many
      const Result& result = player.world().collide(CollideOptions::pairs());
      ASSERT_EQ(difference(expected, result.pairs_by_slot()), "")
          << method << ", " << threads << " threads";
      if (threads == 1) stats = result.stats;
      EXPECT_EQ(result.stats.candidates, stats.candidates) << method;
      EXPECT_EQ(result.stats.primitive_tests, stats.primitive_tests) << method;
    }
  });
}

TEST_P(Invariance, InstructionSets) {
  for_each_answer(scene(), [&](const std::string& method, int frame, const auto& expected) {
    for (const std::string& target : simd_targets()) {
      use_simd_target(target);
      Player player(scene(), {method, 1});
      ASSERT_EQ(difference(expected, list_of(player, frame)), "") << method << ", " << target;
    }
    use_simd_target("");
  });
}

TEST_P(Invariance, FloatOrDouble) {
  // The crowd's coordinates are no float values yet.
  const TestScene floats = testing::on_grid(scene(), 0x1p-16);
  for_each_answer(floats, [&](const std::string& method, int frame, const auto& expected) {
    for (const Reading reading : {Reading::f32, Reading::f64}) {
      Player player(floats, {method, 1}, reading);
      ASSERT_EQ(difference(expected, list_of(player, frame)), "") << method;
    }
  });
  for_each_answer(scene(), [&](const std::string& method, int frame, const auto& expected) {
    if (scene().name == "crowd") return;
    Player player(scene(), {method, 1}, Reading::f32);  // with poses
    ASSERT_EQ(difference(expected, list_of(player, frame)), "") << method;
  });
}

TEST_P(Invariance, OrderOfTheBodies) {
  for_each_answer(scene(), [&](const std::string& method, int frame, const auto& expected) {
    Player player(scene(), {method, 1}, Reading::f64, true);
    const auto last = static_cast<std::uint32_t>(scene().bodies.size() - 1);
    std::vector<Candidate> mirrored = list_of(player, frame);
    for (Candidate& c : mirrored) {
      c = ordered(last - c.body_a, c.primitive_a, last - c.body_b, c.primitive_b);
    }
    std::sort(mirrored.begin(), mirrored.end());
    ASSERT_EQ(difference(expected, mirrored), "") << method;
  });
}

TEST_P(Invariance, OrderOfTheTriangles) {
  std::vector<std::vector<std::uint32_t>> place;
  const TestScene shuffled = testing::shuffled(scene(), 4, place);
  for_each_answer(scene(), [&](const std::string& method, int frame, const auto& expected) {
    std::vector<Candidate> placed = expected;
    for (Candidate& c : placed) {
      c = ordered(c.body_a, place[c.body_a][c.primitive_a], c.body_b,
                  place[c.body_b][c.primitive_b]);
    }
    std::sort(placed.begin(), placed.end());
    Player player(shuffled, {method, 1});
    ASSERT_EQ(difference(placed, list_of(player, frame)), "") << method;
  });
}

// On a grid of 2^-24, moving by 2^20 is exact: 44 bits and a few for the size of the scene.
TEST_P(Invariance, PlaceAndSizeByPowersOfTwo) {
  const TestScene here = testing::on_grid(scene(), 0x1p-24);
  const TestScene there = testing::moved(here, {0x1p20, -0x1p20, 0x1p20});
  const TestScene small = testing::scaled(here, 0x1p-20);
  const TestScene large = testing::scaled(here, 0x1p60);
  for_each_answer(here, [&](const std::string& method, int frame, const auto& expected) {
    for (const TestScene* same : {&there, &small, &large}) {
      Player player(*same, {method, 1});
      ASSERT_EQ(difference(expected, list_of(player, frame)), "") << method;
    }
  });
}

TEST_P(Invariance, FarAwayCostsNoMoreCandidates) {
  const TestScene far = testing::moved(scene(), {1e6, 1e6, -1e6});
  for (const MethodInfo& info : methods()) {
    if (info.exhaustive) continue;
    const WorldOptions options{std::string(info.name), 1};
    for (const int frame : frames_of(scene())) {
      Player here(scene(), options);
      Player there(far, options);
      here.seek(frame);
      there.seek(frame);
      const Stats near_stats = here.world().collide(CollideOptions::pairs()).stats;
      const Stats far_stats = there.world().collide(CollideOptions::pairs()).stats;
      // A hundredth for boxes that now just touch and did not before, or the other way round.
      EXPECT_LE(far_stats.candidates, near_stats.candidates + near_stats.candidates / 100 + 2)
          << info.name;
      // The octree's planes may go right through the symmetry of a body: a hair decides there.
      const std::uint64_t percent = info.name == "octree" ? 150 : 103;
      EXPECT_LE(far_stats.bounds_tests, near_stats.bounds_tests * percent / 100 + 200) << info.name;
    }
  }
}

TEST_P(Invariance, EveryRunIsTheSame) {
  for (const MethodInfo& info : methods()) {
    std::vector<Candidate> first;
    for (int run = 0; run < 3; ++run) {
      Player player(scene(), {std::string(info.name), 4});
      const std::vector<Candidate> list =
          list_of(player, scene().frames / 2, CollideOptions::at_most(20));
      if (run == 0) first = list;
      ASSERT_EQ(difference(first, list), "") << info.name << ", at most 20";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Invariance, ::testing::Range<std::size_t>(0, scene_count()),
                         [](const auto& at) {
                           std::string name = scene_name(at.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tact
