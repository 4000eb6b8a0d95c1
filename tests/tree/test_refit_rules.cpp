// When a node is given up or put into order anew: the rules of RefitRules on boxes whose volumes
// are known, and how nodes are split.
#include "tact/tree/refit_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tree/tree_fixture.h"

namespace tact {
namespace {

using testing::TreeFixture;

Aabb box_of(float x, float y, float z, float to_x, float to_y, float to_z) {
  Aabb box{};
  box.lo[0] = x, box.lo[1] = y, box.lo[2] = z;
  box.hi[0] = to_x, box.hi[1] = to_y, box.hi[2] = to_z;
  return box;
}

TEST(VolumeRatio, IsTheParentsVolumeOverTheSumOfItsChildrens) {
  Block block;
  empty_block(block);
  block.lanes = 2;
  block.box = box_of(0, 0, 0, 2, 1, 1);
  block.boxes.set(0, box_of(0, 0, 0, 1, 1, 1));
  block.boxes.set(1, box_of(1, 0, 0, 2, 1, 1));
  EXPECT_NEAR(volume_ratio(block), 1, 0.002);
  block.boxes.set(1, box_of(1, 0, 0, 1.5F, 1, 1));
  EXPECT_NEAR(volume_ratio(block), 2 / 1.5, 0.003);
  block.boxes.set(0, box_of(0, 0, 0, 2, 1, 1));
  block.boxes.set(1, box_of(0, 0, 0, 2, 1, 1));
  EXPECT_DOUBLE_EQ(volume_ratio(block), 0.5);
}

TEST(VolumeRatio, FlatBoxesHaveAVolumeAndAPointCountsAsOne) {
  Block block;
  empty_block(block);
  block.lanes = 2;
  block.box = box_of(0, 0, 5, 2, 1, 5);
  block.boxes.set(0, box_of(0, 0, 5, 1, 1, 5));
  block.boxes.set(1, box_of(1, 0, 5, 2, 1, 5));
  EXPECT_NEAR(volume_ratio(block), 1, 0.002);
  block.boxes.set(1, block.box);
  EXPECT_NEAR(volume_ratio(block), 2.0 / 3, 0.002);
  block.box = box_of(1, 2, 3, 1, 2, 3);
  block.boxes.set(0, block.box);
  block.boxes.set(1, block.box);
  EXPECT_EQ(volume_ratio(block), 1);
}

// Sixteen triangles that fill two unit cubes side by side, eight each: a root with two leaves,
// whose ratio is 1 + gap / 2.
class TwoCubes {
 public:
  TwoCubes(double ratio_at_split, const DynamicBvh::Options& options)
      : fixture_({cubes(gap_of(ratio_at_split))}, with_small_clusters(options)) {
    fixture_.update();
    fixture_.query();
    EXPECT_EQ(fixture_.tree.blocks(), 3U);
  }
  /// Is the root kept when the cubes have moved?
  bool keeps(double ratio) {
    fixture_.bodies[0] = cubes(gap_of(ratio));
    fixture_.update();
    return fixture_.tree.blocks() == 3;
  }

 private:
  static double gap_of(double ratio) { return 2 * ratio - 2; }
  static DynamicBvh::Options with_small_clusters(DynamicBvh::Options options) {
    options.cluster = 8;
    return options;
  }
  static Mesh cubes(double gap) {
    Mesh mesh;
    for (std::uint32_t i = 0; i < 16; ++i) {
      const double x = i < 8 ? 0 : 1 + gap;
      for (const Vec3& p : {Vec3{x, 0, 0}, Vec3{x + 1, 1, 0}, Vec3{x, 0, 1}}) {
        mesh.positions.push_back(p);
      }
      mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return mesh;
  }

  TreeFixture fixture_;
};

struct Rule {
  const char* name;
  double at_split;
  DynamicBvh::Options options;
  double kept;
  double given_up;
};

// Ratios at split are a little above a multiple of a 32nd, in which they are remembered.
TEST(RefitRules, ANodeIsGivenUpWhereItsRatioFallsBelowTheRuleThatDecides) {
  DynamicBvh::Options never_invalid;
  never_invalid.invalid_ratio = 0.5F;
  DynamicBvh::Options late;
  late.degraded_ratio = 0.5F;
  DynamicBvh::Options patient;
  patient.worthwhile_ratio = 0.6F;
  DynamicBvh::Options strict;
  strict.invalid_ratio = 1.0F;
  strict.worthwhile_ratio = 1.0F;
  const Rule rules[] = {
      {"worthwhile: 0.85 of 1", 1.015, {}, 0.87, 0.83},
      {"worthwhile: 0.6 of 1", 1.015, patient, 0.62, 0.58},
      {"invalid: 0.9", 1.08, {}, 0.915, 0.885},
      {"invalid: 1", 1.08, strict, 1.02, 0.98},
      {"degraded: 0.8 of 1.06", 1.08, never_invalid, 0.87, 0.83},
      {"degraded: 0.8 of 2", 2.015, {}, 1.63, 1.57},
      {"degraded: 0.5 of 2", 2.015, late, 1.03, 0.97},
  };
  for (const Rule& rule : rules) {
    EXPECT_TRUE(TwoCubes(rule.at_split, rule.options).keeps(rule.kept)) << rule.name;
    EXPECT_FALSE(TwoCubes(rule.at_split, rule.options).keeps(rule.given_up)) << rule.name;
  }
}

// A node that is invalid right after its split is left alone for a while, unless it gets worse by
// the same share.
TEST(RefitRules, ANodeThatASplitDoesNotHelpHasGrace) {
  DynamicBvh::Options options;
  options.worthwhile_ratio = 1;  // so that only the grace is mild
  options.grace = 3;
  const double at_split = 0.76;  // remembered as 0.75
  EXPECT_FALSE(TwoCubes(at_split, options).keeps(0.66)) << "worse than 0.9 of it";
  TwoCubes cubes(at_split, options);
  for (int update = 0; update < 3; ++update) EXPECT_TRUE(cubes.keeps(0.70)) << update;
  EXPECT_FALSE(cubes.keeps(0.70)) << "its grace is over";
}

// With the ratios as they stand the grace is the stricter rule: 0.9 of 0.75, not 0.85.
TEST(RefitRules, ANodeInGraceIsWatchedMoreCloselyThanLater) {
  const double at_split = 0.76;
  EXPECT_FALSE(TwoCubes(at_split, {}).keeps(0.65)) << "in its grace";
  TwoCubes cubes(at_split, {});
  for (int update = 0; update < 8; ++update) EXPECT_TRUE(cubes.keeps(0.74)) << update;
  EXPECT_TRUE(cubes.keeps(0.65)) << "later";
  EXPECT_FALSE(cubes.keeps(0.62)) << "later";
}

// Two clusters, the first of which consists of eight tight groups that fill little of it. They mix:
// its leaves are filled anew once, and judged by what they are then.
TEST(RefitRules, AClusterThatIsMendedIsRatedAnew) {
  testing::Random random(9);
  Mesh mesh;
  for (std::uint32_t i = 0; i < 128; ++i) {
    const std::uint32_t group = i % 64 / 8;
    const Vec3 corner{(group & 1U) != 0 ? 1.0 : 0.0, (group & 2U) != 0 ? 1.0 : 0.0,
                      (group & 4U) != 0 ? 1.0 : 0.0};
    const Vec3 at = corner + random.vector(-0.02, 0.02) + Vec3{i < 64 ? -3.0 : 2.0, 0, 0};
    for (int k = 0; k < 3; ++k) mesh.positions.push_back(at + random.vector(-0.02, 0.02));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  TreeFixture fixture({mesh});
  fixture.update();
  fixture.query();
  const std::size_t blocks = fixture.tree.blocks();
  EXPECT_EQ(blocks, 19U);
  EXPECT_EQ(fixture.update().nodes_split, 0U);
  fixture.query();
  std::vector<Vec3>& positions = fixture.bodies[0].positions;
  for (std::uint32_t i = 0; i < 64; ++i) {
    const Vec3 at = random.vector(0, 1) + Vec3{-3, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) positions[3 * i + k] = at + random.vector(-0.02, 0.02);
  }
  EXPECT_EQ(fixture.update().nodes_split, 1U) << "the first cluster";
  for (int update = 0; update < 4; ++update) {
    fixture.query();
    EXPECT_EQ(fixture.update().nodes_split, 0U) << "as good as it gets, update " << update;
  }
  EXPECT_EQ(fixture.tree.blocks(), blocks);
}

// So many of a thousand small triangles in the lowest octant, the others all over the rest.
Mesh crowd(std::uint32_t in_one_octant, testing::Random& random) {
  Mesh mesh;
  const auto add = [&](const Vec3& at) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int k = 0; k < 3; ++k) mesh.positions.push_back(at + random.vector(0, 0.001));
    mesh.triangles.push_back({first, first + 1, first + 2});
  };
  for (std::uint32_t i = 0; i < in_one_octant; ++i) add(random.vector(-1, -0.8));
  for (std::uint32_t i = in_one_octant; i < 999; ++i) {
    Vec3 at = random.vector(-1, 1);
    at[i % 3] = random.uniform(0.1, 1);
    add(at);
  }
  add({1, 1, 1});
  return mesh;
}

std::uint32_t largest_lane(TreeFixture& fixture) {
  fixture.update();
  const Block& root = fixture.root();
  std::uint32_t most = 0;
  for (std::uint32_t lane = 0; lane < root.lanes; ++lane) {
    most = std::max(most, root.lane_size(lane));
  }
  fixture.tree.validate();
  return most;
}

TEST(SplitBlock, NoOctantKeepsMoreThanFourFifths) {
  testing::Random random(10);
  for (const std::uint32_t crowded : {801U, 850U, 950U, 985U}) {
    TreeFixture fixture({crowd(crowded, random)});
    EXPECT_LE(largest_lane(fixture), 800U) << crowded;
  }
  TreeFixture at_the_limit({crowd(800, random)});
  EXPECT_EQ(largest_lane(at_the_limit), 800U) << "four fifths are not too many";
}

TEST(SplitBlock, EqualMidpointsAreHalved) {
  testing::Random random(11);
  Mesh mesh = testing::soup(1, 0.1, random);
  mesh.triangles.resize(1001, mesh.triangles[0]);
  TreeFixture fixture({mesh});
  EXPECT_EQ(largest_lane(fixture), 501U);
  EXPECT_EQ(fixture.root().lanes, 2U);
}

}  // namespace
}  // namespace tact
