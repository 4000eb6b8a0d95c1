// Every method on every scene gives the list of brute force, wherever the scene stands, however
// large it is and however it is written down. New methods and scenes are covered by being
// registered.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::Player;
using testing::TestScene;

struct Variant {
  const char* name;
  TestScene (*make)(TestScene);
};

const Variant variants[] = {
    {"plain", [](TestScene s) { return s; }},
    {"moved",
     [](TestScene s) {
       return testing::moved(std::move(s), {1e6, -1e6, 1e6});
     }},
    {"tiny", [](TestScene s) { return testing::scaled(std::move(s), 1e-6); }},
    {"rotated",
     [](TestScene s) {
       return testing::rotated(std::move(s), {0.3, -0.5, 0.7, 0.4});
     }},
    {"off_float", [](TestScene s) { return testing::off_float(std::move(s)); }},
    {"shuffled",
     [](TestScene s) {
       std::vector<std::vector<std::uint32_t>> place;
       return testing::shuffled(std::move(s), 99, place);
     }},
};

struct Case {
  const scenes::SceneInfo* scene;
  const Variant* variant;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const scenes::SceneInfo& scene : scenes::all()) {
    for (const Variant& variant : variants) all.push_back({&scene, &variant});
  }
  return all;
}

// As the test's name already says it.
std::ostream& operator<<(std::ostream& out, const Case& at) {
  return out << at.scene->name << ", " << at.variant->name;
}

std::string name_of_case(const ::testing::TestParamInfo<Case>& at) {
  std::string name = std::string(at.param.scene->name) + "_" + at.param.variant->name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool serves(const MethodInfo& info, const TestScene& scene) {
  const std::unique_ptr<Method> method = info.make();
  return std::all_of(scene.bodies.begin(), scene.bodies.end(),
                     [&](const testing::TestBody& body) { return method->serves(body.kind); });
}

// Every frame is played by every method, one world each, so that what they remember from frame to
// frame is put to the test. Brute force judges as many frames as the time allows, and `boxes`,
// which it judges, the others.
class Matrix : public ::testing::TestWithParam<Case> {
 protected:
  Matrix()
      : scene_(testing::remembering(GetParam().variant->make(
            testing::built_in(*GetParam().scene, testing::slow_build() ? 0 : 1)))) {
    // Pairs of primitives that brute force may test in one case. Builds with sanitizers take a few
    // microseconds for each: there it judges the small scenes only.
    const bool plain = GetParam().variant == &variants[0];
    const std::uint64_t allowed = testing::slow_build() ? 1000000 : plain ? 100000000 : 30000000;
    const int least = testing::slow_build() ? 0 : plain ? 2 : 1;
    judged_ = std::clamp(static_cast<int>(allowed / scene_.pairs()), least, scene_.frames);
    const bool every_frame = plain && !testing::slow_build();
    played_ = every_frame ? scene_.frames : std::clamp(3 * judged_, 3, scene_.frames);
    if (testing::slow_build()) played_ = 3;
  }
  int frame_at(int step) const { return (step + 1) * scene_.frames / played_ - 1; }
  bool is_judged(int step) const {
    return (step + 1) * judged_ / played_ != step * judged_ / played_;
  }

  TestScene scene_;
  int judged_ = 0;
  int played_ = 0;
};

TEST_P(Matrix, EveryMethodGivesTheListOfBruteForce) {
  Player brute(scene_, {"brute", 2});
  Player boxes(scene_, {"boxes", 1});
  std::vector<std::unique_ptr<Player>> players;
  std::vector<std::string> names;
  for (const MethodInfo& info : methods()) {
    if (info.exhaustive || info.name == "boxes" || !serves(info, scene_)) continue;
    names.emplace_back(info.name);
    players.push_back(std::make_unique<Player>(scene_, WorldOptions{names.back(), 2}));
  }
  std::size_t contacts = 0;
  for (int step = 0; step < played_; ++step) {
    const int frame = frame_at(step);
    boxes.seek(frame);
    const std::vector<Candidate> expected =
        boxes.world().collide(CollideOptions::pairs()).pairs_by_slot();
    ASSERT_NO_THROW(boxes.world().validate());
    contacts += expected.size();
    if (is_judged(step)) {
      brute.seek(frame);
      const std::vector<Candidate>& truth =
          brute.world().collide(CollideOptions::pairs()).pairs_by_slot();
      ASSERT_EQ(testing::difference(truth, expected), "") << "boxes, frame " << frame;
    }
    for (std::size_t i = 0; i < players.size(); ++i) {
      players[i]->seek(frame);
      const Result& result = players[i]->world().collide(CollideOptions::pairs());
      ASSERT_EQ(testing::difference(expected, result.pairs_by_slot()), "")
          << names[i] << ", frame " << frame;
      ASSERT_NO_THROW(players[i]->world().validate()) << names[i] << ", frame " << frame;
    }
  }
  // Where builds are slow too few frames are played to be sure of that.
  if (!testing::slow_build()) {
    EXPECT_GT(contacts, 0U) << "nothing ever touches: the scene shows nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Matrix, ::testing::ValuesIn(cases()), name_of_case);

}  // namespace
}  // namespace tact
