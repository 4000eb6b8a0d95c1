// The scenes of Larsson 2006, Tropp 2006 and Zhang 2007 at the papers' sizes, every method against
// brute force: every frame at level 1, some at the finer ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/support/all_pairs.h"
#include "tests/support/slow_build.h"
#include "tests/support/variants.h"

namespace tact {
namespace {

const ::testing::Environment* const kdop_18 =
    ::testing::AddGlobalTestEnvironment(new testing::VariantsKnown("kdop-18"));

using testing::Player;
using testing::TestScene;

// Methods play every frame, one world each, so that they remember what they would in use; those
// that have no memory worth testing only those that are judged.
struct Contestant {
  std::string method;
  bool plays_on;
  std::unique_ptr<Player> player;
};

void compare(const TestScene& scene, int every, std::vector<Contestant> contestants) {
  for (Contestant& c : contestants) {
    c.player = std::make_unique<Player>(scene, WorldOptions{c.method, 2});
  }
  std::size_t contacts = 0;
  for (int frame = 0; frame < scene.frames; ++frame) {
    const bool judged = frame % every == every - 1;
    const std::vector<Candidate> truth =
        judged ? testing::all_pairs(scene, frame, 2) : std::vector<Candidate>{};
    contacts += truth.size();
    for (const Contestant& c : contestants) {
      if (!judged && !c.plays_on) continue;
      c.player->seek(frame);
      const Result& result = c.player->world().collide(CollideOptions::pairs());
      if (!judged) continue;
      ASSERT_EQ(testing::difference(truth, result.pairs_by_slot()), "")
          << c.method << ", frame " << frame;
    }
  }
  EXPECT_GT(contacts, 0U);
}

struct Part {
  const char* scene;
  int level;
  int every;
};
std::ostream& operator<<(std::ostream& out, const Part& part) {
  return out << part.scene << " at level " << part.level;
}

// The lists of `sap` move by swaps of neighbours. When a quarter of a million pieces fly apart, a
// single frame takes it twenty seconds, and a jump of 40 frames minutes: neither following nor
// catching up is worth the wait. It plays the same break at level 1, and at level 2 in jumps of 10.
bool takes_minutes(const MethodInfo& info, const Part& part) {
  return info.name == "sap" && std::string(part.scene) == "spheres" && part.level == 3;
}

std::vector<Contestant> every_method(const Part& part) {
  std::vector<Contestant> all;
  for (const MethodInfo& info : methods()) {
    if (info.exhaustive || info.name == "boxes" || takes_minutes(info, part)) continue;
    const bool remembers = info.name == "dbvh" || info.name == "swiper";
    all.push_back({std::string(info.name), remembers, nullptr});
  }
  return all;
}

TEST(PublishedScenes, TilesAreBruteForce) {
  for (const char* name : {"spheres", "bunnies-self", "teapot", "tori"}) {
    const TestScene scene = testing::built_in(scenes::find(name), 0);
    const int frame = scene.frames - 1;
    Player brute(scene, {"brute", 2});
    brute.seek(frame);
    EXPECT_EQ(testing::difference(brute.world().collide(CollideOptions::pairs()).pairs_by_slot(),
                                  testing::all_pairs(scene, frame, 2)),
              "")
        << name;
  }
}

class PublishedScenesLong : public ::testing::TestWithParam<Part> {};
INSTANTIATE_TEST_SUITE_P(
    Larsson, PublishedScenesLong,
    ::testing::Values(Part{"bunnies", 1, 1}, Part{"teapot", 1, 1}, Part{"spheres", 1, 1},
                      Part{"bunnies", 2, 10}, Part{"teapot", 2, 10}, Part{"spheres", 2, 10},
                      Part{"bunnies", 3, 40}, Part{"teapot", 3, 40}, Part{"spheres", 3, 40}),
    [](const auto& at) {
      return std::string(at.param.scene) + "_" + std::to_string(at.param.level);
    });

INSTANTIATE_TEST_SUITE_P(
    Zhang, PublishedScenesLong,
    ::testing::Values(Part{"tori", 1, 1}, Part{"tori-touch", 1, 1}, Part{"tori-merge", 1, 1},
                      Part{"bunnies-pulse", 1, 1}, Part{"buddhas", 1, 1}, Part{"animals", 1, 1},
                      Part{"tori", 2, 40}, Part{"tori-touch", 2, 10}, Part{"tori-merge", 2, 20},
                      Part{"bunnies-pulse", 2, 15}, Part{"buddhas", 2, 15}, Part{"animals", 2, 30}),
    [](const auto& at) {
      std::string name = std::string(at.param.scene) + "_" + std::to_string(at.param.level);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST_P(PublishedScenesLong, EveryMethodGivesTheListOfBruteForce) {
  compare(testing::built_in(scenes::find(GetParam().scene), GetParam().level), GetParam().every,
          every_method(GetParam()));
}

// Table 3: within bodies, by sorting. Both lists follow every frame of the motion.
class SortedScenesLong : public ::testing::TestWithParam<Part> {};
INSTANTIATE_TEST_SUITE_P(Larsson, SortedScenesLong,
                         ::testing::Values(Part{"bunnies-self", 1, 1}, Part{"teapot", 1, 1},
                                           Part{"bunnies-self", 2, 10}, Part{"teapot", 2, 10},
                                           Part{"bunnies-self", 3, 40}, Part{"teapot", 3, 40}),
                         [](const auto& at) {
                           std::string name = at.param.scene;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + "_" + std::to_string(at.param.level);
                         });

TEST_P(SortedScenesLong, SapAndSwiperGiveTheListOfBruteForce) {
  std::vector<Contestant> both;
  both.push_back({"sap", true, nullptr});
  both.push_back({"swiper", true, nullptr});
  compare(testing::built_in(scenes::find(GetParam().scene), GetParam().level), GetParam().every,
          std::move(both));
}

// Zhang 2007 at its sizes: the streams of both back-ends, and what the paper compares them with, on
// every frame.
class StreamScenesLong : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Zhang, StreamScenesLong,
                         ::testing::Values("tori", "tori-touch", "tori-merge", "bunnies-pulse",
                                           "buddhas", "animals"),
                         [](const auto& at) {
                           std::string name = at.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(StreamScenesLong, EveryFrameGivesTheListOfBruteForce) {
  std::vector<Contestant> streams;
  for (const MethodInfo& info : methods()) {
    if (info.name != "stream" && info.name != "stream-cl" && info.name != "refit") continue;
    streams.push_back({std::string(info.name), true, nullptr});
  }
  compare(testing::built_in(scenes::find(GetParam()), 2), 1, std::move(streams));
}

// Tropp 2006 at its sizes; the fronts follow every frame.
class RigidScenesLong : public ::testing::TestWithParam<Part> {};
INSTANTIATE_TEST_SUITE_P(Tropp, RigidScenesLong,
                         ::testing::Values(Part{"torus", 2, 100}, Part{"pipes", 2, 300},
                                           Part{"hand", 2, 20}, Part{"flange", 2, 2}),
                         [](const auto& at) { return std::string(at.param.scene); });

TEST_P(RigidScenesLong, EveryTreeGivesTheListOfBruteForce) {
  std::vector<Contestant> trees;
  for (const char* name : {"obb", "aabb", "boxtree", "kdop-18"}) {
    trees.push_back({name, false, nullptr});
  }
  for (const char* name : {"obb-coherent", "aabb-coherent", "kdop-18-coherent", "auto"}) {
    trees.push_back({name, true, nullptr});
  }
  compare(testing::built_in(scenes::find(GetParam().scene), GetParam().level), GetParam().every,
          std::move(trees));
}

}  // namespace
}  // namespace tact
