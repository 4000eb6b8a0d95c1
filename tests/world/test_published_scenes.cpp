// The scenes of Larsson 2006 and Zhang 2007 at the papers' sizes, every method against brute force:
// every frame at level 1, some at the finer ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/support/all_pairs.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

// Methods play every frame, one world each, so that they remember what they would in use.
void compare(const TestScene& scene, int every) {
  std::vector<std::string> names;
  std::vector<std::unique_ptr<Player>> players;
  for (const MethodInfo& info : methods()) {
    if (info.exhaustive || info.name == "boxes") continue;
    names.emplace_back(info.name);
    players.push_back(std::make_unique<Player>(scene, WorldOptions{names.back(), 2}));
  }
  std::size_t contacts = 0;
  for (int frame = 0; frame < scene.frames; ++frame) {
    const bool judged = frame % every == every - 1;
    const std::vector<Candidate> truth =
        judged ? testing::all_pairs(scene, frame, 2) : std::vector<Candidate>{};
    contacts += truth.size();
    for (std::size_t i = 0; i < players.size(); ++i) {
      // In between, only what has a memory worth testing is played on.
      if (!judged && names[i] != "dbvh" && names[i] != "swiper") continue;
      players[i]->seek(frame);
      const Result& result = players[i]->world().collide(CollideOptions::pairs());
      if (!judged) continue;
      ASSERT_EQ(testing::difference(truth, result.pairs), "") << names[i] << ", frame " << frame;
    }
  }
  EXPECT_GT(contacts, 0U);
}

TEST(PublishedScenes, TilesAreBruteForce) {
  for (const char* name : {"spheres", "bunnies-self", "teapot", "tori"}) {
    const TestScene scene = testing::built_in(scenes::find(name), 0);
    const int frame = scene.frames - 1;
    Player brute(scene, {"brute", 2});
    brute.seek(frame);
    EXPECT_EQ(testing::difference(brute.world().collide(CollideOptions::pairs()).pairs,
                                  testing::all_pairs(scene, frame, 2)),
              "")
        << name;
  }
}

struct Part {
  const char* scene;
  int level;
  int every;
};
std::ostream& operator<<(std::ostream& out, const Part& part) {
  return out << part.scene << " at level " << part.level;
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
                      Part{"tori", 2, 40}, Part{"tori-touch", 2, 20}, Part{"tori-merge", 2, 20},
                      Part{"bunnies-pulse", 2, 15}, Part{"buddhas", 2, 15}, Part{"animals", 2, 30}),
    [](const auto& at) {
      std::string name = std::string(at.param.scene) + "_" + std::to_string(at.param.level);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST_P(PublishedScenesLong, EveryMethodGivesTheListOfBruteForce) {
  compare(testing::built_in(scenes::find(GetParam().scene), GetParam().level), GetParam().every);
}

}  // namespace
}  // namespace tact
