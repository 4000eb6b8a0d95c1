// Vertices over triangles and edges across edges of two boxes.
#include "tact/contact/proximity.h"

#include <gtest/gtest.h>

#include "scenes/bodies/box.h"

namespace tact {
namespace {

struct Box {
  Mesh mesh;
  SurfaceTopology topology;

  Box(std::uint32_t cells, const Vec3& at, double turn = 0) : mesh(scenes::box(cells, {1, 1, 1})) {
    for (Vec3& p : mesh.positions) {
      p = Vec3{p.x * std::cos(turn) - p.y * std::sin(turn),
               p.x * std::sin(turn) + p.y * std::cos(turn), p.z} +
          at;
    }
    topology = SurfaceTopology::from(mesh.triangles);
  }
  SurfaceState state() const { return {&topology, mesh.positions}; }
};

std::vector<Pair> all_pairs(const Box& a, const Box& b) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < a.mesh.triangles.size(); ++i) {
    for (std::uint32_t k = 0; k < b.mesh.triangles.size(); ++k) pairs.push_back({i, k});
  }
  return pairs;
}

std::vector<Proximity> near(const Box& a, const Box& b, double reach = 0.05, double deepest = 0.2) {
  std::vector<Proximity> found;
  ProximityFinder finder;
  finder.find(a.state(), b.state(), all_pairs(a, b), reach, deepest, found);
  return found;
}

Vec3 point_of(const Box& box, const std::array<std::uint32_t, 3>& vertices,
              const std::array<float, 3>& weights) {
  Vec3 sum;
  for (std::size_t i = 0; i < 3; ++i) {
    sum = sum + box.mesh.positions[vertices[i]] * double{weights[i]};
  }
  return sum;
}

TEST(Proximity, ABoxHasItsEdgesOnce) {
  const Box box(2, {});
  EXPECT_EQ(box.mesh.positions.size(), 26U);
  EXPECT_EQ(box.topology.triangles.size(), 48U);
  EXPECT_EQ(box.topology.edges.size(), 72U) << "Euler: 26 - 72 + 48 = 2";
  for (const auto& sides : box.topology.triangles_of) EXPECT_NE(sides[0], sides[1]);
}

TEST(Proximity, FaceOnFaceIsHeldStraightUp) {
  const Box low(1, {});
  const Box high(1, {0.1, 0.2, 2.02});
  const std::vector<Proximity> found = near(high, low);
  ASSERT_GE(found.size(), 4U);
  for (const Proximity& p : found) {
    EXPECT_NEAR(p.normal.z, -1, 1e-6) << "from the upper to the lower";
    EXPECT_NEAR(p.distance, 0.02, 1e-6);
    const Vec3 apart = point_of(low, p.b, p.weight_b) - point_of(high, p.a, p.weight_a);
    EXPECT_NEAR(length(apart - p.normal * p.distance), 0, 1e-6);
    EXPECT_NEAR(p.weight_a[0] + p.weight_a[1] + p.weight_a[2], 1, 1e-6);
    EXPECT_NEAR(p.weight_b[0] + p.weight_b[1] + p.weight_b[2], 1, 1e-6);
  }
}

TEST(Proximity, InsideIsNegativeAndTakesTheNearestFace) {
  const Box low(1, {});
  const Box high(1, {0.95, 0.3, 1.97});
  std::size_t inside = 0;
  for (const Proximity& p : near(high, low)) {
    if (p.distance >= 0) continue;
    ++inside;
    EXPECT_LT(p.normal.z, -0.99) << "upright, not sideways";
    EXPECT_NEAR(p.distance, -0.03, 1e-6);
  }
  EXPECT_GE(inside, 2U);
}

TEST(Proximity, FarApartIsNothing) { EXPECT_TRUE(near(Box(2, {}), Box(2, {0, 0, 2.1})).empty()); }

// Two boxes on edge, one edge upright, the other lying across it: they are nearest in the middle of
// both, and part along x whether they have not met yet or have gone past each other.
TEST(Proximity, CrossedEdgesPart) {
  const double eighth = std::atan(1.0);  // of a full turn
  const Box low(1, {}, eighth);
  for (const double gap : {0.016, -0.016}) {
    Box high(1, {}, eighth);
    for (Vec3& p : high.mesh.positions) p = Vec3{p.x + 2 * std::sqrt(2.0) + gap, p.z, -p.y};
    const std::vector<Proximity> found = near(high, low);
    ASSERT_EQ(found.size(), 1U) << gap;
    EXPECT_NEAR(length(found[0].normal - Vec3{-1, 0, 0}), 0, 1e-9) << gap;
    EXPECT_NEAR(found[0].distance, gap, 1e-9);
    EXPECT_NEAR(length(found[0].point - Vec3{std::sqrt(2.0) + gap / 2, 0, 0}), 0, 1e-9) << gap;
    EXPECT_NEAR(point_of(high, found[0].a, found[0].weight_a).x, std::sqrt(2.0) + gap, 1e-6);
    EXPECT_NEAR(point_of(low, found[0].b, found[0].weight_b).x, std::sqrt(2.0), 1e-6);
  }
}

TEST(Proximity, EachPlaceOnceWhateverTheOrder) {
  const Box low(2, {});
  const Box high(2, {0.13, 0.07, 2.01}, 0.3);
  std::vector<Pair> pairs = all_pairs(high, low);
  ProximityFinder finder;
  std::vector<Proximity> once;
  finder.find(high.state(), low.state(), pairs, 0.05, 0.1, once);
  std::reverse(pairs.begin(), pairs.end());
  pairs.insert(pairs.end(), pairs.begin(), pairs.end());
  std::vector<Proximity> again;
  finder.find(high.state(), low.state(), pairs, 0.05, 0.1, again);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].point, again[i].point);
    EXPECT_EQ(once[i].normal, again[i].normal);
  }
}

}  // namespace
}  // namespace tact
