// The papers' algorithms as published: the list of brute force on every scene that there is, valid
// in every frame, and right whatever is done to a world.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench/variants.h"
#include "tests/support/all_pairs.h"
#include "tests/support/script_world.h"
#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

// Registered by an environment of test_variants.cpp.
std::vector<std::string> published() {
  std::vector<std::string> names;
  for (const MethodInfo& info : bench::method_variants()) {
    if (info.name.find("-of-paper") == std::string::npos) continue;
    // Of those with one threshold moved, two that keep the front short.
    const bool moved = info.name.find("-coherence-") != std::string::npos ||
                       info.name.find("-sprout-") != std::string::npos ||
                       info.name.find("-prune-") != std::string::npos ||
                       info.name.find("-minimum-") != std::string::npos ||
                       info.name.find("-empty-") != std::string::npos;
    const bool is_short = info.name.ends_with("-sprout-20") || info.name.ends_with("-prune-2");
    if (!moved || is_short) names.push_back(info.name);
  }
  return names;
}

std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Candidate> brute_force(const TestScene& scene, int frame) {
  const bool triangles_only =
      std::none_of(scene.bodies.begin(), scene.bodies.end(),
                   [](const testing::TestBody& body) { return body.kind == BodyKind::points; });
  if (triangles_only) return testing::all_pairs(scene, frame, 2);
  Player brute(scene, {"brute", 2});
  brute.seek(frame);
  return brute.world().collide(CollideOptions::pairs()).pairs_by_slot();
}

class OfPaper : public ::testing::TestWithParam<const scenes::SceneInfo*> {};

// Frames that follow each other, in the middle and at the end, and jumps between them.
TEST_P(OfPaper, GivesTheListOfBruteForce) {
  const scenes::SceneInfo& info = *GetParam();
  const TestScene scene =
      testing::remembering(testing::built_in(info, testing::slow_build() ? 0 : 1));
  const int middle = scene.frames / 2;
  const std::vector<int> frames{middle,           middle + 1,       middle + 2,
                                scene.frames - 2, scene.frames - 1, 0};
  Player boxes(scene, {"boxes", 1});
  std::vector<std::unique_ptr<Player>> players;
  const std::vector<std::string> names = published();
  for (const std::string& name : names) {
    players.push_back(std::make_unique<Player>(scene, WorldOptions{name, 2}));
  }
  std::size_t contacts = 0;
  for (const int frame : frames) {
    boxes.seek(frame);
    const std::vector<Candidate> expected =
        boxes.world().collide(CollideOptions::pairs()).pairs_by_slot();
    if (frame == scene.frames - 1) {
      ASSERT_EQ(testing::difference(brute_force(scene, frame), expected), "");
    }
    contacts += expected.size();
    for (std::size_t i = 0; i < players.size(); ++i) {
      players[i]->seek(frame);
      const Result& result = players[i]->world().collide(CollideOptions::pairs());
      ASSERT_EQ(testing::difference(expected, result.pairs_by_slot()), "")
          << names[i] << ", frame " << frame;
      ASSERT_NO_THROW(players[i]->world().validate()) << names[i] << ", frame " << frame;
    }
  }
  static_cast<void>(contacts);
}

std::vector<const scenes::SceneInfo*> every_scene() {
  std::vector<const scenes::SceneInfo*> all;
  for (const scenes::SceneInfo& info : scenes::all()) all.push_back(&info);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenes, OfPaper, ::testing::ValuesIn(every_scene()),
                         [](const auto& at) { return test_name(at.param->name); });

class OfPaperScripts : public ::testing::TestWithParam<std::string> {};

// Bodies of all kinds come, go, move, break and shrink; masks, filters, tolerances, bounds.
TEST_P(OfPaperScripts, AnswerLikeBruteForce) {
  const std::size_t steps = testing::slow_build() ? 160 : 640;
  testing::ScriptWorld world({200, 600, 9, GetParam()});
  const testing::Script script = testing::random_script(2006, steps, 16);
  ASSERT_EQ(testing::play(world, script), script.size()) << world.complaint();
  EXPECT_GT(world.contacts(), steps / 4);
}

INSTANTIATE_TEST_SUITE_P(Methods, OfPaperScripts, ::testing::ValuesIn(published()),
                         [](const auto& at) { return test_name(at.param); });

}  // namespace
}  // namespace tact
