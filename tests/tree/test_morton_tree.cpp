// The parts of `rebuild`, each by itself: numbers, order, tree, and the walk through it.
#include "tact/tree/morton_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tact/base/simd.h"
#include "tact/traverse/morton_walk.h"
#include "tact/tree/morton_sort.h"
#include "tests/support/random.h"

namespace tact {
namespace {

Aabb point(float x, float y, float z) { return {{x, y, z}, {x, y, z}}; }

TEST(MortonGrid, NumbersHalvesOfTheLongestSideFirst) {
  const MortonGrid grid(Aabb{{0, 0, 0}, {4, 2, 1}});
  const std::uint32_t first = 0x80000000U;
  EXPECT_EQ(grid.code_of(point(0, 0, 0)), 0U);
  EXPECT_EQ(grid.code_of(point(2, 0, 0)), first);       // x: 4 becomes 2
  EXPECT_EQ(grid.code_of(point(1, 0, 0)), first >> 1);  // x again: ties go to the first axis
  EXPECT_EQ(grid.code_of(point(0, 1, 0)), first >> 2);  // then y
  EXPECT_EQ(grid.code_of(point(2, 1, 0)), first | first >> 2);
  EXPECT_EQ(grid.code_of(point(0, 0, 0.5F)), first >> 5);  // after another bit of x and of y
}

TEST(MortonGrid, TakesPointsOutsideAndRegionsWithoutSize) {
  const MortonGrid cube(Aabb{{-1, -1, -1}, {1, 1, 1}});
  EXPECT_EQ(cube.code_of(point(-9, -9, -9)), 0U);
  EXPECT_EQ(cube.code_of(point(9, 9, 9)), cube.code_of(point(1, 1, 1)));
  EXPECT_EQ(cube.code_of({{-0x1p100F, 3, 3}, {0x1p100F, 3, 3}}), cube.code_of(point(0, 1, 1)));
  const MortonGrid flat(Aabb{{0, 5, 0}, {1, 5, 1}});
  EXPECT_NE(flat.code_of(point(0.1F, 5, 0)), flat.code_of(point(0.9F, 5, 0)));
  const MortonGrid dot(point(3, 3, 3));
  EXPECT_EQ(dot.code_of(point(3, 3, 3)), 0U);
  EXPECT_EQ(dot.code_of(point(7, 7, 7)), 0U);
  const MortonGrid thin(Aabb{{0, 0, 0}, {0x1p-140F, 1, 1}});
  EXPECT_EQ(thin.code_of(point(0, 0, 0)), 0U);
  const MortonGrid none(Aabb::nothing());
  EXPECT_EQ(none.code_of(point(1, 2, 3)), 0U);
}

TEST(MortonSort, SortsWhateverTheBitsThatDiffer) {
  testing::Random random(4);
  for (const std::uint32_t count : {0U, 1U, 500U, 5000U, 90000U}) {
    for (const MortonKey mask :
         {~MortonKey{0}, MortonKey{0x00000FFF} << 32, MortonKey{7} << 50, MortonKey{0xFFFFFFFF}}) {
      std::vector<MortonKey> keys;
      for (std::uint32_t i = 0; i < count; ++i) {
        keys.push_back((random.bits() << 32 & mask & ~MortonKey{0xFFFFFFFF}) | i);
      }
      std::shuffle(keys.begin(), keys.end(), std::minstd_rand(7));
      std::vector<std::span<const MortonKey>> runs;  // of odd sizes, some empty
      for (std::size_t first = 0; first < keys.size();) {
        const std::size_t size = std::min<std::size_t>(random.below(4000), keys.size() - first);
        runs.push_back(std::span<const MortonKey>(keys).subspan(first, size));
        first += size;
      }
      std::vector<MortonKey> expected = keys;
      std::sort(expected.begin(), expected.end());
      for (const unsigned threads : {1U, 2U}) {
        Arena arena;
        const std::span<MortonKey> sorted = sort_keys(runs, arena, threads);
        ASSERT_TRUE(std::equal(sorted.begin(), sorted.end(), expected.begin(), expected.end()))
            << count << " keys, mask " << mask;
      }
    }
  }
}

// Boxes of some bodies, with corners on a coarse grid, so that many only just touch.
struct BoxSet {
  std::vector<BoxItem> items;
  std::vector<BoxBody> bodies;
  std::vector<MortonKey> keys;
  Aabb all = Aabb::nothing();

  BoxSet(std::uint32_t count, std::uint32_t body_count, std::uint64_t seed) {
    testing::Random random(seed);
    for (std::uint32_t i = 0; i < body_count; ++i) {
      bodies.push_back({10 + 3 * i, {1U << i % 3, i % 2 == 0 ? 7U : 3U, i % 4 == 1}});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      BoxItem item{};
      for (int k = 0; k < 3; ++k) {
        item.lo[k] = static_cast<float>(random.below(60)) * 0.125F;
        item.hi[k] = item.lo[k] + static_cast<float>(random.below(6)) * 0.125F;
      }
      item.id = 1000 + i;
      item.body = random.below(body_count);
      all = merge(all, item.box());
      items.push_back(item);
    }
    const MortonGrid grid(all);
    for (std::uint32_t i = 0; i < count; ++i) {
      keys.push_back(std::uint64_t{grid.code_of(items[i].box())} << 32 | i);
    }
    std::sort(keys.begin(), keys.end());
  }
  std::vector<Candidate> naive() const {
    std::vector<Candidate> found;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = i + 1; j < items.size(); ++j) {
        const BoxBody& a = bodies[items[i].body];
        const BoxBody& b = bodies[items[j].body];
        const bool tested =
            &a == &b ? a.rule.self
                     : (a.rule.group & b.rule.mask) != 0 && (b.rule.group & a.rule.mask) != 0;
        if (!tested || !overlaps(items[i].box(), items[j].box())) continue;
        found.push_back(ordered(a.slot, items[i].id, b.slot, items[j].id));
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }
};

class Collector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    all.insert(all.end(), batch.begin(), batch.end());
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;
};

// Some levels breadth first, the rest depth first.
std::vector<Candidate> walk(const BoxSet& set, const MortonTree& tree, int levels) {
  Arena arena;
  Stats stats;
  const MortonWalkTask task{&tree, set.bodies, true, {}};
  ArenaVector<MortonPair> front(arena);
  ArenaVector<MortonPair> next(arena);
  ArenaVector<Candidate> found(arena);
  if (tree.levels > 0) front.push_back({0, 0, tree.levels - 1});
  for (int level = 0; level < levels; ++level) {
    next.clear();
    widen(front.span(), task, next, found, stats);
    std::swap(front, next);
  }
  Collector collector;
  CandidateWriter writer(collector, 0, 0);
  drain(front.span(), task, writer, arena, stats);
  for (const Candidate& candidate : found.span()) writer.push(candidate);
  writer.finish();
  std::sort(collector.all.begin(), collector.all.end());
  return collector.all;
}

TEST(MortonTree, FindsThePairsOfTheBoxesOnEveryInstructionSet) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    for (const std::uint32_t count : {0U, 1U, 2U, 8U, 9U, 64U, 65U, 513U, 3000U}) {
      for (const std::uint32_t bodies : {1U, 2U, 9U}) {
        const BoxSet set(count, bodies, count + bodies);
        const std::vector<Candidate> expected = set.naive();
        Arena arena;
        const MortonTree tree = build_tree(set.keys, set.items.data(), set.bodies, arena, 2);
        ASSERT_NO_THROW(validate_tree(tree, set.keys, set.items.data()));
        for (const int levels : {0, 1, 9}) {
          ASSERT_EQ(walk(set, tree, levels), expected)
              << target << ", " << count << " boxes of " << bodies << " bodies";
        }
      }
    }
  }
  use_simd_target("");
}

TEST(MortonTree, ValidationNoticesWhatIsWrong) {
  const BoxSet set(700, 2, 3);
  Arena arena;
  const MortonTree tree = build_tree(set.keys, set.items.data(), set.bodies, arena, 1);
  const auto check = [&] { validate_tree(tree, set.keys, set.items.data()); };
  const auto expect_noticed = [&](auto& value, auto wrong) {
    const auto right = value;
    value = wrong;
    EXPECT_THROW(check(), std::logic_error);
    value = right;
    EXPECT_NO_THROW(check());
  };
  expect_noticed(tree.leaves[3].id[2], 17U);
  expect_noticed(tree.leaves[3].body[2], 5U);
  expect_noticed(tree.level[0][4].boxes.lo[1][0], -1.0F);
  expect_noticed(tree.level[0][4].box.hi[2], 0.0F);
  expect_noticed(tree.level[1][1].boxes.hi[0][3], -1.0F);
  expect_noticed(tree.level[1][1].box.lo[0], 99.0F);
}

TEST(MortonTree, EntersNoBlockOfOneBodyWhoseOwnPairsNobodyWants) {
  BoxSet set(4000, 1, 8);
  set.bodies[0].rule.self = false;
  Arena arena;
  Stats stats;
  const MortonTree tree = build_tree(set.keys, set.items.data(), set.bodies, arena, 1);
  const MortonWalkTask task{&tree, set.bodies, false, {}};
  ArenaVector<MortonPair> next(arena);
  ArenaVector<Candidate> found(arena);
  widen(std::vector<MortonPair>{{0, 0, tree.levels - 1}}, task, next, found, stats);
  EXPECT_TRUE(next.empty());
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace tact
