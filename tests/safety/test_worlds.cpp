// A world under every failing allocation: whatever does not come through leaves it as it was.
#include <gtest/gtest.h>

#include <functional>

#include "tests/safety/sweep.h"
#include "tests/safety/world_fixture.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using testing::By;
using testing::props;
using testing::Random;
using testing::Sweep;
using testing::Whose;
using testing::WorldFixture;

struct Call {
  const char* name;
  std::function<void(WorldFixture&)> make;
};

// Of `stream-cl` everything fails that tact asks for, also through the wrappers of OpenCL; nothing
// that the driver does within a call.
By who_fails(const std::string& method) {
  return method == "stream-cl" ? By::all_but_drivers : By::anybody;
}

// Everything that changes a world but does not ask.
std::vector<Call> changes() {
  const auto view = [](const std::vector<Vec3>& points) { return PositionsView(points); };
  const auto maps = [] { return std::span<const ClusterMap>(&props().jelly_map, 1); };
  return {
      {"add rigid", [](WorldFixture& s) { s.world.add(rigid(props().ring.view()).user(9)); }},
      {"add a name",
       [](WorldFixture& s) {
         s.world.add(rigid(props().ring).name("a name that is no small string"));
       }},
      {"add a shape", [](WorldFixture& s) { s.world.add(rigid(Shape(props().ring)).user(9)); }},
      {"add a shape that has ids",
       [](WorldFixture& s) {
         Mesh ring = props().ring;
         ring.topology.resize(ring.positions.size());
         s.world.add(rigid(Shape(std::move(ring))).self());
       }},
      {"add two",  // the second one takes a new place
       [](WorldFixture& s) {
         const BodyId one = s.world.add(breaking(props().vases[2].view()).self());
         try {
           s.world.add(deforming(props().cloth).self());
         } catch (...) {
           s.world.remove(one);
           throw;
         }
       }},
      {"add clusters",
       [](WorldFixture& s) { s.world.add(deforming(props().jelly).clusters(Clusters::one(8))); }},
      {"add points", [](WorldFixture& s) { s.world.add(points(props().swarm, props().radii)); }},
      {"remove", [](WorldFixture& s) { s.world.remove(s.cloth); }},
      {"move pose",
       [](WorldFixture& s) {
         s.world.move(s.rock, Transform::from_translation({1, 0, 0}));
       }},
      {"move cloth", [=](WorldFixture& s) { s.world.move(s.cloth, view(props().cloth_to)); }},
      {"copy cloth",
       [=](WorldFixture& s) { s.world.move(s.cloth, view(props().cloth_to), Storage::copy); }},
      {"move vase", [=](WorldFixture& s) { s.world.move(s.vase, view(props().vase_to)); }},
      {"copy vase",
       [=](WorldFixture& s) { s.world.move(s.vase, view(props().vase_to), Storage::copy); }},
      {"copy swarm",
       [=](WorldFixture& s) { s.world.move(s.swarm, view(props().swarm_to), Storage::copy); }},
      {"move maps",
       [=](WorldFixture& s) { s.world.move(s.jelly, view(props().jelly_to), maps()); }},
      {"copy maps",
       [=](WorldFixture& s) {
         s.world.move(s.jelly, view(props().jelly_to), maps(), Storage::copy);
       }},
      {"break", [](WorldFixture& s) { s.world.move(s.vase, props().vases[1].view()); }},
      {"copy broken",
       [](WorldFixture& s) { s.world.move(s.vase, props().vases[1].view(), Storage::copy); }},
      {"move radii", [=](WorldFixture& s) { s.world.move(s.swarm, view(props().swarm_to), 0.2); }},
      {"copy radii",
       [=](WorldFixture& s) {
         s.world.move(s.swarm, view(props().swarm_to), RadiiView(props().radii), Storage::copy);
       }},
      {"self on", [](WorldFixture& s) { s.world.set_self(s.pot, true); }},
      {"self off", [](WorldFixture& s) { s.world.set_self(s.vase, false); }},
      {"group", [](WorldFixture& s) { s.world.set_group(s.vase, 1, 0); }},
      {"exclude", [](WorldFixture& s) { s.world.exclude(s.vase, s.cloth); }},
      {"include",
       [](WorldFixture& s) {
         s.world.exclude(s.vase, s.pot);
         s.world.include(s.vase, s.pot);
       }},
      {"filter",
       [](WorldFixture& s) {
         s.world.set_filter([cloth = s.cloth, rock = s.rock](const BodyId& a, const BodyId& b) {
           return a != cloth && b != cloth && a != rock;
         });
       }},
      {"threads", [](WorldFixture& s) { s.world.set_threads(2); }},
  };
}

// Everything that asks, from the first time and after all has moved.
std::vector<Call> questions() {
  CollideOptions near;
  near.tolerance = 0.05;
  near.neighbours = true;
  return {
      {"update", [](WorldFixture& s) { s.world.update(); }},
      {"collide", [](WorldFixture& s) { s.result = &s.world.collide(); }},
      {"collide near", [=](WorldFixture& s) { s.result = &s.world.collide(near); }},
      {"collide two", [](WorldFixture& s) { s.result = &s.world.collide(s.rock, s.stone); }},
      {"any", [](WorldFixture& s) { s.world.any(); }},
      {"depth", [](WorldFixture& s) { s.separation = s.world.separation(s.rock, s.cloth); }},
      {"distance", [](WorldFixture& s) { s.separation = s.world.separation(s.star, s.vase); }},
      {"own question",
       [](WorldFixture& s) {
         s.world.ask([&s](const Task& task, Scratch& scratch) {
           scratch.arena(0).allocate<double>(50'000);
           s.separation.depth = static_cast<double>(task.bodies.size());
         });
       }},
      {"tested pairs",
       [](WorldFixture& s) {
         s.separation.depth = static_cast<double>(s.world.tested_pairs().size());
       }},
      {"bodies",
       [](WorldFixture& s) { s.separation.depth = static_cast<double>(s.world.bodies().size()); }},
      {"a world",
       [](WorldFixture& s) {
         World fresh({std::string(s.world.method()), 1});
         const Shape ring(props().ring.view());
         fresh.add(rigid(ring));
         fresh.add(rigid(ring));
         s.separation.depth = 1.0 + static_cast<double>(fresh.collide().size());
       }},
  };
}

void sweep_changes(Sweep& sweep, const std::string& method, unsigned threads) {
  for (const Call& call : changes()) {
    sweep.run(
        call.name, [&] { return std::make_unique<WorldFixture>(method, threads); },
        [&](WorldFixture& s) { call.make(s); }, [](WorldFixture& s) { return s.look(); });
  }
}

void sweep_questions(Sweep& sweep, const std::string& method, unsigned threads) {
  const auto look = [](WorldFixture& s) { return s.look(); };
  for (const Call& call : questions()) {
    // Each question of each method takes long; of one method it is all of them.
    const bool brief = !sweep.thorough() && method != "auto";
    if (brief && call.name != std::string("collide")) continue;
    const auto first = [&] { return std::make_unique<WorldFixture>(method, threads); };
    if (sweep.thorough()) {
      sweep.run(
          method + ", first " + call.name, first, [&](WorldFixture& s) { call.make(s); }, look);
    }
    const auto later = [&] {
      auto fixture = std::make_unique<WorldFixture>(method, threads);
      fixture->world.collide();
      fixture->move_all();
      return fixture;
    };
    sweep.run(
        method + ", later " + call.name, later, [&](WorldFixture& s) { call.make(s); }, look);
  }
  const auto updated = [&] {
    auto fixture = std::make_unique<WorldFixture>(method, threads);
    fixture->world.update();
    return fixture;
  };
  sweep.run(
      method + ", query", updated, [](WorldFixture& s) { s.result = &s.query.collide(); }, look);
  sweep.run(
      method + ", query of two", updated,
      [](WorldFixture& s) { s.result = &s.query.collide(s.rock, s.cloth); }, look);
  const auto asked = [&] {
    auto fixture = updated();
    fixture->query.collide();
    fixture->move_all();
    fixture->world.update();
    return fixture;
  };
  sweep.run(
      method + ", query again", asked, [](WorldFixture& s) { s.result = &s.query.collide(); },
      look);
  const auto other = [&] {
    auto fixture = std::make_unique<WorldFixture>(method == "boxes" ? "refit" : "boxes", threads);
    fixture->world.collide();
    return fixture;
  };
  sweep.run(
      "set method " + method, other, [&](WorldFixture& s) { s.world.set_method(method); }, look);
}

TEST(FailingAllocations, LeaveAWorldAsItWas) {
  Sweep sweep(false);
  sweep_changes(sweep, "boxes", 1);
}

// So many small bodies that those that move are told from those that stay.
struct Many {
  Many() {
    Random random(3);
    for (int i = 0; i < 300; ++i) {
      const Transform pose = Transform::from_translation(random.vector(0, 7));
      ids.push_back(world.add(rigid(props().ring.view()).pose(pose)));
    }
    for (std::size_t frame = 0; frame < 4; ++frame) {
      world.move(ids[frame], Transform());
      world.update();
    }
    world.exclude(ids[0], ids[1]);
    // Some go far, one a little, one for good; and one more comes.
    for (std::size_t i = 10; i < 20; ++i) {
      world.move(ids[i], Transform::from_translation(random.vector(0, 7)));
    }
    world.move(ids[2], Transform::from_translation({0.01, 0, 0}));
    world.remove(ids[3]);
    world.add(rigid(props().ring.view()));
    world.add(rigid(props().ring.view()));
  }
  World world{{"boxes", 1}};
  std::vector<BodyId> ids;
};

TEST(FailingAllocations, LeavePairsOfManyBodiesToBeFound) {
  Sweep sweep(true);
  const auto look = [](Many& many) {
    many.world.update();
    many.world.validate();
    return many.world.collide(CollideOptions::pairs()).pairs_by_slot();
  };
  sweep.run(
      "update", [] { return std::make_unique<Many>(); }, [](Many& many) { many.world.update(); },
      look);
}

class FailingAllocationsOf : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, FailingAllocationsOf, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

TEST_P(FailingAllocationsOf, LeaveTheAnswersAsTheyWere) {
  Sweep sweep(false, Whose::this_thread, who_fails(GetParam()));
  sweep_questions(sweep, GetParam(), 1);
}

class FailingAllocationsOfLong : public FailingAllocationsOf {};
INSTANTIATE_TEST_SUITE_P(Methods, FailingAllocationsOfLong,
                         ::testing::ValuesIn(testing::all_methods()), testing::method_name);

TEST_P(FailingAllocationsOfLong, LeaveEverythingAsItWas) {
  Sweep sweep(true, Whose::this_thread, who_fails(GetParam()));
  sweep_changes(sweep, GetParam(), 1);
  sweep_questions(sweep, GetParam(), 1);
}

// Also those of the threads that help.
TEST_P(FailingAllocationsOfLong, LeaveEverythingAsItWasOnSeveralThreads) {
  Sweep sweep(true, Whose::all_threads, who_fails(GetParam()));
  sweep_questions(sweep, GetParam(), 2);
}

}  // namespace
}  // namespace tact
