// One split of a pair of boxes: what it costs in operations, and its intervals against those of
// boxes that were small from the start.
#include "tact/traverse/box_clip.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include "tact/traverse/box_clip_simd.h"
#include "tests/support/shapes.h"
#include "tests/traverse/box_tree_fixture.h"

namespace tact {
namespace {

using ClipFixture = testing::BoxTreeFixture;
using testing::random_pose;

// Additions and multiplications of the loop.
struct Tally {
  static inline int additions = 0;
  static inline int multiplications = 0;
  static void add(int lanes) { additions += lanes; }
  static void multiply(int lanes) { multiplications += lanes; }
};
using Counting = HWY_NAMESPACE::BoxSplit<HWY_NAMESPACE::PlainLanes<Tally>>;
using HWY_NAMESPACE::PlaneSide;
using Wide = HWY_NAMESPACE::BoxSplit<HWY_NAMESPACE::ClipLanes>;

bool same(const BoxPairState& x, const BoxPairState& y) {
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        if (x.of[side].enter[j][lane] != y.of[side].enter[j][lane]) return false;
        if (x.of[side].leave[j][lane] != y.of[side].leave[j][lane]) return false;
      }
    }
  }
  return true;
}

int intervals_kept(const BoxPairState& from, const BoxPairState& half) {
  int kept = 0;
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        const bool enter = from.of[side].enter[j][lane] == half.of[side].enter[j][lane];
        const bool leave = from.of[side].leave[j][lane] == half.of[side].leave[j][lane];
        kept += enter || leave ? 1 : 0;
      }
    }
  }
  return kept;
}

TEST(BoxClip, ASplitCostsNoMoreThanThePaperSays) {
  testing::Random random(15);
  ClipFixture fixture(testing::box({0, 0, 0}, 1), testing::box({0, 0, 0}, 1));
  int splits = 0;
  int one_sided = 0;
  for (int i = 0; i < 1000; ++i) {
    fixture.pose(random_pose(random, 1), random_pose(random, 1));
    if (apart(fixture.pair.roots)) continue;
    const int s = static_cast<int>(random.below(2));
    const int axis = static_cast<int>(random.below(3));
    const auto cut = static_cast<float>(random.uniform(-0.4, 0.4));
    Tally::additions = Tally::multiplications = 0;
    Counting counted(fixture.pair.cut[s], fixture.pair.roots, s, axis, cut);
    Wide wide(fixture.pair.cut[s], fixture.pair.roots, s, axis, cut);
    const PlaneSide side = counted.side();
    EXPECT_EQ(wide.side(), side);
    if (side != PlaneSide::both) {
      EXPECT_LE(Tally::multiplications, 6);
      EXPECT_LE(Tally::additions, 25);
      ++one_sided;
      continue;
    }
    counted.clip();
    wide.clip();
    BoxPairState left{};
    BoxPairState right{};
    const bool has_left = counted.left(left);
    const bool has_right = counted.right(right);
    EXPECT_LE(Tally::multiplications, 72);
    EXPECT_LE(Tally::additions, 72);
    EXPECT_EQ(Tally::multiplications, 69);
    EXPECT_EQ(Tally::additions, 71);
    // The same numbers four at a time, and at least 20 of 24 intervals with an end that was there.
    BoxPairState again{};
    EXPECT_EQ(wide.left(again), has_left);
    if (has_left) {
      EXPECT_TRUE(same(left, again));
      EXPECT_GE(intervals_kept(fixture.pair.roots, left), 20);
    }
    EXPECT_EQ(wide.right(again), has_right);
    if (has_right) {
      EXPECT_TRUE(same(right, again));
      EXPECT_GE(intervals_kept(fixture.pair.roots, right), 20);
    }
    ++splits;
  }
  EXPECT_GT(splits, 100);
  EXPECT_GT(one_sided, 0);
}

// Intervals after a number of splits against those of the small boxes from the start.
TEST(BoxClip, SplitsKeepTheIntervalsOfTheBoxes) {
  testing::Random random(16);
  ClipFixture fixture(testing::box({0, 0, 0}, 1), testing::box({0, 0, 0}, 0.7));
  for (int i = 0; i < 300; ++i) {
    fixture.pose(random_pose(random, 0.5), random_pose(random, 0.5));
    BoxPairState state = fixture.pair.roots;
    Aabb box[2] = {fixture.pair.tree[0].root, fixture.pair.tree[1].root};
    bool gone = apart(state);
    for (int k = 0; k < 8 && !gone; ++k) {
      const int s = static_cast<int>(random.below(2));
      const int axis = static_cast<int>(random.below(3));
      const auto cut =
          static_cast<float>(random.uniform(double{box[s].lo[axis]}, double{box[s].hi[axis]}));
      Wide split(fixture.pair.cut[s], state, s, axis, cut);
      BoxPairState half{};
      const bool left = random.chance(2);
      (left ? box[s].hi : box[s].lo)[axis] = cut;
      const PlaneSide side = split.side();
      if (side != PlaneSide::both) {
        gone = left != (side == PlaneSide::left);
        if (!gone) left ? split.shrink_left(state) : split.shrink_right(state);
        continue;
      }
      split.clip();
      gone = !(left ? split.left(half) : split.right(half));
      if (!gone) state = half;
    }
    BoxTreeNodes of_a = fixture.pair.tree[0];
    BoxTreeNodes of_b = fixture.pair.tree[1];
    of_a.root = box[0];
    of_b.root = box[1];
    const BoxTreePair fresh =
        box_tree_pair(of_a, of_b, fixture.a.at(fixture.pose_a), fixture.b.at(fixture.pose_b), 0, 0);
    EXPECT_EQ(apart(fresh.roots), gone);
    if (gone) continue;
    for (int side = 0; side < 2; ++side) {
      for (int j = 0; j < 3; ++j) {
        for (int lane = 0; lane < 4; ++lane) {
          const BoxEdges& x = state.of[side];
          const BoxEdges& y = fresh.roots.of[side];
          // Of new edges that the other box does not reach nothing is computed.
          const bool empty = y.enter[j][lane] > y.leave[j][lane];
          if (empty) {
            EXPECT_GT(x.enter[j][lane], x.leave[j][lane] - 1e-3F);
            continue;
          }
          EXPECT_NEAR(x.enter[j][lane], y.enter[j][lane], 1e-3);
          EXPECT_NEAR(x.leave[j][lane], y.leave[j][lane], 1e-3);
        }
      }
    }
  }
}

TEST(BoxClip, ARodThroughACubeIsNotApart) {
  // None of the cube's edges meets the rod: the paper's "all intervals of one polyhedron" is not
  // enough.
  Mesh rod = testing::box({0, 0, 0}, 0.5);
  for (Vec3& p : rod.positions) p = {p.x * 6, p.y * 0.2, p.z * 0.2};
  ClipFixture fixture(testing::box({0, 0, 0}, 0.5), rod);
  fixture.pose(Transform(), Transform());
  EXPECT_FALSE(apart(fixture.pair.roots));
  int of_cube = 0;
  for (int j = 0; j < 3; ++j) {
    for (int lane = 0; lane < 4; ++lane) {
      const BoxEdges& cube = fixture.pair.roots.of[0];
      of_cube += cube.enter[j][lane] > cube.leave[j][lane] ? 0 : 1;
    }
  }
  EXPECT_EQ(of_cube, 0);
  EXPECT_EQ(fixture.missed(fixture.candidates()), 0U);
}

}  // namespace
}  // namespace tact
