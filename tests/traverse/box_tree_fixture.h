#pragma once
// Two meshes with their BoxTrees at a pose, and what a traversal finds of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "tact/geometry/triangle.h"
#include "tact/traverse/box_tree_search.h"
#include "tact/tree/box_tree_build.h"
#include "tests/support/random.h"

namespace tact::testing {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

class Collector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    for (const Candidate& c : batch) {
      EXPECT_TRUE(pairs.insert({c.primitive_a, c.primitive_b}).second) << "a candidate twice";
    }
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  Pairs pairs;
};

struct BoxTreeFixture {
  BoxTreeFixture(Mesh of_a, Mesh of_b, const BoxTreeOptions& options = {})
      : mesh_a(std::move(of_a)),
        mesh_b(std::move(of_b)),
        a(Primitives::triangles(mesh_a.view(), nullptr), options),
        b(Primitives::triangles(mesh_b.view(), nullptr), options) {}

  void pose(const Transform& of_a, const Transform& of_b) {
    pose_a = of_a;
    pose_b = of_b;
    pair = box_tree_pair(a.nodes(), b.nodes(), a.at(of_a), b.at(of_b), 0, 0);
  }
  Pairs aligned_candidates() { return candidates(walk_aligned_trees); }
  Pairs candidates(Flow (*walk)(const BoxTreePair&, const BoxTreeOut&,
                                BoxTreeCounts&) = walk_box_trees) {
    Collector sink;
    CandidateWriter writer(sink, 0, 0);
    Arena arena;
    SeenPairs seen(arena);
    counts = {};
    walk(pair, {writer, 0, 1, false, seen, nullptr}, counts);
    writer.finish();
    return sink.pairs;
  }
  // Touching pairs that are not among the candidates.
  std::size_t missed(const Pairs& found, std::size_t* touching = nullptr) const {
    const Primitives posed_a = Primitives::triangles(mesh_a.view(), &pose_a);
    const Primitives posed_b = Primitives::triangles(mesh_b.view(), &pose_b);
    std::size_t missing = 0;
    for (std::uint32_t i = 0; i < posed_a.size(); ++i) {
      for (std::uint32_t j = 0; j < posed_b.size(); ++j) {
        if (!intersects(posed_a.triangle(i), posed_b.triangle(j))) continue;
        if (touching != nullptr) ++*touching;
        missing += found.count({i, j}) == 0 ? 1U : 0U;
      }
    }
    return missing;
  }

  Mesh mesh_a;
  Mesh mesh_b;
  BoxHierarchy a;
  BoxHierarchy b;
  Transform pose_a;
  Transform pose_b;
  BoxTreePair pair;
  BoxTreeCounts counts;
};

inline Transform random_pose(Random& random, double reach) {
  return Transform::from_quaternion(random.quaternion(), random.vector(-reach, reach));
}

// Turns by multiples of 90 degrees: edges and planes are parallel everywhere.
inline Transform upright_pose(Random& random, double reach) {
  const Quaternion turns[] = {{0, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0},  {0, 0, 1, 0},
                              {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, -1, 1}, {1, 1, 0, 0}};
  const Quaternion q = turns[random.below(8)];
  const Vec3 t = random.vector(-reach, reach);
  const auto grid = [](double x) { return std::round(4 * x) / 4; };
  return Transform::from_quaternion(q, {grid(t.x), grid(t.y), grid(t.z)});
}

}  // namespace tact::testing
