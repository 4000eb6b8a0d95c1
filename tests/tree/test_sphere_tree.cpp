// Every sphere encloses its points on every frame, exactly, in every mode; the tree is balanced and
// holds every primitive once; a sphere is moved only if somebody asks for it.
#include "tact/tree/sphere_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <ostream>
#include <string>
#include <thread>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/deform/shape_body.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using Rational = boost::multiprecision::cpp_rational;

// Is p, with a ball around it, inside? Without any rounding: |p − c|² ≤ (r − ball)².
bool encloses_exactly(const Sphere& sphere, const Vec3& p, double ball) {
  const Rational room = Rational(sphere.radius) - Rational(ball);
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational way = Rational(p[k]) - Rational(sphere.centre[k]);
    sum += way * way;
  }
  return room >= 0 && sum <= room * room;
}

SphereTree tree_of(const ShapeBody& body) {
  SphereTreeShape shape;
  shape.rest = body.rest();
  shape.triangles = body.triangles();
  shape.radii = body.radii();
  shape.clusters = &body.clusters();
  return SphereTree(shape);
}

// What a node must enclose, looked up in the body, not in the tree's own lists of corners.
std::vector<std::uint32_t> contents(const SphereTree& tree, std::uint32_t node,
                                    const ShapeBody& body) {
  std::vector<std::uint32_t> all(tree.points(node).begin(), tree.points(node).end());
  for (const std::uint32_t t : tree.triangles(node)) {
    for (const std::uint32_t corner : body.triangles()[t]) all.push_back(corner);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

void expect_enclosure(SphereTree& tree, const ShapeBody& body, int frame) {
  Stats stats;
  for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
    const Sphere& sphere = tree.sphere(node, stats);
    for (const std::uint32_t i : contents(tree, node, body)) {
      // Most points are well inside: rationals are for those at the rim.
      const double away = length(body.positions()[i] - sphere.centre) + body.radii()[i];
      if (away < sphere.radius * (1 - 1e-9)) continue;
      ASSERT_TRUE(encloses_exactly(sphere, body.positions()[i], body.radii()[i]))
          << "node " << node << ", point " << i << ", frame " << frame;
    }
  }
  EXPECT_EQ(stats.nodes_updated, tree.node_count());
  EXPECT_NO_THROW(tree.validate(body.positions()));
}

ShapeDef filled_torus(double scale, const Vec3& at) {
  ShapeDef def = filled_shape(scenes::torus(20, 9), 0.21);
  testing::Random random(9);
  for (Vec3& p : def.points) {
    p = p * scale + at;
    def.radii.push_back(random.uniform(0, 0.05) * scale);
  }
  return def;
}

struct Manner {
  ShapeMode mode;
  std::uint32_t clusters;
  double stiffness;
};

class Enclosure : public ::testing::TestWithParam<Manner> {};
std::string text_of(const Manner& manner) {
  const char* const modes[] = {"rigid", "linear", "quadratic"};
  return std::string(modes[static_cast<std::size_t>(manner.mode)]) + "_clusters" +
         std::to_string(manner.clusters) + (manner.stiffness < 1 ? "_soft" : "_stiff");
}
std::string manner_name(const ::testing::TestParamInfo<Manner>& at) { return text_of(at.param); }
// NOLINTNEXTLINE(readability-identifier-naming): as gtest calls it
void PrintTo(const Manner& manner, std::ostream* out) { *out << text_of(manner); }
std::vector<Manner> manners() {
  std::vector<Manner> all;
  for (const ShapeMode mode : {ShapeMode::rigid, ShapeMode::linear, ShapeMode::quadratic}) {
    for (const std::uint32_t clusters : {1U, 6U}) {
      for (const double stiffness : {1.0, 0.25}) all.push_back({mode, clusters, stiffness});
    }
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Manners, Enclosure, ::testing::ValuesIn(manners()), manner_name);

TEST_P(Enclosure, HoldsOnEveryFrame) {
  const auto [mode, clusters, stiffness] = GetParam();
  ShapeOptions options;
  options.mode = mode;
  options.clusters = clusters;
  options.stiffness = stiffness;
  options.linear_share = 0.8;
  for (const double scale : {1.0, 1e-6}) {
    for (const double place : {0.0, 1e6}) {
      ShapeBody body(filled_torus(scale, Vec3{place, -place, place} * scale), options);
      SphereTree tree = tree_of(body);
      testing::Random random(21);
      for (int frame = 0; frame < 12; ++frame) {
        for (Vec3& v : body.velocities()) v = v * 0.5 + random.vector(-10, 10) * scale;
        body.step(0.02, Vec3{0, 0, -9.81} * scale);
        if (frame % 4 == 3) body.shift(random.below(180), random.vector(-0.1, 0.1) * scale);
        tree.update(body.maps());
        expect_enclosure(tree, body, frame);
      }
    }
  }
}

TEST(SphereTree, EnclosesAfterStartsThatAreNoShape) {
  for (const Manner& manner : manners()) {
    ShapeOptions options;
    options.mode = manner.mode;
    options.clusters = manner.clusters;
    options.stiffness = manner.stiffness;
    ShapeBody body(filled_torus(1, {}), options);
    SphereTree tree = tree_of(body);
    for (int start = 0; start < 3; ++start) {
      std::vector<Vec3> from;
      for (const Vec3& p : body.rest()) {
        from.push_back(start == 0 ? Vec3{-p.x, p.y, p.z} : start == 1 ? Vec3{p.x, 0, 0} : Vec3{});
      }
      body.place(from);
      for (int frame = 0; frame < 4; ++frame) {
        tree.update(body.maps());
        expect_enclosure(tree, body, frame);
        body.step(0.02, {});
      }
    }
  }
}

TEST(SphereTree, IsBalancedAndHoldsEverythingOnce) {
  for (const std::uint32_t clusters : {1U, 5U}) {
    ShapeOptions options;
    options.clusters = clusters;
    ShapeBody body(filled_torus(1, {}), options);
    const SphereTree tree = tree_of(body);
    EXPECT_EQ(tree.clusters(), clusters);
    EXPECT_EQ(tree.children(0).count, clusters == 1 ? 2U : clusters);
    std::vector<int> points(body.size(), 0);
    std::vector<int> triangles(body.triangles().size(), 0);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
      if (!tree.is_leaf(node)) continue;
      EXPECT_LE(tree.triangles(node).size(), 4U);
      for (const std::uint32_t i : tree.points(node)) ++points[i];
      for (const std::uint32_t t : tree.triangles(node)) ++triangles[t];
    }
    EXPECT_TRUE(std::all_of(points.begin(), points.end(), [](int n) { return n == 1; }));
    EXPECT_TRUE(std::all_of(triangles.begin(), triangles.end(), [](int n) { return n == 1; }));
    EXPECT_EQ(tree.points(0).size(), body.size());
    // Halving the primitives: as deep as its logarithm says, and no deeper.
    if (clusters == 1) {
      std::uint32_t items = 0;
      for (std::uint32_t i = 0; i < body.size(); ++i) {
        items += std::none_of(body.triangles().begin(), body.triangles().end(),
                              [&](auto& t) { return t[0] == i || t[1] == i || t[2] == i; });
      }
      items += static_cast<std::uint32_t>(body.triangles().size());
      EXPECT_EQ(tree.depth(), static_cast<std::uint32_t>(std::ceil(std::log2(items / 4.0))));
    }
  }
}

TEST(SphereTree, RestSpheresAreTheSmallest) {
  ShapeBody body(shape_of(scenes::geodesic_sphere(3)), {});
  SphereTree moved = tree_of(body);
  SphereTree fitted = tree_of(body);
  moved.update(body.maps());
  fitted.refit_exactly(body.positions());
  Stats stats;
  for (std::uint32_t node = 0; node < moved.node_count(); ++node) {
    const double best = fitted.sphere(node, stats).radius;
    EXPECT_NEAR(moved.sphere(node, stats).radius, best, 1e-9 * best + 1e-12);
  }
  EXPECT_NEAR(moved.sphere(0, stats).radius, 1, 1e-6);
}

TEST(SphereTree, MovesOnlyWhatIsAskedFor) {
  ShapeBody body(shape_of(scenes::geodesic_sphere(4)), {});
  SphereTree tree = tree_of(body);
  Stats stats;
  for (int frame = 0; frame < 3; ++frame) {
    body.step(0.02, {0, 0, -1});
    tree.update(body.maps());
    tree.sphere(0, stats);
    tree.sphere(1, stats);
    tree.sphere(1, stats);
  }
  EXPECT_EQ(stats.nodes_updated, 6U);
}

TEST(SphereTree, ManyThreadsMoveASphereOnce) {
  ShapeBody body(shape_of(scenes::geodesic_sphere(4)), {});
  SphereTree tree = tree_of(body);
  tree.update(body.maps());
  std::vector<Stats> stats(4);
  std::vector<std::thread> threads;
  for (Stats& own : stats) {
    threads.emplace_back([&] {
      for (std::uint32_t node = 0; node < tree.node_count(); ++node) tree.sphere(node, own);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 1; i < 4; ++i) stats[0] += stats[i];
  EXPECT_EQ(stats[0].nodes_updated, tree.node_count());
}

TEST(SphereTree, NormalsTurnWithTheBody) {
  ShapeBody body(shape_of(scenes::geodesic_sphere(3)), {});
  SphereTree tree = tree_of(body);
  const Transform pose = Transform::from_axis_angle({1, 1, 0}, 1.2, {3, 4, 5});
  std::vector<Vec3> moved;
  for (const Vec3& p : body.rest()) moved.push_back(pose.apply(p));
  body.place(moved);
  tree.update(body.maps());
  Stats stats;
  for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
    if (!tree.is_leaf(node)) continue;
    const Vec3 n = tree.normal(node);
    const Vec3 outward = tree.sphere(node, stats).centre - Vec3{3, 4, 5};
    EXPECT_NEAR(length(n), 1, 1e-12);
    EXPECT_GT(dot(n, outward), 0.98 * length(outward));
  }
}

TEST(SphereTree, RefusesWhatItCannotBound) {
  const Mesh mesh = testing::sheet(3, 0);
  Clusters halves;
  std::vector<std::uint32_t> some{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<std::uint32_t> others{8, 9, 10, 11, 12, 13, 14, 15};
  halves.add(some);
  halves.add(others);
  SphereTreeShape shape;
  shape.rest = mesh.positions;
  shape.triangles = mesh.view().triangles;
  shape.clusters = &halves;
  EXPECT_THROW(SphereTree tree(shape), Error);
  halves.close_over(shape.triangles);
  SphereTree tree(shape);
  const std::vector<ClusterMap> one(1);
  EXPECT_THROW(tree.update(one), Error);
  const std::vector<ClusterMap> two(2);
  tree.update(two);
  Stats stats;
  EXPECT_NEAR(tree.sphere(0, stats).radius, std::sqrt(2.0), 0.2);
}

TEST(SphereTree, TakesNoPointsAndOnePoint) {
  const SphereTree nothing{SphereTreeShape{}};
  EXPECT_TRUE(nothing.empty());
  const std::vector<Vec3> one{{1, 2, 3}};
  SphereTreeShape shape;
  shape.rest = one;
  shape.radii = RadiiView(0.5);
  SphereTree tree(shape);
  tree.update(std::vector<ClusterMap>(1));
  Stats stats;
  EXPECT_NEAR(tree.sphere(0, stats).radius, 0.5, 1e-12);
  EXPECT_TRUE(tree.is_leaf(0));
}

}  // namespace
}  // namespace tact
