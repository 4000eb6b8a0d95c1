// The contract of World: handles, kinds, switches, groups and masks, user ids, storage.
#include <gtest/gtest.h>

#include <map>

#include "tact/tact.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/answers.h"
#include "tests/support/print.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::error_of;
using testing::seen;
using testing::sheet;
using testing::shifted;
using testing::triangle_at;

class WorldOf : public ::testing::TestWithParam<std::string> {
 protected:
  World world_{{GetParam(), 1}};
};
INSTANTIATE_TEST_SUITE_P(Methods, WorldOf, ::testing::ValuesIn(testing::all_methods()),
                         testing::method_name);

Mesh upright() {
  Mesh mesh;
  mesh.positions = {{0, 0, -1}, {0, 0.2, 1}, {0, -0.2, 1}};
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

TEST_P(WorldOf, EmptyWorldsAndEmptyBodiesTouchNothing) {
  EXPECT_TRUE(world_.collide().empty());
  EXPECT_TRUE(world_.collide().complete());
  const BodyId none = world_.add(breaking(Mesh{}).self());
  world_.add(points(std::vector<Vec3>{}, {}).self());
  world_.add(rigid(Mesh{}));
  world_.add(rigid(triangle_at(0)));
  EXPECT_EQ(world_.collide().size(), 0U);
  EXPECT_EQ(world_.collide(none, none).size(), 0U);
  EXPECT_FALSE(world_.any());
  EXPECT_NO_THROW(world_.validate());
}

TEST_P(WorldOf, StaleHandlesAreRefusedAlsoWhenThePlaceIsTakenAgain) {
  const BodyId a = world_.add(rigid(triangle_at(0)));
  const BodyId b = world_.add(rigid(upright()));
  EXPECT_EQ(world_.collide().size(), 1U);
  world_.remove(a);
  EXPECT_FALSE(world_.contains(a));
  EXPECT_EQ(world_.size(), 1U);
  EXPECT_EQ(world_.collide().size(), 0U);
  const BodyId c = world_.add(rigid(triangle_at(0)));
  EXPECT_EQ(c.slot, a.slot) << "places are used again";
  EXPECT_NE(c, a);
  EXPECT_EQ(error_of([&] { world_.remove(a); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { world_.move(a, Transform()); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { world_.set_self(a, true); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { world_.set_group(a, 1, 1); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { world_.collide(a, b); }), ErrorCode::unknown_body);
  EXPECT_EQ(error_of([&] { world_.collide(b, BodyId{99, 0, b.world}); }), ErrorCode::unknown_body);
  const Result& result = world_.collide();
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result.contacts()[0].body_a, c);
  EXPECT_EQ(result.contacts()[0].body_b, b);
  EXPECT_NO_THROW(world_.validate());
}

TEST_P(WorldOf, GroupsAndMasksMustAgreeOnBothSides) {
  const BodyId a = world_.add(rigid(triangle_at(0)).group(1).mask(2));
  const BodyId b = world_.add(rigid(upright()).group(2).mask(4));
  EXPECT_EQ(world_.collide().size(), 0U) << "b does not want a";
  EXPECT_EQ(world_.collide(a, b).size(), 1U) << "two bodies by name: whatever their masks";
  world_.set_group(b, 2, 5);
  EXPECT_EQ(world_.collide().size(), 1U);
  world_.set_group(a, 1, 0);
  EXPECT_EQ(world_.collide().size(), 0U);
  world_.set_group(a, 0, ~0U);
  EXPECT_EQ(world_.collide().size(), 0U) << "no group: nobody's mask can meet it";
}

TEST_P(WorldOf, TheSelfSwitchIsOffUntilTurnedOn) {
  Mesh folded = triangle_at(0);
  const Mesh other = upright();
  for (const Vec3& p : other.positions) folded.positions.push_back(p);
  folded.triangles.push_back({3, 4, 5});
  const BodyId body = world_.add(deforming(folded));
  EXPECT_EQ(world_.collide().size(), 0U);
  EXPECT_EQ(world_.collide(body, body).size(), 1U) << "asked by name";
  world_.set_self(body, true);
  const Result& result = world_.collide();
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result.pairs_by_slot()[0], (Candidate{0, 0, 0, 1}));
  world_.set_self(body, false);
  EXPECT_EQ(world_.collide().size(), 0U);
}

TEST_P(WorldOf, UserIdsComeBackInEveryContact) {
  const std::uint64_t large = 0xFFFFFFFFFFFFFFF0U;
  world_.add(rigid(triangle_at(0)).user(large));
  world_.add(rigid(upright()).user(7));
  const Result& result = world_.collide();
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result.contacts()[0].user_a, large);
  EXPECT_EQ(result.contacts()[0].user_b, 7U);
}

TEST_P(WorldOf, EveryKindMovesInItsOwnWay) {
  const BodyId floor = world_.add(rigid(sheet(4, 0)));
  const BodyId body = world_.add(deforming(upright()));
  const BodyId cloud = world_.add(points(std::vector<Vec3>{{0.1, 0.1, 3}}, {0.5}));
  const BodyId shard = world_.add(breaking(shifted(upright(), {0.3, 0.3, 5})));
  const std::size_t pierced = world_.collide(floor, body).size();
  EXPECT_GT(pierced, 0U);
  EXPECT_EQ(world_.collide().size(), pierced);
  const Mesh away = shifted(upright(), {0, 0, 9});
  world_.move(body, std::span<const Vec3>(away.positions));
  EXPECT_EQ(world_.collide().size(), 0U);
  const double near[] = {0.1, 0.1, 0.4};
  world_.move(cloud, std::span<const double>(near));
  EXPECT_GT(world_.collide(floor, cloud).size(), 0U);
  world_.move(cloud, std::span<const double>(near), RadiiView(0.1));
  EXPECT_EQ(world_.collide(floor, cloud).size(), 0U);
  const Mesh two = testing::box({0.3, 0.3, 0}, 0.05);
  world_.move(shard, two.view());
  EXPECT_GT(world_.collide(floor, shard).size(), 0U);
  world_.move(floor, Transform::from_translation({0, 0, -50}));
  EXPECT_EQ(world_.collide().size(), 0U);
  EXPECT_NO_THROW(world_.validate());
}

TEST_P(WorldOf, AFullTurnOfOptionsChangesNothing) {
  world_.add(rigid(box({0, 0, 0}, 1)).user(1));
  world_.add(deforming(box({0.5, 0.5, 0.5}, 1)).user(2).self());
  const auto before = seen(world_.collide());
  EXPECT_FALSE(before.empty());
  for (const std::string& name : testing::all_methods()) {
    world_.set_method(name);
    EXPECT_EQ(world_.method(), name);
    for (const unsigned threads : {1U, 2U, 4U, 0U}) {
      world_.set_threads(threads);
      EXPECT_EQ(seen(world_.collide()), before) << name << ", " << threads << " threads";
    }
  }
}

TEST(World, NamesTheMethodThatWorked) {
  World world({"auto", 1});
  world.add(rigid(triangle_at(0)));
  EXPECT_EQ(world.collide().method, "brute") << "the rule of auto for a handful of primitives";
  world.add(rigid(sheet(10, 0)));
  EXPECT_NE(world.collide().method, "brute");
  EXPECT_EQ(error_of([] { World({"none such", 1}); }), ErrorCode::unknown_name);
  EXPECT_EQ(error_of([&] { world.set_method(""); }), ErrorCode::unknown_name);
  EXPECT_EQ(world.method(), "auto");
}

TEST(World, AutoStreamsAFewDeformingBodiesThatMeet) {
  World world({"auto", 1});
  const Mesh mesh = sheet(10, 0);
  const BodyId a = world.add(deforming(mesh));
  world.add(deforming(mesh));
  const auto play = [&](const Mesh& where) {
    std::string last;
    for (int frame = 0; frame < 4; ++frame) {
      world.move(a, PositionsView(where.positions), Storage::copy);
      last = world.collide().method;
    }
    return last;
  };
  EXPECT_EQ(play(mesh), "stream");
  EXPECT_EQ(play(shifted(mesh, {0, 0, 100})), "dbvh") << "nothing would be read";
  EXPECT_EQ(play(mesh), "stream");
  world.add(deforming(sheet(10, 1)).self());
  EXPECT_EQ(play(mesh), "dbvh") << "pairs within a body";
}

TEST(World, MayBeMoved) {
  World first({"boxes", 1});
  const BodyId a = first.add(rigid(box({0, 0, 0}, 1)));
  first.add(rigid(box({1, 0, 0}, 1)));
  const auto before = seen(first.collide());
  World second(std::move(first));
  EXPECT_EQ(seen(second.collide()), before);
  World third({"brute", 1});
  third.add(rigid(triangle_at(0)));
  third = std::move(second);
  EXPECT_EQ(seen(third.collide()), before);
  third.move(a, Transform::from_translation({9, 0, 0}));
  EXPECT_EQ(third.collide().size(), 0U);
  first = World({"boxes", 1});  // a world that was moved from may be assigned to
  EXPECT_EQ(first.collide().size(), 0U);
  Query query(third);
  EXPECT_EQ(query.collide().size(), 0U);
}

TEST(World, ManyBodiesAreAddedInLinearTime) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  World world({"boxes", 1});
  const Mesh mesh = triangle_at(0);
  std::uint64_t before = testing::allocations();
  for (int i = 0; i < 2000; ++i) world.add(rigid(mesh.view()).name("b").group(0));
  // Each body is one allocation, and so is its shape; the tables double.
  EXPECT_LT(testing::allocations() - before, 2 * 2000U + 100U);
  const Shape shape(mesh.view());
  before = testing::allocations();
  for (int i = 0; i < 2000; ++i) world.add(rigid(shape).name("b").group(0));
  EXPECT_LT(testing::allocations() - before, 2000U + 100U);
}

TEST(World, CollideWithoutAWorld) {
  const Mesh a = box({0, 0, 0}, 1);
  const Mesh b = box({0.5, 0.25, 0.125}, 1);
  const Result result = collide(a.view(), b.view());
  World world({"brute", 1});
  world.add(rigid(a));
  world.add(rigid(b));
  EXPECT_EQ(result.pairs_by_slot(), world.collide().pairs_by_slot());
  EXPECT_FALSE(result.empty());
  const Transform away = Transform::from_translation({10, 0, 0});
  EXPECT_FALSE(collide(a.view(), away, b.view(), Transform()).touching());
  EXPECT_EQ(collide(a.view(), away, b.view(), away).size(), result.size());
  EXPECT_FALSE(self_collide(a.view()).touching()) << "neighbours are left out";
  EXPECT_EQ(self_collide(a.view()).verdict(), Verdict::clear);
  Mesh both = a;
  for (const Vec3& p : b.positions) both.positions.push_back(p);
  for (const auto& [i, j, k] : b.triangles) both.triangles.push_back({i + 8, j + 8, k + 8});
  EXPECT_EQ(self_collide(both.view()).size(), result.size());
}

}  // namespace
}  // namespace tact
