// Pairs of bodies that are excluded or filtered: the answer of every method is the whole one
// without them, whatever else is asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/shapes.h"
#include "tests/support/test_scene.h"

namespace tact {
namespace {

using testing::error_of;
using testing::shifted;

bool takes_all(const BodyId&, const BodyId&) { return true; }

// Fragments that mingle, so that `dbvh` has one tree for them, two rings, a cloth and some balls.
class Excluding : public ::testing::TestWithParam<std::string> {
 protected:
  Excluding() {
    testing::Random random(5);
    for (int i = 0; i < 6; ++i) {
      const Mesh cloud = testing::soup(60, 0.35, random);
      ids_.push_back(world_.add(i % 2 == 0 ? deforming(cloud).self(i == 2) : breaking(cloud)));
    }
    ids_.push_back(world_.add(rigid(testing::box({0.1, 0, 0}, 0.4))));
    ids_.push_back(world_.add(rigid(testing::box({0.3, 0.2, 0}, 0.4))));
    ids_.push_back(world_.add(rigid(testing::sheet(6, 0.1))));
    const std::vector<Vec3> balls{{0, 0, 0}, {0.3, 0.2, 0.1}, {-0.5, 0.1, 0.4}};
    ids_.push_back(world_.add(points(balls, {0.2, 0.1, 0.3})));
    world_.set_group(ids_[4], 2, ~0U);
    world_.set_group(ids_[5], 1, ~2U);
  }
  std::vector<Candidate> ask(double tolerance = 0, bool neighbours = false) {
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = tolerance;
    options.neighbours = neighbours;
    world_.update();
    EXPECT_NO_THROW(world_.validate());
    return world_.collide(options).pairs_by_slot();
  }
  using Tested = std::function<bool(std::uint32_t, std::uint32_t)>;
  static std::vector<Candidate> without(std::vector<Candidate> pairs, const Tested& tested) {
    std::erase_if(pairs, [&](const Candidate& c) {
      return c.body_a != c.body_b && !tested(c.body_a, c.body_b);
    });
    return pairs;
  }

  World world_{{GetParam(), 2}};
  std::vector<BodyId> ids_;
};
INSTANTIATE_TEST_SUITE_P(Methods, Excluding, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST_P(Excluding, LeavesOutThosePairsAndNoOthers) {
  for (int i = 0; i < 4; ++i) world_.any();  // `auto` makes up its mind
  for (const double tolerance : {0.0, 0.05}) {
    const std::vector<Candidate> all = ask(tolerance);
    const std::vector<Candidate> more = ask(tolerance, true);
    const std::set<std::pair<std::uint32_t, std::uint32_t>> gone{{0, 1}, {2, 3}, {1, 6}, {6, 7},
                                                                 {4, 9}, {0, 8}, {6, 8}};
    const Tested tested = [&](std::uint32_t a, std::uint32_t b) { return gone.count({a, b}) == 0; };
    ASSERT_LT(without(all, tested).size(), all.size());
    for (const auto& [a, b] : gone) {
      EXPECT_FALSE(world_.excluded(ids_[a], ids_[b]));
      world_.exclude(ids_[b], ids_[a]);
      world_.exclude(ids_[a], ids_[b]);  // says it again
      EXPECT_TRUE(world_.excluded(ids_[a], ids_[b]));
    }
    EXPECT_EQ(testing::difference(without(all, tested), ask(tolerance)), "");
    EXPECT_EQ(testing::difference(without(more, tested), ask(tolerance, true)), "");
    const auto named = [&] {
      return world_.collide(ids_[1], ids_[6], CollideOptions::pairs()).pairs_by_slot();
    };
    const std::vector<Candidate> two = named();
    EXPECT_FALSE(two.empty()) << "two bodies by name, whatever was excluded";
    for (const auto& [a, b] : gone) world_.include(ids_[a], ids_[b]);
    EXPECT_EQ(named(), two);
    EXPECT_EQ(testing::difference(all, ask(tolerance)), "");
  }
}

TEST_P(Excluding, EndsWithTheBody) {
  const std::vector<Candidate> all = ask();
  for (std::uint32_t i = 1; i < ids_.size(); ++i) world_.exclude(ids_[0], ids_[i]);
  EXPECT_EQ(ask(), without(all, [](auto a, auto) { return a != 0; }));
  testing::Random random(5);
  world_.remove(ids_[0]);
  const BodyId again = world_.add(deforming(testing::soup(60, 0.35, random)));
  ASSERT_EQ(again.slot, ids_[0].slot);
  EXPECT_FALSE(world_.excluded(again, ids_[1]));
  EXPECT_EQ(error_of([&] { world_.exclude(ids_[0], ids_[1]); }), ErrorCode::unknown_body);
  EXPECT_EQ(ask(), all);
}

TEST_P(Excluding, AFilterHasTheLastWord) {
  for (int i = 0; i < 4; ++i) world_.any();
  const std::vector<Candidate> all = ask();
  const std::vector<Candidate> near = ask(0.05);
  const Tested tested = [](std::uint32_t a, std::uint32_t b) { return (a + b) % 3 != 0; };
  std::vector<Pair> asked;
  world_.set_filter([&](const BodyId& a, const BodyId& b) {
    EXPECT_TRUE(world_.contains(a) && world_.contains(b));
    asked.push_back({a.slot, b.slot});
    return tested(a.slot, b.slot);
  });
  EXPECT_EQ(testing::difference(without(all, tested), ask()), "");
  std::sort(asked.begin(), asked.end());
  EXPECT_FALSE(asked.empty());
  EXPECT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end()) << "each pair once";
  EXPECT_FALSE(std::binary_search(asked.begin(), asked.end(), Pair{4, 5})) << "not tested anyway";
  asked.clear();
  EXPECT_EQ(ask(), without(all, tested));
  EXPECT_TRUE(asked.empty()) << "nothing has moved";
  EXPECT_EQ(testing::difference(without(near, tested), ask(0.05)), "");
  std::sort(asked.begin(), asked.end());
  EXPECT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end()) << "each pair once";
  world_.set_filter(nullptr);
  EXPECT_EQ(ask(), all);
}

// Bodies that only a tolerance brings near: the frame has not asked about them.
TEST_P(Excluding, AFilterIsAskedAboutWhatATolerancesBringsNear) {
  World world({GetParam(), 1});
  for (int i = 0; i < 4; ++i) world.add(rigid(shifted(testing::sheet(3, 0), {0, 0, 0.1 * i})));
  for (int i = 0; i < 3; ++i)
    world.add(deforming(shifted(testing::sheet(3, 0), {0, 0, 1 + 0.1 * i})));
  for (int i = 0; i < 4; ++i) world.any();
  CollideOptions options = CollideOptions::pairs();
  options.tolerance = 0.15;
  const std::vector<Candidate> all = world.collide(options).pairs_by_slot();
  const Tested tested = [](std::uint32_t a, std::uint32_t b) { return a != 1 && b != 5; };
  std::vector<Pair> asked;
  world.set_filter([&](const BodyId& a, const BodyId& b) {
    asked.push_back({a.slot, b.slot});
    return tested(a.slot, b.slot);
  });
  world.update();
  EXPECT_TRUE(asked.empty()) << "none are near";
  EXPECT_EQ(testing::difference(without(all, tested), world.collide(options).pairs_by_slot()), "");
  std::sort(asked.begin(), asked.end());
  EXPECT_GE(asked.size(), 5U);
  EXPECT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end()) << "each pair once";
}

TEST_P(Excluding, AFilterThatThrowsLeavesTheWorldAsItWas) {
  const std::vector<Candidate> all = ask();
  const std::vector<Candidate> near = ask(0.05);
  bool angry = true;
  world_.set_filter([&](const BodyId&, const BodyId&) {
    if (angry) throw std::runtime_error("no");
    return true;
  });
  EXPECT_THROW(world_.update(), std::runtime_error);
  EXPECT_THROW(world_.collide(), std::runtime_error);
  EXPECT_FALSE(world_.updated());
  EXPECT_EQ(world_.size(), ids_.size());
  EXPECT_NO_THROW(world_.validate());
  angry = false;
  EXPECT_EQ(ask(), all);
  EXPECT_EQ(ask(0.05), near);
}

TEST(Exclusions, ABodyIsNotExcludedFromItself) {
  World world({"boxes", 1});
  const BodyId a = world.add(rigid(testing::box({0, 0, 0}, 1)));
  EXPECT_EQ(error_of([&] { world.exclude(a, a); }), ErrorCode::bad_argument);
  EXPECT_FALSE(world.excluded(a, a));
  EXPECT_NO_THROW(world.include(a, a));
}

// What a Query rests on has changed, though nothing has moved.
TEST(Exclusions, QueriesNeedAnUpdateAfterThem) {
  World world({"boxes", 1});
  const BodyId a = world.add(rigid(testing::box({0, 0, 0}, 1)));
  const BodyId b = world.add(rigid(testing::box({0.5, 0, 0}, 1)));
  Query query(world);
  const std::function<void()> changes[] = {
      [&] { world.exclude(a, b); }, [&] { world.include(a, b); }, [&] { world.set_group(a, 1, 1); },
      [&] { world.set_self(b, true); }, [&] { world.set_filter(takes_all); }};
  for (const std::function<void()>& change : changes) {
    world.update();
    EXPECT_NO_THROW(query.collide());
    change();
    EXPECT_FALSE(world.updated());
    EXPECT_EQ(error_of([&] { query.collide(); }), ErrorCode::bad_argument);
    world.update();
    EXPECT_EQ(testing::seen(query.collide()), testing::seen(world.collide()));
  }
  world.update();
  world.exclude(a, b);
  world.update();
  world.exclude(a, b);
  EXPECT_TRUE(world.updated()) << "it was so already";
}

// They go where the world goes.
// Between a change and the next update a question sees the rules as they are now.
std::size_t pairs_asked(World& world, double tolerance) {
  std::size_t count = 0;
  world.ask([&](const Task& task, Scratch& scratch) {
    Request request;
    request.tolerance = tolerance;
    Stats stats;
    count = list_body_pairs(task, request, scratch.arena(), stats).pairs.size();
  });
  return count;
}

TEST(Exclusions, QuestionsSeeThemAtOnce) {
  World world({"dbvh", 1});
  const BodyId a = world.add(rigid(testing::box({0, 0, 0}, 1)));
  const BodyId b = world.add(rigid(testing::box({1, 0, 0}, 1)));
  world.update();
  EXPECT_EQ(pairs_asked(world, 0), 1U);
  world.exclude(a, b);
  EXPECT_EQ(pairs_asked(world, 0), 0U);
  world.update();
  world.remove(b);
  world.add(rigid(testing::box({1, 0, 0}, 1)));  // in its slot
  EXPECT_EQ(pairs_asked(world, 0), 1U) << "another body";
}

TEST(Exclusions, QuestionsAskTheFilterOfNow) {
  World world({"dbvh", 1});
  world.add(rigid(testing::box({0, 0, 0}, 1)));
  world.add(rigid(testing::box({1, 0, 0}, 1)));
  world.add(rigid(testing::box({3.5, 0, 0}, 1)));
  int first = 0;
  int second = 0;
  world.set_filter([&](const BodyId&, const BodyId&) { return ++first > 0; });
  world.update();
  const int asked = first;
  for (const double tolerance : {0.0, 1.0}) {
    const std::size_t near = tolerance > 0 ? 2 : 1;
    world.set_filter([&](const BodyId&, const BodyId&) { return ++second < 0; });
    second = 0;
    EXPECT_EQ(pairs_asked(world, tolerance), 0U);
    EXPECT_EQ(second, near);
    world.set_filter(nullptr);
    EXPECT_EQ(pairs_asked(world, tolerance), near);
  }
  EXPECT_EQ(first, asked) << "it is gone";
}

TEST(Exclusions, MoveWithTheWorld) {
  World world({"boxes", 1});
  const BodyId a = world.add(rigid(testing::box({0, 0, 0}, 1)));
  const BodyId b = world.add(rigid(testing::box({0.5, 0, 0}, 1)));
  const BodyId c = world.add(rigid(testing::box({0, 0.5, 0}, 1)));
  const std::size_t all = world.collide().size();
  world.exclude(a, b);
  world.set_filter([&](const BodyId& s, const BodyId& t) { return s != c && t != c; });
  world.update();
  World other = std::move(world);
  EXPECT_EQ(other.collide().size(), 0U);
  other.set_filter(nullptr);
  other.include(a, b);
  EXPECT_EQ(other.collide().size(), all);
}

// A chain of more links than a mask has bits, each of which reaches into the next two.
TEST(Exclusions, ARobotOfManyLinks) {
  World world;
  std::vector<BodyId> links;
  for (int i = 0; i < 100; ++i) links.push_back(world.add(rigid(testing::box({0.8 * i, 0, 0}, 1))));
  EXPECT_TRUE(world.any());
  for (std::size_t i = 0; i + 1 < links.size(); ++i) world.exclude(links[i], links[i + 1]);
  EXPECT_TRUE(world.any());
  for (std::size_t i = 0; i + 2 < links.size(); ++i) world.exclude(links[i], links[i + 2]);
  EXPECT_FALSE(world.any());
  world.move(links[0], Transform::from_translation({40, 0, 0}));
  EXPECT_TRUE(world.any());
}

// Hundreds of small bodies, of which few move: as a world that is asked for the first time answers.
TEST(Exclusions, ManyBodiesOfWhichFewMove) {
  testing::Random random(9);
  const Mesh small = testing::box({0, 0, 0}, 0.3);
  for (const char* method : {"dbvh", "obb-coherent", "swiper", "sap", "rebuild"}) {
    World world({method, 1});
    std::vector<BodyId> ids;
    std::vector<Transform> poses;
    for (int i = 0; i < 500; ++i) {
      poses.push_back(Transform::from_translation(random.vector(0, 6)));
      ids.push_back(world.add(rigid(small.view()).pose(poses.back())));
    }
    for (std::size_t i = 0; i < 400; i += 4) world.exclude(ids[i], ids[i + 1]);
    for (int frame = 0; frame < 6; ++frame) {
      for (int k = 0; k < 5; ++k) {
        const std::uint32_t i = random.below(500);
        poses[i] = Transform::from_translation(random.vector(0, 6));
        world.move(ids[i], poses[i]);
      }
      World fresh({"boxes", 1});
      std::vector<BodyId> fresh_ids;
      for (const Transform& pose : poses)
        fresh_ids.push_back(fresh.add(rigid(small.view()).pose(pose)));
      for (std::size_t i = 0; i < 400; i += 4) fresh.exclude(fresh_ids[i], fresh_ids[i + 1]);
      EXPECT_EQ(testing::difference(fresh.collide(CollideOptions::pairs()).pairs_by_slot(),
                                    world.collide(CollideOptions::pairs()).pairs_by_slot()),
                "")
          << method << ", frame " << frame;
      EXPECT_NO_THROW(world.validate());
    }
  }
}

}  // namespace
}  // namespace tact
