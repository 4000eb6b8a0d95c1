// What bodies own: made when first asked for, kept up to date by version, given back in the end.
#include "tact/body/structures.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "tact/body/upkeep.h"

namespace tact {
namespace {

// Counts how often it was made and updated.
struct Counted final : Structure {
  explicit Counted(std::uint32_t parameter) : made_with(parameter) { ++made; }
  std::uint32_t made_with;
  int updates = 0;
  static int made;
};
int Counted::made = 0;

struct Other final : Structure {
  explicit Other(std::uint32_t) {}
};

TEST(Structures, AreMadeOnceForEachTypeAndParameter) {
  Counted::made = 0;
  Structures own;
  EXPECT_EQ(own.find<Counted>(7), nullptr);
  Counted& first = own.ask<Counted>(7);
  EXPECT_EQ(first.made_with, 7U);
  EXPECT_EQ(&own.ask<Counted>(7), &first);
  EXPECT_NE(&own.ask<Counted>(8), &first);
  own.ask<Other>(7);
  EXPECT_EQ(Counted::made, 2);
  EXPECT_EQ(own.size(), 3U);
  EXPECT_EQ(own.find<Counted>(7), &first) << "others came, it stayed where it was";
  own.drop<Counted>(7);
  EXPECT_EQ(own.find<Counted>(7), nullptr);
  EXPECT_NE(own.find<Counted>(8), nullptr);
  EXPECT_NE(own.find<Other>(7), nullptr);
}

// Bodies without primitives: what matters here are versions.
class Herd {
 public:
  explicit Herd(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      BodyState& state = states_.emplace_back();
      state.shape_version = state.motion_version = ++version_;
      state.id.slot = static_cast<std::uint32_t>(i);
      task.bodies.push_back(&state);
    }
    task.frame.version = ++version_;
  }
  void move(std::uint32_t slot) {
    states_[slot].motion_version = ++version_;
    task.moved.push_back(slot);
  }
  void move_unnoted(std::uint32_t slot) { states_[slot].motion_version = ++version_; }
  void change_frame() { task.frame.version = ++version_; }

  /// How many bodies were brought up to date.
  int update() {
    ++task.number;
    ++task.clock;
    int updates = 0;
    scratch_.begin(1);
    keep_structures<Counted>(
        task, scratch_, 0, [&](const BodyState& body) { return body.id.slot < wanted; },
        [&](Counted& own, const BodyState&, std::uint32_t slot, unsigned, unsigned) {
          if (slot == fails) throw std::bad_alloc();
          ++own.updates;
          ++updates;
          return Stats{};
        });
    scratch_.end();
    task.moved.clear();
    return updates;
  }
  Task task;
  std::uint32_t fails = ~std::uint32_t{0};
  std::uint32_t wanted = ~std::uint32_t{0};  // so many bodies are

 private:
  std::deque<BodyState> states_;
  Scratch scratch_;
  std::uint64_t version_ = 0;
};

TEST(Upkeep, BringsUpToDateWhatMovedAndNothingElse) {
  Herd herd(5);
  EXPECT_EQ(herd.update(), 5);
  EXPECT_EQ(herd.update(), 0);
  herd.move(3);
  herd.move(1);
  EXPECT_EQ(herd.update(), 2);
  herd.change_frame();
  EXPECT_EQ(herd.update(), 5) << "boxes of another frame";
}

// In an update that follows the last one, bodies that did not move are not even looked at.
TEST(Upkeep, LooksAtAllBodiesOnlyAfterAGap) {
  Herd herd(5);
  herd.update();
  herd.move_unnoted(2);
  EXPECT_EQ(herd.update(), 0) << "nobody said that it moved";
  ++herd.task.number;  // an update in which another method was asked
  EXPECT_EQ(herd.update(), 1);
}

TEST(Upkeep, WhatAnExceptionLeftHalfWayIsBegunAnew) {
  Herd herd(3);
  herd.update();
  const Counted* whole = herd.task.bodies[0]->structures.find<Counted>(0);
  herd.move(1);
  herd.fails = 1;
  EXPECT_THROW(herd.update(), std::bad_alloc);
  EXPECT_EQ(herd.task.bodies[1]->structures.find<Counted>(0), nullptr);
  EXPECT_EQ(herd.task.bodies[0]->structures.find<Counted>(0), whole);
  herd.fails = ~std::uint32_t{0};
  herd.task.moved.clear();
  EXPECT_EQ(herd.update(), 1) << "found again without being told";
  EXPECT_NE(herd.task.bodies[1]->structures.find<Counted>(0), nullptr);
}

// Every body's turn comes once.
void give_all_back(Task& task) {
  for (std::uint64_t i = 0; i < give_back_after; ++i, ++task.clock) give_back(task);
}

TEST(Upkeep, GivesBackWhatNobodyAsksFor) {
  Herd herd(3);
  herd.update();
  herd.task.bodies[0]->structures.ask<Other>(0).asked = 1;
  herd.task.bodies[2]->structures.ask<Other>(0);  // nobody counts how often
  herd.task.bodies[1]->structures.ask<Other>(0).asked = 900;
  for (std::uint64_t i = 0; i < kept_unasked + 100; ++i) herd.update();
  give_all_back(herd.task);
  EXPECT_EQ(herd.task.bodies[0]->structures.find<Other>(0), nullptr);
  EXPECT_NE(herd.task.bodies[1]->structures.find<Other>(0), nullptr) << "asked for in between";
  EXPECT_NE(herd.task.bodies[2]->structures.find<Counted>(0), nullptr) << "asked for always";
  EXPECT_NE(herd.task.bodies[2]->structures.find<Other>(0), nullptr) << "perhaps, too";
  herd.task.clock += kept_unasked + 1;
  give_all_back(herd.task);
  EXPECT_NE(herd.task.bodies[2]->structures.find<Counted>(0), nullptr)
      << "what the last update brought up to date is in use, however many questions came since";
  ++herd.task.number;
  give_all_back(herd.task);
  EXPECT_EQ(herd.task.bodies[2]->structures.find<Counted>(0), nullptr);
  EXPECT_EQ(herd.task.bodies[1]->structures.size(), 0U);
}

// However many bodies there are, no update looks at all of them, and each has its turn.
TEST(Upkeep, GivesBackAFewBodiesAtATime) {
  Herd herd(1000);
  herd.update();
  herd.update();
  std::size_t sum = 0;
  for (std::uint64_t i = 0; i < give_back_after; ++i, ++herd.task.clock) {
    const std::size_t looked = give_back(herd.task);
    EXPECT_LE(looked, 1000 / give_back_after + 1);
    sum += looked;
  }
  EXPECT_EQ(sum, 1000U);
  ++herd.task.number;
  herd.task.clock += kept_unasked;
  give_all_back(herd.task);
  for (const BodyState* body : herd.task.bodies) EXPECT_EQ(body->structures.size(), 0U);
}

// What others still ask for is not kept for a body that wants none any more.
TEST(Upkeep, GivesBackWhatABodyNoLongerWants) {
  Herd herd(3);
  herd.update();
  herd.wanted = 2;
  herd.move(2);
  herd.update();
  for (std::uint64_t i = 0; i < kept_unasked; ++i) herd.update();
  ASSERT_NE(herd.task.bodies[2]->structures.find<Counted>(0), nullptr);
  for (std::uint64_t i = 0; i < give_back_after; ++i) {
    herd.update();
    give_back(herd.task);
  }
  EXPECT_EQ(herd.task.bodies[2]->structures.find<Counted>(0), nullptr);
  for (const std::uint32_t slot : {0U, 1U}) {
    EXPECT_NE(herd.task.bodies[slot]->structures.find<Counted>(0), nullptr) << "did not move";
  }
}

}  // namespace
}  // namespace tact
