// Two threads in one world: a typed error where assertions are built in, whichever two functions
// they are in; queries of a world that does not change may meet.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "tact/tact.h"
#include "tests/safety/failing_new.h"
#include "tests/safety/world_fixture.h"

namespace tact {
namespace {

using testing::error_of;
using testing::OnNew;
using testing::props;
using testing::seen;
using testing::WorldFixture;

#ifdef NDEBUG
constexpr bool finds_threads = false;
#else
constexpr bool finds_threads = true;
#endif

// While another thread is in the middle of `first`, `then` is done here.
void meet(const std::function<void()>& first, const std::function<void()>& then) {
  std::promise<void> inside;
  std::promise<void> done;
  std::future<void> is_done = done.get_future();
  std::thread other([&] {
    bool met = false;
    const OnNew hook([&] {
      met = true;
      inside.set_value();
      is_done.wait();
    });
    first();
    if (met) return;
    ADD_FAILURE() << "a call that does not allocate cannot be met";
    inside.set_value();
  });
  inside.get_future().wait();
  then();
  done.set_value();
  other.join();
}

std::vector<std::function<void()>> uses(WorldFixture& s) {
  const auto view = [](const std::vector<Vec3>& points) { return PositionsView(points); };
  const auto maps = [] { return std::span<const ClusterMap>(&props().jelly_map, 1); };
  return {
      [&s] { s.world.add(rigid(props().ring.view())); },
      [&s] { s.world.remove(s.rock); },
      [&s] { s.world.contains(s.rock); },
      [&s] { s.world.size(); },
      [&s] { s.world.move(s.rock, Transform()); },
      [&s, view] { s.world.move(s.cloth, view(props().cloth_to)); },
      [&s, view, maps] { s.world.move(s.jelly, view(props().jelly_to), maps()); },
      [&s] { s.world.move(s.vase, props().vases[1].view()); },
      [&s, view] { s.world.move(s.swarm, view(props().swarm_to), 0.1); },
      [&s] { s.world.set_self(s.rock, true); },
      [&s] { s.world.set_group(s.rock, 1, 1); },
      [&s] { s.world.exclude(s.rock, s.stone); },
      [&s] { s.world.include(s.rock, s.stone); },
      [&s] { s.world.excluded(s.rock, s.stone); },
      [&s] { s.world.set_filter(nullptr); },
      [&s] { s.world.set_method("dbvh"); },
      [&s] { s.world.method(); },
      [&s] { s.world.set_threads(2); },
      [&s] { s.world.update(); },
      [&s] { s.world.updated(); },
      [&s] { s.world.collide(); },
      [&s] { s.world.collide(s.rock, s.stone); },
      [&s] { s.world.any(); },
      [&s] { s.world.separation(s.rock, s.stone); },
      [&s] { s.world.ask([](const Task&, Scratch&) {}); },
      [&s] { s.world.validate(); },
      [&s] { s.world.tests(s.rock, s.stone); },
      [&s] { s.world.tested_pairs(); },
      [&s] { s.world.bodies(); },
      [&s] { s.world.pose(s.rock); },
      [&s] { s.world.extent(s.rock); },
      [&s] { s.world.kind(s.rock); },
      [&s] { s.world.user(s.rock); },
      [&s] { s.world.name(s.rock); },
      [&s] { s.world.self(s.rock); },
      [&s] { s.world.group(s.rock); },
      [&s] { s.world.mask(s.rock); },
      [&s] { s.query.collide(); },
      [&s] { s.query.collide(s.rock, s.stone); },
  };
}

void expect_all_refused(WorldFixture& fixture) {
  const std::vector<std::function<void()>> all = uses(fixture);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(error_of(all[i]), ErrorCode::in_use) << "use " << i;
  }
}

TEST(TwoThreads, InOneWorldEndInATypedError) {
  if (!finds_threads) GTEST_SKIP() << "assertions are not built in";
  WorldFixture fixture("boxes", 1);
  const auto before = seen(fixture.world.collide());
  // One that changes the world, and one that asks: both have it for themselves.
  meet(
      [&] {
        fixture.world.move(fixture.cloth, PositionsView(props().cloth.positions), Storage::copy);
      },
      [&] { expect_all_refused(fixture); });
  meet([&] { fixture.world.set_method("brute"); }, [&] { expect_all_refused(fixture); });
  EXPECT_EQ(seen(fixture.world.collide()), before) << "nothing was changed by those refused";
  EXPECT_EQ(fixture.world.method(), "brute");
  fixture.world.validate();
  WorldFixture fresh("boxes", 1);
  meet([&] { fresh.world.collide(); }, [&] { expect_all_refused(fresh); });
  EXPECT_EQ(seen(fresh.world.collide()), before);
}

// A question has the world for itself to its end, not only while it brings it up to date.
TEST(TwoThreads, AreRefusedWhileTheWorldItselfAnswers) {
  if (!finds_threads) GTEST_SKIP() << "assertions are not built in";
  for (int question = 0; question < 3; ++question) {
    WorldFixture s("boxes", 1);
    s.world.update();
    // So that a distance allocates nothing before it looks beyond contacts.
    if (question == 2) s.world.collide(s.star, s.vase, CollideOptions::pairs());
    meet(
        [&] {
          if (question == 0) s.world.collide();
          if (question == 1) s.world.collide(s.rock, s.stone);
          if (question == 2) s.world.separation(s.star, s.vase);
        },
        [&] { expect_all_refused(s); });
    EXPECT_EQ(s.world.size(), 8U) << "question " << question;
  }
}

TEST(TwoThreads, MayAskAWorldThatDoesNotChange) {
  WorldFixture fixture("boxes", 1);
  const auto before = seen(fixture.world.collide());
  Query other(fixture.world);
  std::vector<testing::Seen> here;
  std::vector<testing::Seen> there;
  meet([&] { there = seen(other.collide()); },
       [&] {
         here = seen(fixture.query.collide());
         EXPECT_EQ(fixture.world.size(), 8U);
         EXPECT_TRUE(fixture.world.contains(fixture.rock));
         EXPECT_TRUE(fixture.world.updated());
         if (!finds_threads) return;
         const BodyId rock = fixture.rock;
         EXPECT_EQ(error_of([&] { fixture.world.move(rock, Transform()); }), ErrorCode::in_use);
         EXPECT_EQ(error_of([&] { fixture.world.collide(); }), ErrorCode::in_use);
       });
  EXPECT_EQ(here, before);
  EXPECT_EQ(there, before);
  EXPECT_EQ(seen(fixture.world.collide()), before) << "nobody is there any more";
}

// One after the other is no meeting, and neither is a world of one's own.
TEST(TwoThreads, MayTakeTurnsAndHaveTheirOwn) {
  WorldFixture fixture("boxes", 1);
  const auto before = seen(fixture.world.collide());
  std::thread([&] { EXPECT_EQ(seen(fixture.world.collide()), before); }).join();
  EXPECT_EQ(seen(fixture.world.collide()), before);
  WorldFixture own("dbvh", 1);
  meet([&] { fixture.world.set_method("refit"); },
       [&] { EXPECT_EQ(seen(own.world.collide()), before); });
}

}  // namespace
}  // namespace tact
