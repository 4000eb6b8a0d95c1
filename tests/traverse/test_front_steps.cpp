// How RigidFront goes about a query, given how far the bodies have moved and what it has learnt.
#include <gtest/gtest.h>

#include <limits>

#include "tact/traverse/rigid_front.h"

namespace tact {
namespace {

// Two bodies of size one, one of which is shifted along x.
class FrontSteps : public ::testing::Test {
 protected:
  static RelativePose shifted(double x) {
    RelativePose pose;
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) pose.rotation[k][j] = k == j ? 1 : 0;
    }
    pose.shift = {x, 0, 0};
    pose.ratio = 1;
    pose.slack = 0;
    return pose;
  }
  FrontStep move(double by) {
    at_ += by;
    return front.advance(shifted(at_), shifted(-at_), 1, 1, 2, false, policy);
  }
  // As the walk leaves it.
  void begin_front() {
    front.valid = true;
    front.moved = front.begun_at = 0;
  }

  RigidFront front;
  FrontPolicy policy;

 private:
  double at_ = 0;
};

TEST_F(FrontSteps, BeginsGoesOnAndIsPruned) {
  EXPECT_EQ(move(0), FrontStep::begin);
  begin_front();
  EXPECT_EQ(move(0.007), FrontStep::go_on);
  EXPECT_EQ(move(0.009), FrontStep::plain) << "further than 0.004 of the edge, 2";
  EXPECT_FALSE(front.valid);
  EXPECT_EQ(move(0.007), FrontStep::begin);
  begin_front();
  int steps = 1;
  while (move(0.007) == FrontStep::go_on) ++steps;
  EXPECT_EQ(steps, 49) << "0.17 of the edge, in steps of 0.007";
}

// Margins are sums of motion. When the sum is begun anew they are, too: what was due in five units
// is due in five units.
TEST_F(FrontSteps, MarginsStayTheSameWhenTheSumOfMotionBeginsAnew) {
  constexpr float never = std::numeric_limits<float>::infinity();
  policy.coherence = policy.prune = never;
  EXPECT_EQ(move(0), FrontStep::begin);
  begin_front();
  front.sides[0].expiry = {70, 64.25F, 1000};
  front.sides[1].expiry = {66, -never};
  EXPECT_EQ(move(60), FrontStep::go_on);
  EXPECT_DOUBLE_EQ(front.moved, 60 * (1 + 0x1p-40));
  EXPECT_EQ(front.sides[0].expiry[0], 70) << "not yet";
  EXPECT_EQ(move(-5), FrontStep::go_on);
  EXPECT_EQ(front.moved, 0);
  EXPECT_NEAR(front.begun_at, -65, 1e-9);
  const float due[2][3] = {{5, -0.75F, 935}, {1, -never, 0}};
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < front.sides[side].expiry.size(); ++i) {
      const float left = front.sides[side].expiry[i];
      EXPECT_LE(left, due[side][i]) << "rounded down";
      if (std::isfinite(left)) {
        EXPECT_NEAR(left, due[side][i], 0.001);
      }
    }
  }
}

TEST_F(FrontSteps, TheSumOfMotionBeginsAnewBeyond64AndNotAt64) {
  move(0);
  begin_front();
  policy.prune = std::numeric_limits<float>::infinity();
  front.moved = 64;
  EXPECT_EQ(move(0), FrontStep::go_on);
  EXPECT_EQ(front.moved, 64);
  front.moved = 64.001;
  EXPECT_EQ(move(0), FrontStep::go_on);
  EXPECT_EQ(front.moved, 0);
}

// Exactly as far as it says is not too far.
TEST_F(FrontSteps, TrailAndFrontAreFollowedUpToTheirLimits) {
  move(0);
  begin_front();
  policy.trail = policy.coherence = 0;
  front.touched = true;
  EXPECT_EQ(move(0), FrontStep::go_on);
  EXPECT_TRUE(front.touched);
  move(1e-6);
  EXPECT_FALSE(front.touched);
}

TEST_F(FrontSteps, PausesWhileBodiesMoveAsFastAsWhenItWasGivenUp) {
  move(0);
  begin_front();
  EXPECT_EQ(move(0.006), FrontStep::go_on);
  front.give_up();
  for (int query = 0; query < 4; ++query) EXPECT_EQ(move(0.005), FrontStep::plain) << query;
  EXPECT_EQ(move(0.005), FrontStep::begin) << "long enough";
  begin_front();
  front.give_up();
  for (int query = 0; query < 8; ++query) EXPECT_EQ(move(0.005), FrontStep::plain) << query;
  EXPECT_EQ(move(0.005), FrontStep::begin) << "twice as long";
}

TEST_F(FrontSteps, DoesNotPauseWhenBodiesHaveSlowedDown) {
  move(0);
  begin_front();
  EXPECT_EQ(move(0.006), FrontStep::go_on);
  front.give_up();
  EXPECT_EQ(move(0.004), FrontStep::plain);
  EXPECT_EQ(move(0.002), FrontStep::begin) << "less than half as fast";
  EXPECT_EQ(front.pause, 0U);
}

TEST_F(FrontSteps, AToleranceThatIsALittleLessIsServedByTheSameFront) {
  EXPECT_EQ(front.admit(0.5), 0.5);
  move(0);
  begin_front();
  EXPECT_EQ(front.admit(0.5), 0.5);
  EXPECT_EQ(front.admit(0.4999), 0.5);
  EXPECT_TRUE(front.valid);
  EXPECT_EQ(move(0.001), FrontStep::go_on);
  EXPECT_EQ(front.admit(0.5001), 0.5001) << "what was apart by 0.5 need not be apart by more";
  EXPECT_FALSE(front.valid);
}

TEST_F(FrontSteps, AnotherToleranceIsAnotherFrontButNotAnotherMotion) {
  for (const double tolerance : {0.0, 0.1, 0.4}) {
    front = {};
    move(0);
    begin_front();
    front.tolerance = 0.5;
    EXPECT_EQ(front.admit(tolerance), tolerance);
    EXPECT_FALSE(front.valid);
    EXPECT_EQ(move(0.009), FrontStep::plain) << "too far, and that is known";
  }
}

// Asked by turns with two tolerances, of bodies that rest or move: ever fewer fronts are begun.
TEST_F(FrontSteps, TolerancesByTurnsDoNotBeginAFrontInEveryQuery) {
  for (const double motion : {0.0, 0.003}) {
    front = {};
    int begun = 0;
    for (int query = 0; query < 200; ++query) {
      front.admit(query % 2 == 0 ? 0.1 : 0.2);
      if (move(motion) != FrontStep::begin) continue;
      begin_front();
      ++begun;
    }
    EXPECT_LE(begun, 7) << motion;
  }
}

// What is known of a direction's turning holds as long as nothing turns.
TEST_F(FrontSteps, AShiftIsNoTurn) {
  move(0);
  EXPECT_EQ(front.turns, 1U);
  for (int step = 0; step < 3; ++step) move(0.003);
  EXPECT_EQ(front.turns, 1U);
}

TEST(FrontPolicy, AFrontTakesNoMoreThanTwoMegabytes) {
  const std::size_t bytes = sizeof(FrontLane) + sizeof(FrontPlace) + sizeof(float);
  EXPECT_LE(bytes * FrontPolicy{}.most_pairs, std::size_t{2} << 20U);
  EXPECT_GE(bytes * FrontPolicy{}.most_pairs, std::size_t{1} << 20U);
}

}  // namespace
}  // namespace tact
