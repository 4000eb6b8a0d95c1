// The construction of BoxTrees: planes of least penalty, every part of every item in a leaf, and
// the stops of Zachmann 1995.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/tetraflake.h"
#include "scenes/bodies/torus.h"
#include "tact/tree/box_tree_build.h"
#include "tact/tree/box_tree_clip.h"
#include "tact/tree/box_tree_cut.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

BoxHierarchy checked(const Mesh& mesh, const BoxTreeOptions& options = {}) {
  const Primitives triangles = Primitives::triangles(mesh.view(), nullptr);
  BoxHierarchy tree(triangles, options);
  EXPECT_NO_THROW(tree.validate(triangles));
  return tree;
}

std::vector<BoxTreeOptions> variants() {
  std::vector<BoxTreeOptions> list(9);
  list[1].gamma = 1;
  list[1].penalty = BoxPenalty::balance;
  list[2].penalty = BoxPenalty::balance;
  list[3].empty_share = 1;
  list[4].true_tests = true;
  list[5].depth = 20;
  list[6].depth = 20;
  list[6].true_tests = true;
  list[6].lambda = 0.95;
  list[7].thickness = 0x1p-6;
  list[8].wide_blocks = 3;
  return list;
}

TEST(BoxTree, HasTheDepthsOfThePaper) {
  EXPECT_EQ(box_tree_depth(100), 4);
  EXPECT_EQ(box_tree_depth(300), 5);
  EXPECT_EQ(box_tree_depth(700), 6);
  EXPECT_EQ(box_tree_depth(1300), 7);
  EXPECT_EQ(box_tree_depth(2000), 8);
  EXPECT_EQ(box_tree_depth(3000), 9);
  EXPECT_EQ(box_tree_depth(0), 0);
  EXPECT_EQ(box_tree_depth(1), 0);
  EXPECT_EQ(box_tree_depth(8000), 9);
  EXPECT_EQ(box_tree_depth(100000), 12);
  EXPECT_EQ(box_tree_depth(1000000), 15);
}

TEST(BoxTree, HoldsEveryPartOfEveryTriangle) {
  testing::Random random(5);
  for (const BoxTreeOptions& options : variants()) {
    checked(scenes::torus(20, 10), options);
    checked(scenes::tetraflake(3), options);
    for (const std::uint32_t count : {1U, 2U, 9U, 150U}) {
      checked(testing::soup(count, 0.3, random), options);
      checked(testing::grid_soup(count, random), options);
    }
  }
}

TEST(BoxTree, HoldsThemFarFromTheOriginAndAtAnySize) {
  testing::Random random(6);
  const Mesh mesh = testing::soup(200, 0.3, random);
  checked(testing::shifted(mesh, {1e6, -1e6, 3e6}));
  for (const double size : {1e-200, 1e-30, 1e30, 1e200}) {
    Mesh scaled = mesh;
    for (Vec3& p : scaled.positions) p = p * size;
    checked(scaled);
  }
}

TEST(BoxTree, CopesWithTrianglesThatAreNone) {
  EXPECT_TRUE(checked(Mesh{}).empty());
  Mesh points;  // a thousand triangles in one point
  points.positions = {{0.5, 0.25, 0.125}};
  points.triangles.assign(1000, {0, 0, 0});
  for (const BoxTreeOptions& options : variants()) checked(points, options);
  Mesh flat = testing::sheet(20, 0.5);
  for (const BoxTreeOptions& options : variants()) checked(flat, options);
}

TEST(BoxTree, OfEdges) {
  testing::Random random(7);
  std::vector<Vec3> segments;
  for (int i = 0; i < 400; ++i) {
    segments.push_back(random.vector(-1, 1));
    segments.push_back(segments.back() + random.vector(-0.2, 0.2));
  }
  for (const BoxTreeOptions& options : variants()) {
    const BoxHierarchy tree(segments, options);
    EXPECT_NO_THROW(tree.validate(std::span<const Vec3>(segments)));
    EXPECT_GT(tree.shape().leaves, 4U);
  }
}

TEST(BoxTree, StopsWhereItShould) {
  const Mesh ring = scenes::torus(50, 20);
  BoxTreeOptions options;
  options.empty_share = 1;
  options.penalty = BoxPenalty::balance;
  for (const int depth : {0, 1, 3, 5}) {
    options.depth = depth;
    const BoxTreeShape shape = checked(ring, options).shape();
    EXPECT_EQ(shape.depth, static_cast<std::size_t>(depth));
    EXPECT_EQ(shape.leaves, std::size_t{1} << static_cast<unsigned>(depth));
    EXPECT_EQ(shape.empty_volume, 0);
  }
  options.depth = 30;
  options.minimum = 100;
  const BoxHierarchy tree = checked(ring, options);
  for (const BoxNode& node : tree.nodes().nodes) EXPECT_EQ(node.is_leaf(), node.count <= 100);
  // Triangles that all reach across the middle: no cut keeps the share below lambda.
  Mesh fan;
  for (std::uint32_t i = 0; i < 64; ++i) {
    const double x = 0.01 * i;
    fan.positions.insert(fan.positions.end(), {{-1, -1, x}, {1, 1, x + 1}, {1, -1, -x - 1}});
    fan.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  EXPECT_EQ(checked(fan).shape().leaves, 1U);
}

TEST(BoxTree, CutsOffWhatIsEmpty) {
  for (const Mesh& mesh : {scenes::torus(40, 10), scenes::geodesic_sphere(3)}) {
    BoxTreeOptions options;
    options.empty_share = 0.05;
    const BoxTreeShape with = checked(mesh, options).shape();
    EXPECT_GT(with.empty_volume, 0.15);
    EXPECT_LT(with.empty_volume, 0.9);
    EXPECT_GE(with.pointers, 1);
    EXPECT_LT(with.pointers, 2.5);
  }
}

// Two small cubes at opposite corners: the one cut that is allowed leaves boxes that are almost
// empty, and what is empty of them is cut off without regard to the depth.
TEST(BoxTree, CutsOffWhatIsEmptyBelowTheLastCut) {
  Mesh diagonal = testing::box({0, 0, 0}, 0.1);
  const auto corners = static_cast<std::uint32_t>(diagonal.positions.size());
  const Mesh other = testing::box({1, 1, 1}, 0.1);
  diagonal.positions.insert(diagonal.positions.end(), other.positions.begin(),
                            other.positions.end());
  for (const auto& t : other.triangles) {
    diagonal.triangles.push_back({t[0] + corners, t[1] + corners, t[2] + corners});
  }
  BoxTreeOptions options;
  options.depth = 1;
  const BoxTreeShape shape = checked(diagonal, options).shape();
  EXPECT_EQ(shape.leaves, 2U);
  EXPECT_GE(shape.depth, 3U);  // the cut, and two sides of each half at least
  EXPECT_NEAR(shape.empty_volume, 1 - 2 * 0.008 / 1.728, 1e-3);
  options.empty_share = 1;
  const BoxTreeShape full = checked(diagonal, options).shape();
  EXPECT_EQ(full.leaves, 2U);
  EXPECT_EQ(full.depth, 1U);
  EXPECT_EQ(full.empty_volume, 0);
  // Without a cut there is nothing to cut off: the box of a body is tight.
  options.empty_share = 0.1;
  options.depth = 0;
  const BoxTreeShape none = checked(diagonal, options).shape();
  EXPECT_EQ(none.leaves, 1U);
  EXPECT_EQ(none.depth, 0U);
  EXPECT_EQ(none.empty_volume, 0);
}

std::vector<BoxTreeItem> random_items(std::uint32_t count, testing::Random& random) {
  std::vector<BoxTreeItem> items(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    items[i].set_id(i);
    for (int k = 0; k < 3; ++k) {
      const double middle = random.uniform(-0.9, 0.9);
      const double half = random.uniform(0, 0.1);
      items[i].lo[k] = static_cast<float>(middle - half);
      items[i].hi[k] = static_cast<float>(middle + half);
    }
  }
  return items;
}

// The least penalty of all planes on an axis, by trying those that matter.
double least_penalty(const std::vector<BoxTreeItem>& items, std::size_t axis, double gamma,
                     double* balance = nullptr) {
  double least = 1e300;
  double even = 1e300;
  for (const BoxTreeItem& end : items) {
    for (const float at : {end.lo[axis], end.hi[axis]}) {
      int left = 0;
      int right = 0;
      for (const BoxTreeItem& item : items) {
        left += item.hi[axis] <= at ? 1 : 0;
        right += item.lo[axis] >= at ? 1 : 0;
      }
      const int crossing = static_cast<int>(items.size()) - left - right;
      least = std::min(least, std::abs(left - right) + gamma * crossing);
      even = std::min(even, double(std::abs(left - right)));
    }
  }
  if (balance != nullptr) *balance = even;
  return least;
}

TEST(BoxTreeCut, BisectionBalances) {
  testing::Random random(8);
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  for (const std::uint32_t count : {10U, 40U, 150U, 1000U}) {
    const std::vector<BoxTreeItem> items = random_items(count, random);
    BoxTreeOptions options;
    options.penalty = BoxPenalty::balance;
    BoxCutter cutter(options, 0);
    const BoxCut cut = cutter.find(items, box);
    ASSERT_LT(cut.axis, 3U);
    double even = 0;
    least_penalty(items, cut.axis, 0, &even);
    const double difference = std::fabs(double(cut.left) - double(cut.right));
    EXPECT_LE(difference, even + std::max(1.0, 0.05 * count));
    EXPECT_EQ(cut.left + cut.right + cut.crossing, count);
  }
}

TEST(BoxTreeCut, TheSweepFindsTheLeastPenalty) {
  testing::Random random(9);
  const Aabb box{{-1, -1, -1}, {1, 1, 1}};
  for (const double gamma : {0.1, 1.0, 5.0}) {
    for (const std::uint32_t count : {10U, 40U, 150U}) {
      const std::vector<BoxTreeItem> items = random_items(count, random);
      BoxTreeOptions options;
      options.penalty = BoxPenalty::balance;
      options.gamma = gamma;
      options.lambda = 1;
      const BoxCut cut = BoxCutter(options, 0).find(items, box);
      ASSERT_LT(cut.axis, 3U);
      const double penalty =
          std::fabs(double(cut.left) - double(cut.right)) + gamma * double(cut.crossing);
      double least = 1e300;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        least = std::min(least, least_penalty(items, axis, gamma));
      }
      EXPECT_NEAR(penalty, least, 1e-9);
    }
  }
}

TEST(BoxTreeCut, PlanesAreThick) {
  // Two rows of boxes that end a hair beyond the middle: they touch the plane, and do not cross it.
  std::vector<BoxTreeItem> items;
  for (std::uint32_t i = 0; i < 20; ++i) {
    const float y = 0.01F * static_cast<float>(i);
    const float hair = 1e-6F;
    items.push_back({{-1, y, 0, 0}, {hair, y, 0.001F, 0}});
    items.push_back({{-hair, y, 0, 0}, {1, y, 0.001F, 0}});
  }
  const Aabb box{{-1, 0, 0}, {1, 0, 0.001F}};
  const BoxCut thick = BoxCutter({}, 1e-5F).find(items, box);
  EXPECT_EQ(thick.axis, 0U);
  EXPECT_EQ(thick.crossing, 0U);
  EXPECT_EQ(BoxCutter({}, 0).find(items, box).axis, BoxNode::no_axis);
}

TEST(BoxTreeClip, KeepsThePartThatIsWithin) {
  const std::array<Vec3, 3> t{Vec3{-1, -1, 0}, Vec3{1, -1, 0}, Vec3{1, 1, 0}};
  const Aabb right = clipped_box(t, {{0, -1, -1}, {1, 0, 1}}, 1e-9);
  EXPECT_NEAR(right.lo[0], 0, 1e-6);
  EXPECT_NEAR(right.hi[1], 0, 1e-6);
  // The triangle's box is met by this one, the triangle itself is not.
  EXPECT_TRUE(clipped_box(t, {{-1, 0.5F, -1}, {0, 1, 1}}, 1e-9).empty());
  const Aabb corner = clipped_box(t, {{-3, -3, -3}, {-1, -1, 3}}, 1e-9);
  EXPECT_FALSE(corner.empty());
}

}  // namespace
}  // namespace tact
