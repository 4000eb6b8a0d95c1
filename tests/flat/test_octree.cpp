#include "tact/flat/octree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tact/base/simd.h"
#include "tests/support/random.h"

namespace tact {
namespace {

// Boxes of some bodies, with corners on a coarse grid, so that many only just touch, and on the
// planes where cells are split.
struct OctreeBoxes {
  std::vector<BoxItem> items;
  std::vector<BoxBody> bodies;
  std::vector<float> numbers;
  Aabb all = Aabb::nothing();

  OctreeBoxes(std::uint32_t count, std::uint32_t body_count, std::uint32_t largest,
              std::uint64_t seed) {
    testing::Random random(seed);
    for (std::uint32_t i = 0; i < body_count; ++i) {
      bodies.push_back({10 + 3 * i, {1U << i % 3, i % 2 == 0 ? 7U : 3U, i % 4 == 1}});
      numbers.push_back(body_number(bodies[i], i));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      BoxItem item{};
      for (int k = 0; k < 3; ++k) {
        item.lo[k] = static_cast<float>(random.below(64)) * 0.125F;
        item.hi[k] = item.lo[k] + static_cast<float>(random.below(largest)) * 0.125F;
      }
      item.id = 1000 + i;
      item.body = random.below(body_count);
      all = merge(all, item.box());
      items.push_back(item);
    }
  }
  OctreeTask task(std::uint32_t depth, std::uint32_t never_split = 16) const {
    return {bodies, numbers, true, depth, never_split, {}};
  }
  std::vector<Candidate> naive() const {
    std::vector<Candidate> found;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t j = i + 1; j < items.size(); ++j) {
        const BoxBody& a = bodies[items[i].body];
        const BoxBody& b = bodies[items[j].body];
        if (!wanted(a, b) || !overlaps(items[i].box(), items[j].box())) continue;
        found.push_back(ordered(a.slot, items[i].id, b.slot, items[j].id));
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }
};

class OctreeCollector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    all.insert(all.end(), batch.begin(), batch.end());
    return all.size() >= stop_after ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;
  std::size_t stop_after = std::numeric_limits<std::size_t>::max();
};

std::vector<Candidate> search(const OctreeCell& root, const OctreeTask& task, Stats& stats) {
  Arena arena;
  OctreeCollector collector;
  CandidateWriter writer(collector, 0, 0);
  search_cell(root, task, writer, arena, stats);
  writer.finish();
  std::sort(collector.all.begin(), collector.all.end());
  return collector.all;
}

TEST(Octree, FindsEveryPairOnceAtEveryDepthOnEveryInstructionSet) {
  for (const std::string& target : simd_targets()) {
    use_simd_target(target);
    for (const std::uint32_t largest : {1U, 6U, 40U}) {
      for (const std::uint32_t bodies : {1U, 2U, 9U}) {
        const OctreeBoxes set(1200, bodies, largest, largest + bodies);
        const std::vector<Candidate> expected = set.naive();
        // A region that is smaller than the boxes' own: cells at its rim have no end.
        Aabb part = set.all;
        part.hi[0] = 0.5F * part.hi[0];
        for (const Aabb& region : {set.all, part}) {
          for (const std::uint32_t depth : {0U, 1U, 3U, 9U}) {
            Stats stats;
            ASSERT_EQ(search(root_cell(region, set.items), set.task(depth, depth), stats), expected)
                << target << ", depth " << depth << ", " << bodies << " bodies, " << largest;
          }
        }
      }
    }
  }
  use_simd_target("");
}

TEST(Octree, PartsHoldWhatReachesIntoThem) {
  const OctreeBoxes set(500, 3, 6, 5);
  Arena arena;
  Stats stats;
  ArenaVector<OctreeCell> parts(arena);
  const OctreeCell root = root_cell(set.all, set.items);
  ASSERT_TRUE(split_cell(root, set.task(4), arena, parts, stats));
  ASSERT_EQ(parts.size(), 8U);
  for (const OctreeCell& part : parts.span()) {
    std::size_t inside = 0;
    for (const BoxItem& item : set.items) {
      bool in = true;
      for (int k = 0; k < 3; ++k) {
        in = in && item.hi[k] >= part.own.lo[k] && item.lo[k] < part.own.hi[k];
      }
      inside += in ? 1 : 0;
    }
    EXPECT_EQ(part.items.size(), inside);
    EXPECT_EQ(part.depth, 1U);
  }
}

TEST(Octree, SplitsNothingWhereThatHelpsNothing) {
  OctreeBoxes set(300, 2, 2, 6);
  Arena arena;
  Stats stats;
  ArenaVector<OctreeCell> parts(arena);
  const OctreeCell root = root_cell(set.all, set.items);
  EXPECT_FALSE(split_cell(root, set.task(0), arena, parts, stats)) << "deep enough";
  EXPECT_FALSE(split_cell(root, set.task(9, 300), arena, parts, stats)) << "few enough";
  EXPECT_TRUE(split_cell(root, set.task(9), arena, parts, stats));
  for (BoxItem& item : set.items) {
    std::copy_n(set.all.lo, 3, item.lo);
    std::copy_n(set.all.hi, 3, item.hi);
  }
  EXPECT_FALSE(split_cell(root, set.task(9), arena, parts, stats)) << "all are everywhere";
}

TEST(Octree, LeavesOutPartsOfOneBody) {
  OctreeBoxes set(400, 1, 3, 7);
  set.bodies[0].rule.self = false;
  set.numbers[0] = body_number(set.bodies[0], 0);
  Arena arena;
  Stats stats;
  ArenaVector<OctreeCell> parts(arena);
  EXPECT_TRUE(split_cell(root_cell(set.all, set.items), set.task(9), arena, parts, stats));
  EXPECT_TRUE(parts.empty());
}

TEST(Octree, StopsWhenToldTo) {
  OctreeBoxes set(60000, 1, 1, 8);
  set.bodies[0].rule.self = true;
  set.numbers[0] = body_number(set.bodies[0], 0);
  for (BoxItem& item : set.items) {  // all in one point: 1.8 · 10^9 pairs
    for (int k = 0; k < 3; ++k) item.lo[k] = item.hi[k] = 1;
  }
  Arena arena;
  Stats stats;
  OctreeCollector collector;
  collector.stop_after = 1000;
  CandidateWriter writer(collector, 0, 0);
  search_cell(root_cell(set.all, set.items), set.task(12), writer, arena, stats);
  writer.finish();
  EXPECT_LT(collector.all.size(), 2000U);
  EXPECT_LT(stats.bounds_tests, 20U * 60000U);
}

}  // namespace
}  // namespace tact
