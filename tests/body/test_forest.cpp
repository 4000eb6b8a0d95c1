// Which bodies share a tree: those whose boxes lie in many others'. It is a matter of speed, so
// that only the forest itself tells.
#include "tact/body/forest.h"

#include <gtest/gtest.h>

#include <deque>

namespace tact {
namespace {

// Deforming bodies, each two triangles that fill a box.
class Boxes {
 public:
  void add(const Vec3& lo, const Vec3& hi) {
    Mesh& mesh = meshes_.emplace_back();
    mesh.positions = {lo, {hi.x, lo.y, lo.z}, {lo.x, hi.y, hi.z}, hi};
    mesh.triangles = {{0, 1, 2}, {1, 2, 3}};
    BodyState& state = states_.emplace_back();
    state.id = {static_cast<std::uint32_t>(states_.size() - 1), 0, 1};
    state.kind = BodyKind::deforming;
    state.primitives = Primitives::triangles(mesh.view(), nullptr);
    for (const Vec3& p : mesh.positions) state.extent.add(p);
    state.shape_version = state.motion_version = states_.size();
    task.bodies.push_back(&state);
    task.primitives.push_back(&state.primitives);
    task.frame.version = 1000;
  }
  bool mixed(Forest& forest) {
    Scratch scratch;
    scratch.begin(1);
    forest.update(task, scratch);
    scratch.end();
    EXPECT_NO_THROW(forest.validate(task));
    return forest.mixed(task);
  }
  bool mixed() {
    Forest forest(TreeKind::dynamic, Volume::box);
    return mixed(forest);
  }
  Task task;

 private:
  std::deque<Mesh> meshes_;
  std::deque<BodyState> states_;
};

// Four boxes in one another, each with three others in all of it, or in this share of it.
Boxes four(const Vec3& size, std::size_t axis, double share) {
  Boxes boxes;
  for (int i = 0; i < 4; ++i) {
    Vec3 lo;
    if (i % 2 == 1) lo[axis] = (1 - share) * size[axis];
    boxes.add(lo, lo + size);
  }
  return boxes;
}

TEST(Forest, BodiesJoinWhereOthersCoverThemOneAndAHalfTimes) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Vec3 cube{1, 1, 1};
    EXPECT_TRUE(four(cube, axis, 1).mixed()) << "three times";
    EXPECT_TRUE(four(cube, axis, 0.27).mixed()) << "one, and two times 0.27";
    EXPECT_FALSE(four(cube, axis, 0.23).mixed()) << "one, and two times 0.23";
  }
}

// Boxes without thickness count as if they had some, whichever way they lie.
TEST(Forest, FlatBodiesJoinLikeOthers) {
  for (std::size_t flat = 0; flat < 3; ++flat) {
    Vec3 sheet{1, 1, 1};
    sheet[flat] = 0;
    const std::size_t axis = (flat + 1) % 3;
    EXPECT_TRUE(four(sheet, axis, 1).mixed()) << flat;
    EXPECT_TRUE(four(sheet, axis, 0.27).mixed()) << flat;
    EXPECT_FALSE(four(sheet, axis, 0.23).mixed()) << flat;
    Vec3 rod{0, 0, 0};
    rod[flat] = 1;
    EXPECT_TRUE(four(rod, flat, 0.27).mixed()) << flat;
    EXPECT_FALSE(four(rod, flat, 0.23).mixed()) << flat;
  }
  EXPECT_TRUE(four({0, 0, 0}, 0, 1).mixed()) << "points in one place";
  for (std::size_t thin = 0; thin < 3; ++thin) {
    Vec3 plate{1, 1, 1};
    plate[thin] = 1e-4;
    EXPECT_TRUE(four(plate, thin, 0.2).mixed()) << "a shift that is small for their size, " << thin;
  }
}

TEST(Forest, CountsTheBoxesThatItTests) {
  Boxes two;
  for (int i = 0; i < 2; ++i) two.add({0, 0, 0}, {1, 1, 1});
  Forest apart(TreeKind::dynamic, Volume::box);
  ASSERT_FALSE(two.mixed(apart));
  Arena small;
  ArenaVector<Forest::Pair> pair(small);
  Stats one;
  apart.list_pairs(two.task, {}, list_body_pairs(two.task, {}, small, one), 0, pair, small, one);
  EXPECT_EQ(pair.size(), 1U);
  EXPECT_GE(one.bounds_tests, 1U);
  EXPECT_LE(one.bounds_tests, 8U);
  Boxes boxes = four({1, 1, 1}, 0, 1);
  boxes.add({9, 9, 9}, {10, 10, 10});
  boxes.add({0.95, 0.95, 0.95}, {2, 2, 2});
  Forest forest(TreeKind::dynamic, Volume::box);
  ASSERT_TRUE(boxes.mixed(forest));
  Arena arena;
  ArenaVector<Forest::Pair> pairs(arena);
  Stats stats;
  const BodyPairs near = list_body_pairs(boxes.task, {}, arena, stats);
  stats = {};
  forest.list_pairs(boxes.task, {}, near, 0, pairs, arena, stats);
  EXPECT_EQ(pairs.size(), 2U) << "the tree of four, with itself and with the body that is near";
  EXPECT_EQ(stats.bounds_tests, 1U) << "whoever is near one of the four, against their tree";
}

TEST(Forest, TwoBodiesDoNotJoinAndOtherKindsNeither) {
  Boxes two;
  for (int i = 0; i < 2; ++i) two.add({0, 0, 0}, {1, 1, 1});
  EXPECT_FALSE(two.mixed());
  Boxes boxes = four({1, 1, 1}, 0, 1);
  Forest refit(TreeKind::refit, Volume::box);
  EXPECT_FALSE(boxes.mixed(refit));
}

}  // namespace
}  // namespace tact
