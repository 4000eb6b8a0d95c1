// Zachmann 1995 as published: its trees, its traversal, and what the operation in leaves sees.
#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <vector>

#include "bench/of_paper/zachmann_walk.h"
#include "scenes/cage.h"
#include "tact/geometry/triangle.h"
#include "tact/pair/pair_tracker.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"
#include "tests/support/slow_build.h"

namespace tact {
namespace {

using bench::EdgeOperation;
using bench::ZachmannCounts;
using bench::ZachmannNode;
using bench::ZachmannOptions;
using bench::ZachmannPlaces;
using bench::ZachmannTree;
using scenes::CageBody;

using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

struct TwoBodies {
  explicit TwoBodies(const Mesh& of, const ZachmannOptions& options = {})
      : mesh(of), tree(Primitives::triangles(mesh.view(), nullptr), options) {}

  bench::ZachmannBody at(const Transform& pose) const {
    return {&tree, Primitives::triangles(mesh.view(), &pose)};
  }
  PairSet touching(const TwoBodies& other, const Transform& a, const Transform& b, bool simple,
                   ZachmannCounts& counts) const {
    Arena arena;
    PairSet found;
    EdgeOperation operation(at(a), other.at(b), 0, arena, counts,
                            [&](std::uint32_t i, std::uint32_t j) {
                              EXPECT_TRUE(found.emplace(i, j).second) << "twice";
                              return Flow::go_on;
                            });
    const ZachmannPlaces places = places_of(tree, other.tree, a, b, 0, 0);
    if (simple) {
      operation.everything();
    } else {
      traverse_boxtrees(tree, other.tree, places, operation, counts);
    }
    return found;
  }
  PairSet brute(const Transform& a, const Transform& b) const {
    const Primitives first = Primitives::triangles(mesh.view(), &a);
    const Primitives second = Primitives::triangles(mesh.view(), &b);
    PairSet found;
    for (std::uint32_t i = 0; i < first.size(); ++i) {
      for (std::uint32_t j = 0; j < second.size(); ++j) {
        if (intersects(first.triangle(i), second.triangle(j))) found.emplace(i, j);
      }
    }
    return found;
  }

  Mesh mesh;
  ZachmannTree tree;
};

TEST(PaperZachmann, DepthsAreThoseOfTheTable) {
  const std::pair<std::size_t, int> table[] = {{100, 4},  {300, 5},  {700, 6},
                                               {1300, 7}, {2000, 8}, {3000, 9}};
  for (const auto& [polygons, depth] : table) EXPECT_EQ(bench::depth_of_paper(polygons), depth);
}

TEST(PaperZachmann, TreesSplitAndHoldEverything) {
  for (const CageBody which : {CageBody::sphere, CageBody::torus, CageBody::tetraflake,
                               CageBody::cylinder, CageBody::alternator}) {
    const TwoBodies bodies(scenes::cage_body(which, 1000));
    EXPECT_GT(bodies.tree.leaf_count(), 20U);
    EXPECT_GE(bodies.tree.pointers(), 1);
    EXPECT_LT(bodies.tree.pointers(), 3.5);
    ASSERT_NO_THROW(bodies.tree.validate(Primitives::triangles(bodies.mesh.view(), nullptr)));
  }
  ZachmannOptions full;
  full.empty_share = 1;
  const Mesh torus = scenes::cage_body(CageBody::torus, 400);
  EXPECT_GT(TwoBodies(torus).tree.empty_volume(), 0.1);
  EXPECT_EQ(TwoBodies(torus, full).tree.empty_volume(), 0);
  ZachmannOptions coarse;
  coarse.minimum = 50;
  EXPECT_LT(TwoBodies(torus, coarse).tree.leaf_count(), TwoBodies(torus).tree.leaf_count());
}

// Every body of the cage at random poses, with trees that split, against brute force now and then,
// else against oriented boxes.
void agree(int poses, std::initializer_list<CageBody> all) {
  for (const CageBody which : all) {
    const TwoBodies first(scenes::cage_body(which, 100));
    const TwoBodies second(first.mesh);
    ASSERT_GE(first.tree.leaf_count(), 8U);
    const Shape shape(first.mesh);
    PairTracker tracker(shape, shape, {false});
    const int every = first.mesh.triangles.size() < 300 ? 8 : 80;
    testing::Random random(1995);
    std::size_t touching = 0;
    ZachmannCounts by_tree;
    ZachmannCounts by_all;
    for (int i = 0; i < poses; ++i) {
      const Transform a = Transform::from_quaternion(random.quaternion(), {});
      const Transform b = Transform::from_quaternion(random.quaternion(),
                                                     random.direction() * random.uniform(0.5, 2));
      const PairSet found = first.touching(second, a, b, false, by_tree);
      if (i % every == 0) {
        ASSERT_EQ(found, first.brute(a, b)) << i;
        ASSERT_EQ(found, first.touching(second, a, b, true, by_all)) << i;
      } else {
        PairSet truth;
        for (const Candidate& c : tracker.collide(a, b, CollideOptions::pairs()).pairs_by_slot()) {
          truth.emplace(c.primitive_a, c.primitive_b);
        }
        ASSERT_EQ(found, truth) << i;
      }
      touching += found.empty() ? 0U : 1U;
    }
    EXPECT_GT(touching, 0U);
  }
}

TEST(PaperZachmann, AgreesWithBruteForceAtRandomPoses) {
  agree(testing::slow_build() ? 32 : 200,
        {CageBody::sphere, CageBody::torus, CageBody::tetraflake, CageBody::cylinder});
}
TEST(PaperZachmannLong, AgreesWithBruteForceAtAHundredThousandPoses) {
  agree(100000, {CageBody::sphere, CageBody::torus, CageBody::tetraflake, CageBody::cylinder,
                 CageBody::alternator});
}

TEST(PaperZachmann, TheTreesLeaveMostChecksOut) {
  const TwoBodies first(scenes::cage_body(CageBody::torus, 3000));
  const TwoBodies second(first.mesh);
  const Transform b = Transform::from_axis_angle({1, 2, 3}, 1, {1.1, 0.3, 0.1});
  ZachmannCounts by_tree;
  ZachmannCounts by_all;
  const PairSet found = first.touching(second, Transform(), b, false, by_tree);
  EXPECT_EQ(found, first.touching(second, Transform(), b, true, by_all));
  EXPECT_FALSE(found.empty());
  EXPECT_LT(4 * by_tree.box_checks, by_all.box_checks);
}

// Leaves hold edges and polygons; any operation may look at them.
TEST(PaperZachmann, TheOperationSeesLeaves) {
  struct Seen final : bench::ZachmannOperation {
    Flow leaves(const ZachmannNode& a, const ZachmannNode& b) override {
      EXPECT_TRUE(a.is_leaf() && b.is_leaf());
      ++count;
      edges += a.edges.count;
      return Flow::go_on;
    }
    std::size_t count = 0;
    std::size_t edges = 0;
  } seen;
  const TwoBodies bodies(scenes::cage_body(CageBody::torus, 400));
  const Transform a;
  const Transform b = Transform::from_axis_angle({1, 2, 3}, 1, {0.7, 0.2, 0.1});
  ZachmannCounts counts;
  traverse_boxtrees(bodies.tree, bodies.tree, places_of(bodies.tree, bodies.tree, a, b, 0, 0), seen,
                    counts);
  EXPECT_GT(seen.count, 10U);
  EXPECT_EQ(seen.count, counts.leaf_pairs);
  EXPECT_GT(seen.edges, seen.count);
  // No edge is there twice: each is shared by two polygons.
  EXPECT_EQ(bodies.tree.all_edges().size() * 2, bodies.mesh.triangles.size() * 3);
}

}  // namespace
}  // namespace tact
