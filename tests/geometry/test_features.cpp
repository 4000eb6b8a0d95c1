// FeatureOwners: every vertex and edge of a mesh is one triangle's.
#include "tact/geometry/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "scenes/bodies/torus.h"
#include "tests/support/random.h"

namespace tact {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// By the definition, from the first triangle to the last.
std::vector<std::uint8_t> owned_by_hand(const Mesh& mesh) {
  std::map<std::uint32_t, int> vertices;
  std::map<Edge, int> edges;
  std::vector<std::uint8_t> masks;
  for (const auto& t : mesh.triangles) {
    std::uint8_t mask = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (vertices[t[k]]++ == 0) mask |= vertex_bit(k);
      const Edge edge = std::minmax(t[k], t[(k + 1) % 3]);
      if (edge.first != edge.second && edges[edge]++ == 0) mask |= edge_bit(k);
    }
    masks.push_back(mask);
  }
  return masks;
}

std::vector<std::uint8_t> owned(FeatureOwners& owners, const Mesh& mesh) {
  owners.assign(mesh.view().triangles, mesh.positions.size());
  return {owners.masks().begin(), owners.masks().end()};
}

TEST(FeatureOwners, AreTheFirstTriangles) {
  FeatureOwners owners;
  testing::Random random(3);
  for (int round = 0; round < 50; ++round) {
    Mesh mesh;
    const std::uint32_t vertices = 1 + random.below(20);
    mesh.positions.resize(vertices);
    for (std::uint32_t t = random.below(40); t > 0; --t) {
      mesh.triangles.push_back(
          {random.below(vertices), random.below(vertices), random.below(vertices)});
    }
    ASSERT_EQ(owned(owners, mesh), owned_by_hand(mesh)) << round;
  }
}

TEST(FeatureOwners, OwnEachFeatureOfAClosedMeshOnce) {
  FeatureOwners owners;
  const Mesh torus = scenes::torus(24, 12);
  std::size_t vertices = 0;
  std::size_t edges = 0;
  for (const std::uint8_t mask : owned(owners, torus)) {
    for (std::size_t k = 0; k < 3; ++k) {
      vertices += (mask & vertex_bit(k)) != 0 ? 1U : 0U;
      edges += (mask & edge_bit(k)) != 0 ? 1U : 0U;
    }
  }
  EXPECT_EQ(vertices, torus.positions.size());
  EXPECT_EQ(edges, torus.triangles.size() * 3 / 2);
}

TEST(FeatureOwners, LeaveOutWhatNoTriangleHas) {
  FeatureOwners owners;
  Mesh mesh;
  mesh.positions.resize(5);
  EXPECT_TRUE(owned(owners, mesh).empty());
  mesh.triangles = {{3, 3, 3}, {3, 1, 3}};
  EXPECT_EQ(owned(owners, mesh),
            (std::vector<std::uint8_t>{vertex_bit(0),
                                       static_cast<std::uint8_t>(vertex_bit(1) | edge_bit(0))}));
}

}  // namespace
}  // namespace tact
