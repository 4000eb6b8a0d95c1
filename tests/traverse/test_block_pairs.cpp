// Walks by blocks cover what touches at any level, of bodies of any kind, and hardly more than
// walks sphere by sphere do.
#include "tact/traverse/block_pairs.h"

#include <gtest/gtest.h>

#include <set>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "tact/base/simd.h"
#include "tact/deform/shape_body.h"
#include "tact/geometry/triangle.h"
#include "tact/traverse/sphere_pairs.h"
#include "tests/support/manners.h"
#include "tests/support/random.h"

namespace tact {
namespace {

struct BlockActor {
  ShapeBody body;
  SphereTree tree;

  BlockActor(ShapeDef def, const ShapeOptions& options)
      : body(std::move(def), options),
        tree({body.rest(), body.triangles(), body.radii(), &body.clusters(), 4}) {
    tree.update(body.maps());
  }
  Triangle triangle(std::uint32_t i) const {
    const auto& t = body.triangles()[i];
    return {body.positions()[t[0]], body.positions()[t[1]], body.positions()[t[2]]};
  }
  void step(testing::Random& random) {
    for (Vec3& v : body.velocities()) v = v * 0.5 + random.vector(-1, 1);
    body.step(0.02, {});
    tree.update(body.maps());
  }
};

BlockActor ball_beside(const ShapeOptions& options) {
  ShapeDef def = shape_of(scenes::geodesic_sphere(2));
  for (Vec3& p : def.points) p = p + Vec3{1.2, 0.1, 0.3};
  return {std::move(def), options};
}

std::set<SpherePair> by_blocks(BlockActor& a, const SphereBlocks& blocks_a, BlockActor& b,
                               const SphereBlocks& blocks_b, double tolerance) {
  BlockPairs pairs;
  Stats stats;
  find_block_pairs(blocks_a, blocks_b, tolerance, pairs, stats);
  EXPECT_GT(stats.bounds_tests, 0U);
  std::set<SpherePair> found;
  for (const BlockPair& pair : pairs.found) {
    const SpherePair nodes{blocks_a.block(pair.a.block).node[pair.a.lane],
                           blocks_b.block(pair.b.block).node[pair.b.lane]};
    EXPECT_TRUE(overlaps(a.tree.sphere(nodes.a, stats), b.tree.sphere(nodes.b, stats), tolerance));
    EXPECT_TRUE(found.insert(nodes).second) << "twice";
  }
  return found;
}

std::set<Pair> block_triangles(const BlockActor& a, const BlockActor& b) {
  std::set<Pair> found;
  for (std::uint32_t i = 0; i < a.body.triangles().size(); ++i) {
    for (std::uint32_t k = 0; k < b.body.triangles().size(); ++k) {
      if (intersects(a.triangle(i), b.triangle(k))) found.insert({i, k});
    }
  }
  return found;
}

std::set<Pair> covered_by(const std::set<SpherePair>& pairs, const BlockActor& a,
                          const BlockActor& b, const std::set<Pair>& touching) {
  std::set<Pair> covered;
  for (const SpherePair& pair : pairs) {
    for (const std::uint32_t i : a.tree.triangles(pair.a)) {
      for (const std::uint32_t k : b.tree.triangles(pair.b)) {
        if (touching.count({i, k}) != 0) covered.insert({i, k});
      }
    }
  }
  return covered;
}

TEST(BlockPairs, CoverWhatTouchesAndHardlyMoreThanWalksDo) {
  std::size_t contacts = 0;
  std::size_t walked = 0;
  std::size_t found = 0;
  for (const ShapeOptions& options : testing::manners(7)) {
    BlockActor a(shape_of(scenes::torus(24, 11)), options);
    BlockActor b = ball_beside(options);
    testing::Random random(31);
    for (int frame = 0; frame < 3; ++frame) {
      const std::set<Pair> touching = block_triangles(a, b);
      contacts += touching.size();
      for (const std::uint32_t level : {1U, 2U, 3U, 4U, 5U, 6U, 11U}) {
        SphereBlocks blocks_a(a.tree, level);
        SphereBlocks blocks_b(b.tree, level);
        SpherePairs pairs;
        Stats stats;
        blocks_a.update(a.tree, a.body.positions(), stats);
        blocks_b.update(b.tree, b.body.positions(), stats);
        SpherePairOptions how;
        how.level = level;
        how.tolerance = 0.01 * frame;
        find_sphere_pairs(a.tree, b.tree, how, pairs, stats);
        const std::set<SpherePair> all = by_blocks(a, blocks_a, b, blocks_b, how.tolerance);
        EXPECT_EQ(covered_by(all, a, b, touching), touching) << "level " << level;
        walked += pairs.size();
        found += all.size();
      }
      a.step(random);
      b.step(random);
    }
  }
  EXPECT_GT(contacts, 500U);
  EXPECT_LT(static_cast<double>(found), 1.25 * static_cast<double>(walked));
}

// The points that stand for a sphere's surface are its own, where they are now, and its normal
// turns with it.
TEST(BlockPairs, SamplesAreWhereThePointsAre) {
  BlockActor a(shape_of(scenes::torus(40, 20)), {});
  BlockActor b = ball_beside({});
  testing::Random random(5);
  for (const std::uint32_t level : {2U, 5U}) {
    SphereBlocks blocks_a(a.tree, level);
    SphereBlocks blocks_b(b.tree, level);
    for (int frame = 0; frame < 3; ++frame) {
      a.step(random);
      BlockPairs pairs;
      Stats stats;
      blocks_a.update(a.tree, a.body.positions(), stats);
      blocks_b.update(b.tree, b.body.positions(), stats);
      find_block_pairs(blocks_a, blocks_b, 0, pairs, stats);
      ASSERT_FALSE(pairs.found.empty());
      for (const BlockPair& pair : pairs.found) {
        const SphereBlock& block = blocks_a.block(pair.a.block);
        const std::uint32_t node = block.node[pair.a.lane];
        const std::span<const float> samples = blocks_a.samples(block, pair.a.lane);
        const Vec3 centre = a.tree.sphere(node, stats).centre;
        std::set<std::array<float, 3>> own;
        for (const std::uint32_t i : a.tree.points(node)) {
          const Vec3 r = a.body.positions()[i] - centre;
          own.insert({static_cast<float>(r.x), static_cast<float>(r.y), static_cast<float>(r.z)});
        }
        const std::size_t count = samples.size() / 3;
        ASSERT_EQ(count % SphereBlocks::sample_lanes, 0U);
        ASSERT_GE(count, std::min<std::size_t>(own.size(), 12));
        ASSERT_LE(count, SphereBlocks::most_samples);
        for (std::size_t k = 0; k < count; ++k) {
          const float* const p = samples.data() + k;
          EXPECT_EQ(own.count({p[0], p[count], p[2 * count]}), 1U);
        }
        EXPECT_EQ(block.centre(pair.a.lane), centre);
        EXPECT_EQ(block.radius[pair.a.lane], a.tree.sphere(node, stats).radius);
        EXPECT_LT(length(block.normal(pair.a.lane) - a.tree.normal(node)), 1e-7);
      }
    }
  }
}

TEST(BlockPairs, AreTheSameForEveryInstructionSet) {
  BlockActor a(shape_of(scenes::torus(24, 11)), {});
  BlockActor b = ball_beside({});
  SphereBlocks blocks_a(a.tree, 5);
  SphereBlocks blocks_b(b.tree, 5);
  Stats stats;
  blocks_a.update(a.tree, a.body.positions(), stats);
  blocks_b.update(b.tree, b.body.positions(), stats);
  const std::set<SpherePair> expected = by_blocks(a, blocks_a, b, blocks_b, 0);
  EXPECT_GT(expected.size(), 20U);
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    EXPECT_EQ(by_blocks(a, blocks_a, b, blocks_b, 0), expected) << target;
  }
  use_simd_target("");
}

}  // namespace
}  // namespace tact
