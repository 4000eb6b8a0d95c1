// Tropp 2006 as published: when a front is of use, when it is pruned, how far down it goes.
#include <gtest/gtest.h>

#include <string>

#include "bench/variants.h"
#include "scenes/bodies/torus.h"
#include "tact/world/world.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// A ring that leaves the tube of a larger one for the middle of its hole, so that their boxes
// always meet; shares of the longest edge of its box, which is two long.
class Rings {
 public:
  explicit Rings(const std::string& method) : world_({method, 1}), judge_({"boxes", 1}) {
    const Mesh ring = scenes::torus(24, 12, 0.7, 0.3);
    for (World* world : {&world_, &judge_}) {
      world->add(rigid(scenes::torus(48, 16, 3, 0.5)));
      moving_[world == &judge_ ? 1 : 0] = world->add(rigid(ring));
    }
  }
  Stats shift(double share, double turn = 0) {
    at_ += 2 * share;
    turned_ += turn;
    const Transform pose = Transform::from_axis_angle({1, 2, 3}, turned_, {at_, 0, 0});
    world_.move(moving_[0], pose);
    judge_.move(moving_[1], pose);
    const Result& result = world_.collide(CollideOptions::pairs());
    EXPECT_EQ(result.pairs_by_slot(), judge_.collide(CollideOptions::pairs()).pairs_by_slot());
    return result.stats;
  }

 private:
  World world_;
  World judge_;
  BodyId moving_[2];
  double at_ = -2;
  double turned_ = 0;
};

double percent_of(const std::string& name) { return std::stod(name.substr(name.rfind('-') + 1)); }

// Equation 2.
void expect_front_up_to(const std::string& method, double percent) {
  Rings rings(method);
  const std::uint64_t begun = rings.shift(0).bounds_tests;
  EXPECT_LT(rings.shift((percent - 0.3) / 100).bounds_tests, begun) << method;
  // Back to where it began, in one step that is too large: all tests once more.
  EXPECT_EQ(rings.shift(-(percent + 0.3) / 100).bounds_tests,
            Rings(method).shift(-0.6 / 100).bounds_tests)
      << method;
}

// Equation 4: the first step after which a front that can only become shorter is shorter.
void expect_pruned_after(const std::string& method, double percent) {
  Rings rings(method);
  std::uint64_t front = rings.shift(0).front_pairs;
  constexpr double step = 0.09;
  double moved = 0;
  for (bool pruned = false; !pruned;) {
    const std::uint64_t now = rings.shift(step).front_pairs;
    moved += step;
    pruned = moved > percent / 100;
    if (pruned) {
      EXPECT_LT(now, front) << method << ", after " << moved;
    } else {
      EXPECT_GE(now, front) << method << ", after " << moved;
    }
    front = now;
  }
}

TEST(PaperTropp, ThresholdsAreThoseOfTheNames) {
  int seen = 0;
  for (const MethodInfo& info : bench::method_variants()) {
    if (info.name.find("-of-paper-") == std::string::npos) continue;
    if (info.name.find("-coherence-") != std::string::npos) {
      expect_front_up_to(info.name, percent_of(info.name));
    } else if (info.name.find("-prune-") != std::string::npos) {
      expect_pruned_after(info.name, percent_of(info.name));
    } else {
      continue;
    }
    ++seen;
  }
  EXPECT_EQ(seen, 26);
}

TEST(PaperTropp, TheOthersAreThoseOfThePaper) {
  expect_front_up_to("obb-of-paper", 14);
  expect_front_up_to("aabb-of-paper", 20);
  expect_pruned_after("obb-of-paper", 17);
  expect_pruned_after("aabb-of-paper", 15);
}

// Margins, then axes, then full tests; and in the end few pairs are left.
TEST(PaperTropp, LooksAtLessTheLessItMoves) {
  for (const std::string method : {"obb-of-paper", "aabb-of-paper"}) {
    Rings rings(method);
    Rings plain(method + "-plain");
    const std::uint64_t begun = rings.shift(0.05, 0.3).front_pairs;
    plain.shift(0.05, 0.3);
    const Stats still = rings.shift(0);
    EXPECT_EQ(still.axis_tests, 0U) << method;
    const Stats tiny = rings.shift(1e-6, 1e-6);
    const Stats small = rings.shift(0.02, 0.02);
    EXPECT_LT(tiny.axis_tests, small.axis_tests) << method;
    EXPECT_LT(small.bounds_tests, plain.shift(0.02 + 1e-6, 0.02).bounds_tests) << method;
    Stats last;
    for (int step = 0; step < 9; ++step) last = rings.shift(0.09, 0.01);
    EXPECT_LT(last.front_pairs, begun / 2) << method;
  }
}

// No cap: every disjoint pair that the plain algorithm tests is remembered.
TEST(PaperTropp, RemembersAsMuchAsThereIs) {
  testing::Random random(9);
  const Mesh soup = testing::soup(3000, 0.15, random);
  World world({"obb-of-paper", 1});
  world.add(rigid(soup));
  const BodyId moving = world.add(rigid(soup));
  world.move(moving, Transform::from_translation({0.1, 0, 0}));
  EXPECT_GT(world.collide(CollideOptions::pairs()).stats.front_pairs, 16384U);
}

TEST(PaperTropp, AllAxesTellMoreThanThoseOfFaces) {
  const auto tests = [](const char* method) { return Rings(method).shift(0.1, 1).bounds_tests; };
  EXPECT_LT(tests("aabb-of-paper-all-axes"), tests("aabb-of-paper-plain"));
}

}  // namespace
}  // namespace tact
