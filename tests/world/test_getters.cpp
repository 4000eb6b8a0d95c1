// What a world says of its bodies, and which of them it tests against which.
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "tact/tact.h"
#include "tests/support/answers.h"
#include "tests/support/print.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;
using testing::error_of;

TEST(Getters, SayWhatABodyWasGiven) {
  World world({"auto", 1});
  const Transform pose = Transform::from_translation({3, 0, 0});
  const BodyId first =
      world.add(rigid(box({}, 1)).name("first").user(77).self().group(2).mask(5).pose(pose));
  const BodyId second = world.add(points(std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}, {1, 1}));
  EXPECT_EQ(world.kind(first), BodyKind::rigid);
  EXPECT_EQ(world.pose(first), pose);
  EXPECT_EQ(world.name(first), "first");
  EXPECT_EQ(world.user(first), 77U);
  EXPECT_TRUE(world.self(first));
  EXPECT_EQ(world.group(first), 2U);
  EXPECT_EQ(world.mask(first), 5U);
  EXPECT_EQ(world.kind(second), BodyKind::points);
  EXPECT_EQ(world.name(second), "body 1") << "as errors name it";
  EXPECT_FALSE(world.self(second));
  EXPECT_EQ(world.mask(second), ~std::uint32_t{0});
  const Extent extent = world.extent(second);
  EXPECT_EQ(extent.lo, (Vec3{0, 1, 2}));
  EXPECT_EQ(extent.hi, (Vec3{5, 6, 7})) << "radii count";
}

TEST(Getters, FollowWhatABodyIsSetTo) {
  World world({"auto", 1});
  const BodyId stone = world.add(rigid(box({}, 1)));
  const BodyId cloth = world.add(deforming(box({}, 1)));
  EXPECT_EQ(world.pose(stone), Transform());
  const Transform pose = Transform::from_axis_angle({1, 2, 3}, 0.5, {0, 10, 0});
  world.move(stone, pose);
  EXPECT_EQ(world.pose(stone), pose);
  EXPECT_GT(world.extent(stone).lo.y, 7);
  const Mesh there = box({20, 0, 0}, 2);
  world.move(cloth, std::span<const Vec3>(there.positions), Storage::copy);
  EXPECT_EQ(world.extent(cloth).lo, (Vec3{18, -2, -2}));
  EXPECT_EQ(world.extent(cloth).hi, (Vec3{22, 2, 2}));
  world.set_group(cloth, 8, 9);
  world.set_self(cloth, true);
  EXPECT_EQ(world.group(cloth), 8U);
  EXPECT_EQ(world.mask(cloth), 9U);
  EXPECT_TRUE(world.self(cloth));
}

TEST(Getters, OnlyARigidBodyHasAPose) {
  World world({"auto", 1});
  const BodyId cloth = world.add(deforming(box({}, 1)));
  EXPECT_EQ(error_of([&] { world.pose(cloth); }), ErrorCode::unsupported);
}

TEST(Getters, BodiesAreListedInTheirOrder) {
  World world({"auto", 1});
  EXPECT_TRUE(world.bodies().empty());
  std::vector<BodyId> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(world.add(rigid(box({}, 1))));
  EXPECT_EQ(world.bodies(), ids);
  world.remove(ids[1]);
  world.remove(ids[3]);
  EXPECT_EQ(world.bodies(), (std::vector<BodyId>{ids[0], ids[2], ids[4]}));
  const BodyId late = world.add(rigid(box({}, 1)));
  EXPECT_EQ(late.slot, 3U) << "the place that was freed last";
  EXPECT_EQ(world.bodies(), (std::vector<BodyId>{ids[0], ids[2], late, ids[4]}));
  for (const BodyId body : world.bodies()) world.remove(body);
  EXPECT_EQ(world.size(), 0U);
  World other = std::move(world);
  EXPECT_TRUE(world.bodies().empty());  // NOLINT(bugprone-use-after-move): that it holds nothing
}

// All boxes stand in one place: what is tested is what is found.
TEST(Getters, TestedPairsAreThoseThatCollideLooksAt) {
  World world({"auto", 1});
  std::vector<BodyId> ids;
  for (std::uint32_t i = 0; i < 6; ++i) {
    ids.push_back(world.add(
        rigid(box({}, 1 + 0.1 * i)).group(1U << i % 3).mask(0b011U + i % 2 * 4).self(i == 2)));
  }
  world.remove(ids[4]);
  ASSERT_TRUE(world.tests(ids[0], ids[1]));
  world.exclude(ids[0], ids[1]);
  EXPECT_FALSE(world.tests(ids[0], ids[1])) << "before any update, too";
  std::vector<BodyPair> expected;
  for (const BodyId a : world.bodies()) {
    for (const BodyId b : world.bodies()) {
      EXPECT_EQ(world.tests(a, b), world.tests(b, a));
      if (a <= b && world.tests(a, b)) expected.push_back({a, b});
    }
  }
  EXPECT_TRUE(world.tests(ids[2], ids[2]));
  EXPECT_FALSE(world.tests(ids[1], ids[1]));
  EXPECT_EQ(world.tested_pairs(), expected);
  std::set<BodyPair> found;
  CollideOptions options = CollideOptions::pairs();
  options.tolerance = 10;
  options.neighbours = true;
  for (const Contact& contact : world.collide(options)) {
    found.insert({contact.body_a, contact.body_b});
  }
  EXPECT_EQ(std::set<BodyPair>(expected.begin(), expected.end()), found);
  EXPECT_GT(found.size(), 3U);
}

// With Detail::pairs an answer names bodies as with Detail::contacts, and keeps them for itself.
TEST(Getters, AnswersCarryHandlesWhateverTheDetail) {
  World world({"auto", 1});
  world.remove(world.add(rigid(box({}, 1))));
  const BodyId a = world.add(rigid(box({}, 1)).user(10));
  const BodyId b = world.add(rigid(box({0.5, 0.5, 0.5}, 1)).user(20));
  const Result pairs = world.collide(CollideOptions::pairs());
  const Result& contacts = world.collide();
  ASSERT_GT(pairs.size(), 0U);
  ASSERT_EQ(pairs.size(), contacts.size());
  ASSERT_EQ(contacts.contacts().size(), contacts.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(pairs[i].body_a, a);
    EXPECT_EQ(pairs[i].body_b, b);
    EXPECT_EQ(pairs[i].user_a, 10U);
    EXPECT_EQ(pairs[i].user_b, 20U);
    EXPECT_EQ(pairs[i].primitive_a, contacts[i].primitive_a);
    EXPECT_EQ(pairs[i].kind, ContactKind::undescribed);
    EXPECT_NE(contacts[i].kind, ContactKind::undescribed);
  }
  world.remove(a);
  EXPECT_EQ(pairs[0].body_a, a);
  EXPECT_FALSE(world.contains(pairs[0].body_a));
}

}  // namespace
}  // namespace tact
