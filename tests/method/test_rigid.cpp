// The methods for rigid bodies against `boxes`, which brute force judges: on walks that rotate,
// shift, rest and jump, with bodies that go and come back, in every kind of question.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>

#include "scenes/bodies/torus.h"
#include "scenes/rigid_paths.h"
#include "tact/world/world.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

const char* const rigid_methods[] = {
    "obb",          "obb-coherent",    "aabb",        "aabb-coherent",    "aabb-all-axes",
    "obb-of-paper", "aabb-of-paper",   "kdop-14",     "kdop-14-coherent", "kdop-18-coherent",
    "boxtree",      "boxtree-aligned", "boxtree-true"};

struct Walker {
  Vec3 at;
  Vec3 axis{0, 0, 1};
  double angle = 0;
  Vec3 step;
  double spin = 0;

  Transform pose() const { return Transform::from_axis_angle(axis, angle, at); }
  void change(testing::Random& random) {
    switch (random.below(6)) {
      case 0:  // rest
        step = {};
        spin = 0;
        break;
      case 1:  // jump
        at = random.vector(-1, 1);
        break;
      case 2:  // shift only
        step = random.vector(-0.02, 0.02);
        spin = 0;
        break;
      case 3:  // spin only
        step = {};
        spin = random.uniform(-0.05, 0.05);
        break;
      case 4:  // both, in large steps
        step = random.vector(-0.2, 0.2);
        spin = random.uniform(-0.5, 0.5);
        break;
      default:
        step = random.vector(-0.005, 0.005);
        spin = random.uniform(-0.01, 0.01);
    }
  }
  void move() {
    at = at + step;
    angle += spin;
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::fabs(at[k]) > 1.2) step[k] = -step[k];
    }
  }
};

class Walk {
 public:
  explicit Walk(std::uint64_t seed) : random_(seed) {
    meshes_.push_back(scenes::torus(16, 8));
    meshes_.push_back(testing::soup(90, 0.3, random_));
    meshes_.push_back(testing::box({0, 0, 0}, 0.4));
    for (const char* name : rigid_methods) worlds_.emplace_back(WorldOptions{name, 1});
    judge_ = std::make_unique<World>(WorldOptions{"boxes", 1});
    walkers_.resize(meshes_.size());
    ids_.resize(worlds_.size() + 1);
    for (auto& ids : ids_) ids.resize(meshes_.size());
    for (std::size_t body = 0; body < meshes_.size(); ++body) add(body);
  }

  void frame(int number) {
    for (std::size_t body = 0; body < walkers_.size(); ++body) {
      if (random_.chance(12)) walkers_[body].change(random_);
      walkers_[body].move();
      for_each_world(
          [&](World& world, std::size_t w) { world.move(ids_[w][body], walkers_[body].pose()); });
    }
    if (random_.chance(200)) come_back(random_.below(3));
    ask(number);
  }
  std::size_t contacts() const { return contacts_; }

 private:
  template <class F>
  void for_each_world(F&& f) {
    for (std::size_t w = 0; w < worlds_.size(); ++w) f(worlds_[w], w);
    f(*judge_, worlds_.size());
  }
  void add(std::size_t body) {
    for_each_world([&](World& world, std::size_t w) {
      ids_[w][body] = world.add(rigid(meshes_[body].view()).pose(walkers_[body].pose()));
    });
  }
  void come_back(std::size_t body) {
    for_each_world([&](World& world, std::size_t w) { world.remove(ids_[w][body]); });
    add(body);
  }
  void ask(int number) {
    CollideOptions options = CollideOptions::pairs();
    const std::uint32_t kind = random_.below(8);
    if (kind == 0) options.tolerance = 0.03;
    const std::vector<Candidate> truth = judge_->collide(options).pairs_by_slot();
    contacts_ += truth.size();
    if (kind == 1) options.budget.at_most = 1;
    if (kind == 2) options.budget.at_most = 3;
    for (std::size_t w = 0; w < worlds_.size(); ++w) {
      const Result& result = worlds_[w].collide(options);
      if (kind == 1 || kind == 2) {
        ASSERT_EQ(result.size(), std::min(truth.size(), options.budget.at_most))
            << rigid_methods[w] << ", frame " << number;
        ASSERT_TRUE(std::includes(truth.begin(), truth.end(), result.pairs_by_slot().begin(),
                                  result.pairs_by_slot().end()));
      } else {
        ASSERT_EQ(testing::difference(truth, result.pairs_by_slot()), "")
            << rigid_methods[w] << ", frame " << number;
      }
    }
  }

  testing::Random random_;
  std::vector<Mesh> meshes_;
  std::deque<World> worlds_;
  std::unique_ptr<World> judge_;
  std::vector<Walker> walkers_;
  std::vector<std::vector<BodyId>> ids_;
  std::size_t contacts_ = 0;
};

void walk(std::uint64_t seed, int frames) {
  Walk walk(seed);
  for (int frame = 0; frame < frames; ++frame) {
    walk.frame(frame);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(walk.contacts(), static_cast<std::size_t>(frames));
}

TEST(RigidWalks, AllMethodsAgreeInEveryFrame) { walk(1, testing::slow_build() ? 150 : 4000); }

TEST(RigidWalksLong, AllMethodsAgreeOver100000Frames) {
  for (std::uint64_t seed = 2; seed < 12; ++seed) walk(seed, 10000);
}

TEST(Rigid, CoherenceSavesTests) {
  const scenes::Scene scene =
      scenes::rigid_path_scene(scenes::RigidScene::torus, 1, {0.001, false, 200});
  for (const char* kind : {"obb", "aabb"}) {
    std::uint64_t tests[2] = {};
    for (const bool coherent : {false, true}) {
      World world({std::string(kind) + (coherent ? "-coherent" : ""), 1});
      world.add(rigid(scene.bodies[0].mesh));
      const BodyId moving = world.add(rigid(scene.bodies[1].mesh));
      for (int frame = 0; frame < 200; ++frame) {
        world.move(moving, scene.bodies[1].pose(frame));
        const Stats stats = world.collide(CollideOptions::pairs()).stats;
        tests[coherent ? 1 : 0] += stats.bounds_tests + stats.axis_tests;
      }
    }
    EXPECT_LT(3 * tests[1], tests[0]) << kind;
  }
}

// A variant that is none would be measured beside itself.
TEST(Rigid, VariantsOfBoxTreesDoOtherWorkForTheSamePairs) {
  const Mesh ring = scenes::torus(48, 24);
  const auto ask = [&](const char* method) {
    World world({method, 1});
    world.add(rigid(ring));
    world.add(rigid(ring).pose(Transform::from_axis_angle({1, 2, 3}, 0.7, {0.4, 0.3, 0.2})));
    return world.collide(CollideOptions::pairs());
  };
  const Result plain = ask("boxtree");
  ASSERT_TRUE(plain.touching());
  for (const char* method : {"boxtree-full", "boxtree-aligned", "boxtree-true"}) {
    const Result other = ask(method);
    EXPECT_EQ(other.pairs_by_slot(), plain.pairs_by_slot()) << method;
    EXPECT_NE(other.stats.bounds_tests, plain.stats.bounds_tests) << method;
  }
}

TEST(Rigid, BodiesAtRestCostNoBoundsTestsButThoseOfWhatTouches) {
  const testing::TestScene scene = testing::built_in(scenes::find("torus"), 1);
  testing::Player player(scene, {"obb-coherent", 1});
  player.seek(50);
  const Stats first = player.world().collide(CollideOptions::pairs()).stats;
  for (int again = 0; again < 3; ++again) {
    player.seek(50);
    const Stats stats = player.world().collide(CollideOptions::pairs()).stats;
    EXPECT_EQ(stats.candidates, first.candidates);
    EXPECT_LT(2 * stats.bounds_tests, first.bounds_tests);
  }
}

TEST(Rigid, WhereEveryBoxOverlapsTheFrontHolds) {
  // Triangles through one point: every pair of boxes overlaps, at every level.
  Mesh fan;
  testing::Random random(9);
  for (std::uint32_t i = 0; i < 300; ++i) {
    const auto first = static_cast<std::uint32_t>(fan.positions.size());
    const Vec3 towards = random.vector(-1, 1);
    fan.positions.push_back(towards);
    fan.positions.push_back(-towards);
    fan.positions.push_back(towards + random.vector(-0.01, 0.01));
    fan.triangles.push_back({first, first + 1, first + 2});
  }
  World judge({"boxes", 1});
  World world({"obb-coherent", 1});
  for (World* w : {&judge, &world}) {
    w->add(rigid(fan));
    const BodyId other = w->add(rigid(fan));
    w->move(other, Transform::from_translation({0.001, 0, 0}));
  }
  EXPECT_EQ(testing::difference(judge.collide(CollideOptions::pairs()).pairs_by_slot(),
                                world.collide(CollideOptions::pairs()).pairs_by_slot()),
            "");
}

}  // namespace
}  // namespace tact
