// The variants of methods do what their names say: each figure of a paper is drawn from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "bench/variants.h"
#include "tact/method/method.h"
#include "tact/world/world.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"
#include "tests/support/variants.h"

namespace tact {
namespace {

// For all files of this program.
const ::testing::Environment* const every_variant =
    ::testing::AddGlobalTestEnvironment(new testing::VariantsKnown);

constexpr double pi = 3.14159265358979323846;

// Two cubes with an edge of one, a face of one before an edge of the other: apart, though boxes
// along the axes of the world overlap. Shifts, along that edge, are in percent of its length.

class Cubes {
 public:
  explicit Cubes(std::string_view method) : world_({std::string(method), 1}) {
    world_.add(rigid(testing::box({0, 0, 0}, 0.5)));
    moving_ = world_.add(rigid(testing::box({0, 0, 0}, 0.5)));
    tests_ = shift(0).bounds_tests;
  }
  Stats shift(double percent) {
    at_ += percent / 100;
    world_.move(moving_, Transform::from_axis_angle({0, 0, 1}, 0.25 * pi, {0.9, 0.9, at_}));
    return world_.collide(CollideOptions::pairs()).stats;
  }
  /// Does it remember anything after such a step? It begins, or goes on.
  bool remembers(double percent) { return shift(percent).front_pairs > 0; }
  /// Does it go on from what it remembers, after such a step?
  bool goes_on(double percent) { return shift(percent).bounds_tests < tests_; }

 private:
  World world_;
  BodyId moving_;
  double at_ = -0.5;
  std::uint64_t tests_;  // where it begins
};

void expect_coherence(std::string_view method, double percent) {
  Cubes cubes(method);
  EXPECT_TRUE(cubes.remembers(0)) << method;
  EXPECT_TRUE(cubes.remembers(percent - 0.3)) << method;
  EXPECT_FALSE(cubes.remembers(percent + 0.3)) << method;
}

void expect_prune(std::string_view method, double percent) {
  Cubes cubes(method);
  EXPECT_TRUE(cubes.goes_on(0)) << method;
  for (double left = percent - 0.3; left > 0; left -= 1) {
    EXPECT_TRUE(cubes.goes_on(std::min(left, 1.0))) << method << ", to go " << left;
  }
  EXPECT_FALSE(cubes.goes_on(0.6)) << method;
  EXPECT_TRUE(cubes.goes_on(0.6)) << method << ", begun anew";
}

// The number at the end of a name.
double number_of(std::string_view name) {
  return std::stod(std::string(name.substr(name.rfind('-') + 1)));
}

TEST(Variants, ThresholdsAreThoseOfTheNames) {
  int seen = 0;
  for (const MethodInfo& info : bench::method_variants()) {
    if (info.name.find("-of-paper") != std::string_view::npos) continue;  // test_paper_tropp.cpp
    if (info.name.find("-coherence-") != std::string_view::npos) {
      expect_coherence(info.name, number_of(info.name));
    } else if (info.name.find("-prune-") != std::string_view::npos) {
      expect_prune(info.name, number_of(info.name));
    } else {
      continue;
    }
    ++seen;
  }
  EXPECT_EQ(seen, 26);
}

TEST(Variants, OtherThresholdsAreThoseOfThePaper) {
  for (const std::string kind : {"obb", "aabb"}) {
    const bool oriented = kind == "obb";
    for (const char* prune : {"2", "60"})
      expect_coherence(kind + "-prune-" + prune, oriented ? 14 : 20);
    for (const char* coherence : {"1", "30"}) {
      expect_prune(kind + "-coherence-" + coherence, oriented ? 17 : 15);
    }
    for (const char* sprout : {"5", "20", "50", "100", "500"}) {
      expect_coherence(kind + "-sprout-" + sprout, oriented ? 14 : 20);
      expect_prune(kind + "-sprout-" + sprout, oriented ? 17 : 15);
    }
  }
}

// Pairs that two bodies remember which move by a tenth of their size at a time.
std::uint64_t remembered(const std::string& method, double size) {
  testing::Random random(5);
  Mesh mesh = testing::soup(400, 0.1, random);
  for (Vec3& p : mesh.positions) p = p * size;
  World world({method, 1});
  world.add(rigid(mesh));
  const BodyId moving = world.add(rigid(mesh));
  std::uint64_t pairs = 0;
  for (int step = 0; step < 3; ++step) {
    world.move(moving, Transform::from_translation({(1.1 - 0.1 * step) * size, 0, 0}));
    pairs = world.collide(CollideOptions::pairs()).stats.front_pairs;
  }
  return pairs;
}

TEST(Variants, TheMoreItSproutsTheMoreIsRememberedAtAnySize) {
  for (const std::string kind : {"obb", "aabb", "obb-of-paper", "aabb-of-paper"}) {
    std::uint64_t last = remembered(kind + "-sprout-5", 1);
    EXPECT_LT(last, remembered(kind + "-sprout-500", 1));
    for (const char* sprout : {"5", "20", "50", "100", "500"}) {
      const std::uint64_t pairs = remembered(kind + "-sprout-" + sprout, 1);
      EXPECT_GE(pairs, last) << kind << sprout;
      EXPECT_EQ(pairs, remembered(kind + "-sprout-" + sprout, 1024)) << kind << sprout;
      last = pairs;
    }
  }
}

// Small triangles, the closer to a corner the more: there is something to split at every depth.
Mesh crowd(std::uint32_t count) {
  testing::Random random(3);
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double size = std::exp2(std::log(random.uniform(1e-3, 1)) / -std::log(0.7));
    const Vec3 at = random.vector(0.5, 1) * size;
    for (int k = 0; k < 3; ++k) mesh.positions.push_back(at + random.vector(0, 0.02) * size);
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

Stats stats_of(std::string_view method, std::uint32_t count) {
  World world({std::string(method), 1});
  world.add(deforming(crowd(count)).self());
  return world.collide(CollideOptions::pairs()).stats;
}

TEST(Variants, OctreesAreDeeperFromNameToName) {
  std::uint64_t last = 0;
  int depth = 3;
  for (const MethodInfo& info : bench::method_variants()) {
    if (!info.name.starts_with("octree-")) continue;
    EXPECT_EQ(number_of(info.name), depth++);
    const std::uint64_t cells = stats_of(info.name, 4000).nodes_split;
    EXPECT_GT(cells, last) << info.name;
    last = cells;
  }
  EXPECT_EQ(depth, 9);
}

TEST(Variants, LeavesOfAStreamAreAsLargeAsItsNameSays) {
  int seen = 0;
  for (const MethodInfo& info : bench::method_variants()) {
    if (!info.name.starts_with("stream-")) continue;
    const auto size = static_cast<std::uint32_t>(number_of(info.name));
    EXPECT_EQ(stats_of(info.name, 8 * size).nodes_split, 8U) << info.name;
    EXPECT_EQ(stats_of(info.name, 8 * size + 1).nodes_split, 9U) << info.name;
    ++seen;
  }
  EXPECT_EQ(seen, 11);
}

TEST(Variants, AreKnownOnceTheyAreRegistered) {
  EXPECT_EQ(bench::method_variants().size(), 120U);
  bench::register_variants();  // again: nothing
  for (const MethodInfo& info : bench::method_variants()) {
    EXPECT_EQ(find_method(info.name).summary, info.summary);
    EXPECT_FALSE(info.exhaustive) << info.name;
  }
}

}  // namespace
}  // namespace tact
