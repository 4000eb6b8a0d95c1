// The registry: what it lists, and methods that a program adds.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tact/base/error.h"
#include "tact/method/method.h"
#include "tact/world/world.h"
#include "tests/support/answers.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

// All pairs of the bodies that the task tests, as somebody outside would write it.
class PlainMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "plain"; }
  Stats update(const Task&, Scratch&) override { return {}; }
  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch&) override {
    sink.open(1);
    CandidateWriter writer(sink, 0, 0);
    for_each_body_pair(task, request, [&](std::uint32_t a, std::uint32_t b) {
      for (std::uint32_t i = 0; i < task.bodies[a]->primitives.size(); ++i) {
        const std::uint32_t first = a == b ? i + 1 : 0;
        for (std::uint32_t j = first; j < task.bodies[b]->primitives.size(); ++j) {
          writer.push(ordered(a, i, b, j));
        }
      }
    });
    writer.finish();
    return {};
  }
};

MethodInfo plain(std::string name) {
  return {std::move(name), "all pairs", "", true, [] { return std::make_unique<PlainMethod>(); }};
}

bool is_listed(std::string_view name) {
  const std::vector<MethodInfo> all = methods();
  return std::any_of(all.begin(), all.end(), [&](const MethodInfo& m) { return m.name == name; });
}

TEST(Registry, ListsEachMethodOnceAndFindsIt) {
  std::set<std::string> names;
  for (const MethodInfo& info : methods()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_NE(info.summary, "") << info.name;
    EXPECT_EQ(find_method(info.name).summary, info.summary);
    EXPECT_NE(info.make(), nullptr) << info.name;
  }
  EXPECT_EQ(methods().front().name, "auto");
  EXPECT_TRUE(names.contains("brute") && names.contains("dbvh") && names.contains("simple"));
}

TEST(Registry, SaysWhichNamesThereAre) {
  try {
    find_method("none");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unknown_name);
    EXPECT_NE(std::string(error.what()).find("'none'; there are: auto, brute, "), std::string::npos)
        << error.what();
  }
}

TEST(Registry, AMethodFromOutsideAnswersLikeBruteForce) {
  register_method(plain("from-outside"));
  EXPECT_TRUE(is_listed("from-outside"));
  EXPECT_TRUE(find_method("from-outside").exhaustive);
  testing::Random random(7);
  const Mesh soup = testing::soup(80, 0.3, random);
  World world({"from-outside", 2});
  World oracle({"brute", 1});
  EXPECT_EQ(world.method(), "from-outside");
  std::vector<BodyId> moving;
  for (World* w : {&world, &oracle}) {
    w->add(deforming(soup).self());
    moving.push_back(w->add(rigid(soup)));
    w->add(points({{0.1, 0.2, 0.3}, {0.5, 0.5, 0.5}}, {0.2, 0.3}));
  }
  for (int frame = 0; frame < 4; ++frame) {
    const Transform pose = Transform::from_axis_angle({1, 2, 3}, 0.4 * frame, {0.1, 0, 0});
    world.move(moving[0], pose);
    oracle.move(moving[1], pose);
    CollideOptions options = CollideOptions::pairs();
    options.tolerance = 0.01 * frame;
    const Result& found = world.collide(options);
    EXPECT_EQ(found.pairs_by_slot(), oracle.collide(options).pairs_by_slot());
    EXPECT_GT(found.size(), 0U);
    EXPECT_EQ(found.method, "plain");
  }
  world.validate();
  world.set_method("dbvh");
  world.set_method("from-outside");
  EXPECT_EQ(world.collide(CollideOptions::pairs()).pairs_by_slot(),
            oracle.collide(CollideOptions::pairs()).pairs_by_slot());
}

TEST(Registry, RefusesNamesThatAreNoneOrTaken) {
  const std::size_t before = methods().size();
  for (const char* name : {"", " ", "two words", "a,b", "-dash", "line\nbreak", "brute", "auto"}) {
    EXPECT_EQ(testing::error_of([&] { register_method(plain(name)); }), ErrorCode::bad_argument)
        << name;
  }
  register_method(plain("twice"));
  EXPECT_EQ(testing::error_of([] { register_method(plain("twice")); }), ErrorCode::bad_argument);
  EXPECT_EQ(methods().size(), before + 1);
}

TEST(Registry, RefusesMethodsThatCannotBeMade) {
  const std::size_t before = methods().size();
  MethodInfo without = plain("without");
  without.make = nullptr;
  EXPECT_EQ(testing::error_of([&] { register_method(without); }), ErrorCode::bad_argument);
  EXPECT_EQ(methods().size(), before);
  MethodInfo makes_none = plain("makes-none");
  makes_none.make = [] { return std::unique_ptr<Method>(); };
  register_method(makes_none);
  EXPECT_EQ(testing::error_of([] { World({"makes-none", 1}); }), ErrorCode::bad_argument);
  World world({"brute", 1});
  EXPECT_EQ(testing::error_of([&] { world.set_method("makes-none"); }), ErrorCode::bad_argument);
  EXPECT_EQ(world.method(), "brute");
}

TEST(Registry, TakesMethodsFromManyThreadsWhileOthersAsk) {
  const MethodInfo& brute = find_method("brute");
  const std::size_t before = methods().size();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) {
        const std::string name = "thread-" + std::to_string(t) + "-" + std::to_string(i);
        register_method(plain(name));
        EXPECT_EQ(find_method(name).name, name);
        EXPECT_GT(methods().size(), 0U);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(methods().size(), before + 200);
  EXPECT_EQ(&brute, &find_method("brute"));
}

// Tools leave out for large scenes what is said to be exhaustive.
TEST(Registry, OfTheLibrarysOwnOnlyBruteForceTestsAllPairs) {
  for (const MethodInfo& info : methods()) {
    if (info.summary == "all pairs") continue;  // of this file
    EXPECT_EQ(info.exhaustive, info.name == "brute") << info.name;
  }
}

}  // namespace
}  // namespace tact
