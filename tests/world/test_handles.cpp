// A handle is good for the body that it was given out for, in its world, wherever that world goes;
// for nothing else.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <utility>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/print.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::error_of;
using testing::seen;

// Every function that takes a handle refuses this one, and the world stays as it was.
void expect_refused(World& world, BodyId good, BodyId bad) {
  const auto before = seen(world.collide());
  const std::size_t size = world.size();
  const Mesh mesh = box({9, 9, 9}, 1);
  const MeshView view = mesh.view();
  const std::function<void()> calls[] = {
      [&] { world.remove(bad); },
      [&] {
        world.move(bad, Transform::from_translation({9, 0, 0}));
      },
      [&] { world.move(bad, view.positions); },
      [&] { world.move(bad, view.positions, std::span<const ClusterMap>()); },
      [&] { world.move(bad, view); },
      [&] { world.move(bad, view.positions, RadiiView(1.0)); },
      [&] { world.set_self(bad, true); },
      [&] { world.set_group(bad, 0, 0); },
      [&] { world.exclude(bad, good); },
      [&] { world.exclude(good, bad); },
      [&] { world.include(bad, good); },
      [&] { world.include(good, bad); },
      [&] { world.excluded(bad, good); },
      [&] { world.excluded(good, bad); },
      [&] { world.kind(bad); },
      [&] { world.pose(bad); },
      [&] { world.name(bad); },
      [&] { world.user(bad); },
      [&] { world.self(bad); },
      [&] { world.group(bad); },
      [&] { world.mask(bad); },
      [&] { world.extent(bad); },
      [&] { world.tests(bad, good); },
      [&] { world.tests(good, bad); },
      [&] { world.collide(bad, good); },
      [&] { world.collide(good, bad); },
      [&] { world.separation(bad, good); },
      [&] { world.separation(good, bad); },
      [&] { Query(world).collide(bad, good); },
      [&] { Query(world).collide(good, bad); },
  };
  EXPECT_FALSE(world.contains(bad));
  for (std::size_t i = 0; i < std::size(calls); ++i) {
    EXPECT_EQ(error_of(calls[i]), ErrorCode::unknown_body) << "call " << i;
  }
  EXPECT_EQ(world.size(), size);
  EXPECT_EQ(seen(world.collide()), before);
}

TEST(Handles, ADefaultHandleIsNobodys) {
  World world({"auto", 1});
  const BodyId first = world.add(rigid(box({0, 0, 0}, 1)));
  world.add(rigid(box({1, 1, 1}, 1)));
  EXPECT_NE(BodyId{}, first);
  expect_refused(world, first, BodyId{});
  expect_refused(world, first, BodyId{first.slot, first.generation});
}

TEST(Handles, AnotherWorldsHandleIsRefused) {
  World here({"auto", 1});
  World there({"auto", 1});
  const BodyId a = here.add(rigid(box({0, 0, 0}, 1)));
  here.add(rigid(box({1, 1, 1}, 1)));
  const BodyId b = there.add(rigid(box({0, 0, 0}, 1)));
  there.add(rigid(box({1, 1, 1}, 1)));
  EXPECT_EQ(a.slot, b.slot);
  EXPECT_NE(a, b);
  expect_refused(here, a, b);
  expect_refused(there, b, a);
}

TEST(Handles, FollowTheirWorldWhereItIsMoved) {
  World first({"boxes", 1});
  const BodyId a = first.add(rigid(box({0, 0, 0}, 1)));
  const BodyId gone = first.add(rigid(box({0, 0, 0}, 1)));
  const BodyId b = first.add(rigid(box({1, 1, 1}, 1)));
  first.remove(gone);
  const auto before = seen(first.collide());
  World second(std::move(first));
  EXPECT_TRUE(second.contains(a));
  EXPECT_EQ(seen(second.collide(a, b)), before);
  expect_refused(second, a, gone);
  World third({"brute", 1});
  const BodyId old = third.add(rigid(box({0, 0, 0}, 1)));
  third = std::move(second);
  EXPECT_EQ(seen(third.collide(a, b)), before);
  expect_refused(third, a, old);
  const BodyId again = third.add(rigid(box({0, 0, 0}, 1)));
  EXPECT_EQ(again.slot, gone.slot) << "places are used again";
  expect_refused(third, a, gone);
  first = World({"boxes", 1});
  const BodyId other = first.add(rigid(box({0, 0, 0}, 1)));
  expect_refused(first, other, a);
  expect_refused(third, a, other);
}

// Nothing but a typed error, where there was a null pointer.
TEST(Handles, AWorldThatWasMovedFromAnswersNothing) {
  World from({"dbvh", 1});
  const BodyId a = from.add(rigid(box({0, 0, 0}, 1)));
  const BodyId b = from.add(rigid(box({1, 1, 1}, 1)));
  from.update();
  Query query(from);
  World to(std::move(from));
  EXPECT_EQ(from.size(), 0U);  // NOLINT(bugprone-use-after-move)
  EXPECT_FALSE(from.contains(a));
  EXPECT_EQ(error_of([&] { from.move(a, Transform()); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { from.collide(a, b); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { from.collide(); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { from.any(); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { from.update(); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { from.validate(); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { from.set_method("dbvh"); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { from.add(rigid(box({0, 0, 0}, 1))); }), ErrorCode::bad_argument);
  EXPECT_EQ(error_of([&] { query.collide(); }), ErrorCode::bad_argument);
  EXPECT_GT(to.collide(a, b).size(), 0U);
}

// As when the last of a list takes its own place.
TEST(Handles, AWorldMovedOntoItselfStaysWhatItIs) {
  for (const std::string& method : testing::all_methods()) {
    World world({method, 1});
    const BodyId a = world.add(rigid(box({0, 0, 0}, 1)));
    const BodyId b = world.add(rigid(box({1, 1, 1}, 1)));
    const auto before = seen(world.collide());
    ASSERT_GT(before.size(), 0U);
    World& same = world;
    world = std::move(same);
    EXPECT_EQ(seen(world.collide()), before) << method;
    EXPECT_TRUE(world.contains(a) && world.contains(b)) << method;
    world.validate();
  }
}

TEST(Handles, AreSmallSortedBySlotAndHashed) {
  static_assert(sizeof(BodyId) == 12 && std::is_trivially_copyable_v<BodyId>);
  World world({"boxes", 1});
  std::vector<BodyId> ids;
  for (int i = 0; i < 40; ++i) ids.push_back(world.add(rigid(Mesh{})));
  world.remove(ids[7]);
  ids[7] = world.add(rigid(Mesh{}));  // a later generation in an earlier slot
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));
  EXPECT_EQ(std::unordered_set<BodyId>(ids.begin(), ids.end()).size(), ids.size());
  std::set<std::size_t> hashes;
  for (const BodyId& id : ids) hashes.insert(std::hash<BodyId>()(id));
  EXPECT_EQ(hashes.size(), ids.size());
}

// Contacts of a tracker name slots of no world: no world takes them for its own.
TEST(Handles, ContactsOfATrackerBelongToNoWorld) {
  PairTracker tracker(Shape(box({0, 0, 0}, 1)), Shape(box({1, 1, 1}, 1)));
  const Result& result = tracker.collide(Transform(), Transform());
  ASSERT_GT(result.size(), 0U);
  EXPECT_EQ(result.contacts()[0].body_a, (BodyId{0, 0, 0}));
  EXPECT_EQ(result.contacts()[0].body_b, (BodyId{1, 0, 0}));
  World world({"boxes", 1});
  world.add(rigid(box({0, 0, 0}, 1)));
  EXPECT_FALSE(world.contains(result.contacts()[0].body_a));
}

}  // namespace
}  // namespace tact
