// Pairs of spheres: leaves cover what touches, coarse levels cover it as well, and what a level or
// a budget left open can be gone on with.
#include "tact/traverse/sphere_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/deform/shape_body.h"
#include "tact/geometry/triangle.h"
#include "tests/support/manners.h"
#include "tests/support/random.h"

namespace tact {
namespace {

struct SphereActor {
  ShapeBody body;
  SphereTree tree;

  SphereActor(ShapeDef def, const ShapeOptions& options)
      : body(std::move(def), options), tree(shape()) {
    tree.update(body.maps());
  }
  SphereTreeShape shape() const {
    return {body.rest(), body.triangles(), body.radii(), &body.clusters(), 4};
  }
  void put(const Transform& pose) {
    std::vector<Vec3> at;
    for (const Vec3& p : body.rest()) at.push_back(pose.apply(p));
    body.place(at);
    tree.update(body.maps());
  }
  void step(testing::Random& random) {
    for (Vec3& v : body.velocities()) v = v * 0.5 + random.vector(-1, 1);
    body.step(0.02, {});
    tree.update(body.maps());
  }
  Triangle triangle(std::uint32_t i) const {
    const auto& t = body.triangles()[i];
    return {body.positions()[t[0]], body.positions()[t[1]], body.positions()[t[2]]};
  }
};

std::set<Pair> touching_triangles(const SphereActor& a, const SphereActor& b) {
  std::set<Pair> found;
  for (std::uint32_t i = 0; i < a.body.triangles().size(); ++i) {
    for (std::uint32_t k = 0; k < b.body.triangles().size(); ++k) {
      if (intersects(a.triangle(i), b.triangle(k))) found.insert({i, k});
    }
  }
  return found;
}

std::set<Pair> touching_points(const ShapeBody& a, const ShapeBody& b) {
  std::set<Pair> found;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t k = 0; k < b.size(); ++k) {
      const double reach = a.radii()[i] + b.radii()[k];
      if (length_sq(a.positions()[i] - b.positions()[k]) <= reach * reach) found.insert({i, k});
    }
  }
  return found;
}

// Every one of `touching` lies below one of the pairs.
template <class Contents>
void expect_covered(const std::set<Pair>& touching, const SpherePairs& pairs, const SphereTree& a,
                    const SphereTree& b, Contents&& contents) {
  std::set<Pair> covered;
  const auto cover = [&](const SpherePair& pair) {
    for (const std::uint32_t i : contents(a, pair.a)) {
      for (const std::uint32_t k : contents(b, pair.b)) {
        if (touching.count({i, k}) == 0) continue;
        EXPECT_TRUE(covered.insert({i, k}).second) << "twice";
      }
    }
  };
  for (const SpherePair& pair : pairs.leaves) cover(pair);
  for (const SpherePair& pair : pairs.open) cover(pair);
  EXPECT_EQ(covered.size(), touching.size());
}

const auto triangles_of = [](const SphereTree& tree, std::uint32_t node) {
  return tree.triangles(node);
};
const auto points_of = [](const SphereTree& tree, std::uint32_t node) { return tree.points(node); };

TEST(SpherePairs, EveryLevelCoversWhatTouches) {
  std::size_t contacts = 0;
  for (const ShapeOptions& options : testing::manners(4)) {
    SphereActor a(shape_of(scenes::torus(16, 8)), options);
    SphereActor b(shape_of(scenes::geodesic_sphere(2)), options);
    b.put(Transform::from_translation({1.2, 0.1, 0.3}));
    testing::Random random(31);
    for (int frame = 0; frame < 4; ++frame) {
      const std::set<Pair> touching = touching_triangles(a, b);
      contacts += touching.size();
      for (const std::uint32_t level : {0U, 1U, 2U, 3U, 4U, 5U, no_level}) {
        SpherePairs pairs;
        Stats stats;
        SpherePairOptions how;
        how.level = level;
        find_sphere_pairs(a.tree, b.tree, how, pairs, stats);
        EXPECT_FALSE(pairs.cut);
        EXPECT_TRUE(level != no_level || pairs.open.empty());
        for (const SpherePair& pair : pairs.open) {
          EXPECT_LE(a.tree.level(pair.a), level);
          EXPECT_LE(b.tree.level(pair.b), level);
        }
        expect_covered(touching, pairs, a.tree, b.tree, triangles_of);
      }
      a.step(random);
      b.step(random);
    }
  }
  EXPECT_GT(contacts, 500U);
}

TEST(SpherePairs, CoverTouchingPoints) {
  std::size_t contacts = 0;
  for (const ShapeOptions& options : testing::manners(4)) {
    testing::Random random(32);
    std::vector<Vec3> cloud;
    for (int i = 0; i < 400; ++i) cloud.push_back(random.direction() * random.uniform(0.2, 1));
    SphereActor a(shape_of(cloud, 0.05), options);
    SphereActor b(shape_of(cloud, 0.02), options);
    b.put(Transform::from_axis_angle({1, 0, 1}, 1, {0.9, 0.2, 0}));
    for (int frame = 0; frame < 3; ++frame) {
      const std::set<Pair> touching = touching_points(a.body, b.body);
      contacts += touching.size();
      for (const std::uint32_t level : {2U, 4U, no_level}) {
        SpherePairs pairs;
        Stats stats;
        SpherePairOptions how;
        how.level = level;
        find_sphere_pairs(a.tree, b.tree, how, pairs, stats);
        expect_covered(touching, pairs, a.tree, b.tree, points_of);
      }
      a.step(random);
    }
  }
  EXPECT_GT(contacts, 100U);
}

TEST(SpherePairs, WithinATreeEveryPairOfLeavesIsMetOnce) {
  ShapeOptions options;
  options.clusters = 3;
  testing::Random random(33);
  std::vector<Vec3> cloud;
  for (int i = 0; i < 300; ++i) cloud.push_back(random.vector(-1, 1));
  SphereActor a(shape_of(cloud, 0.1), options);
  std::set<Pair> touching;
  for (const Pair& pair : touching_points(a.body, a.body)) {
    if (pair.a < pair.b) touching.insert(pair);
  }
  ASSERT_GT(touching.size(), 50U);
  SpherePairs pairs;
  Stats stats;
  find_sphere_pairs(a.tree, a.tree, {}, pairs, stats);
  std::set<Pair> covered;
  for (const SpherePair& pair : pairs.leaves) {
    for (const std::uint32_t i : a.tree.points(pair.a)) {
      for (const std::uint32_t k : a.tree.points(pair.b)) {
        if (pair.a == pair.b && i >= k) continue;
        const Pair found{std::min(i, k), std::max(i, k)};
        if (touching.count(found) == 0) continue;
        EXPECT_TRUE(covered.insert(found).second) << "twice";
      }
    }
  }
  EXPECT_EQ(covered, touching);
}

// Not the same pairs of leaves, since spheres protrude from their parents and which of two is
// opened first depends on the level; but the same of what touches.
TEST(SpherePairs, CoarseToFineCoversWhatTouches) {
  SphereActor a(shape_of(scenes::torus(32, 16)), {});
  SphereActor b(shape_of(scenes::geodesic_sphere(3)), {});
  b.put(Transform::from_translation({1.2, 0.1, 0.3}));
  SpherePairs at_once;
  Stats stats;
  find_sphere_pairs(a.tree, b.tree, {}, at_once, stats);
  std::sort(at_once.leaves.begin(), at_once.leaves.end());
  ASSERT_GT(at_once.leaves.size(), 50U);

  SpherePairs stepwise;
  SpherePairOptions how;
  how.level = 0;
  find_sphere_pairs(a.tree, b.tree, how, stepwise, stats);
  EXPECT_EQ(stepwise.size(), 1U);
  std::size_t last = 1;
  for (how.level = 1; how.level <= 12; ++how.level) {
    refine_sphere_pairs(a.tree, b.tree, how, stepwise, stats);
    EXPECT_GE(stepwise.size() * 16, last);
    last = stepwise.size();
  }
  EXPECT_TRUE(stepwise.open.empty());
  expect_covered(touching_triangles(a, b), stepwise, a.tree, b.tree, triangles_of);
  EXPECT_NEAR(static_cast<double>(stepwise.size()) / static_cast<double>(at_once.size()), 1, 0.1);

  // No time at all: everything is still covered, by the roots, and can be gone on with.
  SpherePairs cut;
  SpherePairOptions none;
  none.budget = Budget::until(0);
  find_sphere_pairs(a.tree, b.tree, none, cut, stats);
  EXPECT_TRUE(cut.cut);
  EXPECT_EQ(cut.open.size(), 1U);
  refine_sphere_pairs(a.tree, b.tree, {}, cut, stats);
  EXPECT_FALSE(cut.cut);
  std::sort(cut.leaves.begin(), cut.leaves.end());
  EXPECT_EQ(cut.leaves, at_once.leaves);
}

TEST(SpherePairs, AToleranceReachesFurther) {
  SphereActor a(shape_of({{0, 0, 0}}, 0.5), {});
  SphereActor b(shape_of({{2, 0, 0}}, 0.5), {});
  SpherePairs pairs;
  Stats stats;
  SpherePairOptions how;
  find_sphere_pairs(a.tree, b.tree, how, pairs, stats);
  EXPECT_EQ(pairs.size(), 0U);
  how.tolerance = 1;
  find_sphere_pairs(a.tree, b.tree, how, pairs, stats);
  EXPECT_EQ(pairs.leaves.size(), 1U);
}

// What an update costs follows what is close, not what there is: a thousand points of each body are
// near the other, the rest are far from it.
TEST(SpherePairs, CostFollowsWhatIsCloseNotTheNumberOfPoints) {
  std::vector<Stats> costs;
  std::vector<std::size_t> leaf_pairs;
  for (const std::uint32_t count : {2500U, 80000U}) {  // a power of two: leaves are equally full
    const auto cloud = [&](double side, double at) {
      testing::Random random(35);
      std::vector<Vec3> points;
      for (std::uint32_t i = 0; i < count; ++i) {
        const double x = i < 1000 ? random.uniform(0.9, 1) : random.uniform(-1, 0.5);
        const double y = random.uniform(-1, 1);
        points.push_back({side * x + at, y, random.uniform(-1, 1)});
      }
      return points;
    };
    SphereActor a(shape_of(cloud(1, 0), 0.02), {});
    SphereActor b(shape_of(cloud(-1, 1.98), 0.02), {});
    SpherePairs pairs;
    costs.emplace_back();
    find_sphere_pairs(a.tree, b.tree, {}, pairs, costs.back());
    leaf_pairs.push_back(pairs.leaves.size());
  }
  EXPECT_GT(leaf_pairs[0], 1000U);
  EXPECT_NEAR(static_cast<double>(leaf_pairs[1]), static_cast<double>(leaf_pairs[0]),
              0.2 * static_cast<double>(leaf_pairs[0]));
  EXPECT_LT(costs[1].nodes_updated, 2 * costs[0].nodes_updated);
  EXPECT_LT(costs[1].bounds_tests, 2 * costs[0].bounds_tests);
}

// Figure 7 of Spillmann 2006 as counts: two bodies pressed together.
TEST(SpherePairs, UpdatedSpheresAreHardlyMoreThanOptimalOnes) {
  std::uint64_t updated = 0;
  std::uint64_t optimal = 0;
  for (int level = 3; level <= 5; ++level) {
    SphereActor a(shape_of(scenes::geodesic_sphere(level)), {});
    SphereActor b(shape_of(scenes::geodesic_sphere(level)), {});
    // Squeezed along the line between them, as bodies in contact are.
    const auto put = [](SphereActor& actor, double at) {
      std::vector<Vec3> moved;
      for (const Vec3& p : actor.body.rest()) {
        moved.push_back({0.95 * p.x + at, 1.02 * p.y, 1.02 * p.z});
      }
      actor.body.place(moved);
      for (int i = 0; i < 2; ++i) actor.body.step(1e-3, {});
      actor.tree.update(actor.body.maps());
    };
    put(a, 0);
    put(b, 1.87);
    SpherePairs pairs;
    Stats of_ours;
    find_sphere_pairs(a.tree, b.tree, {}, pairs, of_ours);
    EXPECT_GT(pairs.leaves.size(), 0U);
    Stats of_best;
    a.tree.refit_exactly(a.body.positions());
    b.tree.refit_exactly(b.body.positions());
    find_sphere_pairs(a.tree, b.tree, {}, pairs, of_best);
    updated += of_ours.nodes_updated;
    optimal += of_best.nodes_updated;
  }
  EXPECT_GE(updated, optimal);
  EXPECT_LE(100 * updated, 105 * optimal) << updated << " against " << optimal;
}

}  // namespace
}  // namespace tact
