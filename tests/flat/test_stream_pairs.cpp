// All pairs of two streams, of every length, against the naive loop; and streams far longer than a
// tile.
#include <gtest/gtest.h>

#include "tact/base/simd.h"
#include "tests/flat/stream_scenes.h"

namespace tact {
namespace {

using testing::StreamOfBoxes;

// Sorted along an axis, so that tiles have boxes of their own.
StreamOfBoxes stream_of(std::uint32_t count, std::uint64_t seed) {
  std::vector<Aabb> boxes = testing::grid_boxes(count, seed);
  std::sort(boxes.begin(), boxes.end(),
            [](const Aabb& a, const Aabb& b) { return a.lo[0] < b.lo[0]; });
  return StreamOfBoxes(std::move(boxes));
}

class StreamPairs : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(StreamPairs, OfEveryLengthAsTheNaiveLoop) {
  for (const std::uint32_t count_a : {0U, 1U, 2U, 3U, 7U, 9U, 255U, 256U, 257U, 1025U}) {
    for (const std::uint32_t count_b : {0U, 1U, 2U, 3U, 8U, 15U, 127U, 256U, 511U, 513U}) {
      const StreamOfBoxes a = stream_of(count_a, count_a);
      const StreamOfBoxes b = stream_of(count_b, 1000 + count_b);
      for (const bool culling : {false, true}) {
        // Larger than the rounding of grow(), smaller than the grid; and a multiple of it and more.
        for (const float grow : {0.0F, 0.06F, 1.06F}) {
          const StreamQuery query{grow, false, culling};
          Stats stats;
          std::vector<Pair> found = testing::stream_pairs(a, b, query, stats);
          std::sort(found.begin(), found.end());
          ASSERT_EQ(found, testing::naive_stream_pairs(a, b, query))
              << count_a << " x " << count_b << ", culling " << culling << ", grow " << grow;
        }
      }
    }
  }
}

TEST_P(StreamPairs, WithinAStreamEachPairOnce) {
  for (const std::uint32_t count : {0U, 1U, 2U, 3U, 63U, 64U, 65U, 257U, 1023U, 1025U}) {
    const StreamOfBoxes a = stream_of(count, 7 * count);
    for (const bool culling : {false, true}) {
      const StreamQuery query{0, true, culling};
      Stats stats;
      std::vector<Pair> found = testing::stream_pairs(a, a, query, stats);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, testing::naive_stream_pairs(a, a, query)) << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Simd, StreamPairs, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

TEST(StreamTiles, AreInOrderAndWhatCullingLeavesOutIsNothing) {
  const StreamOfBoxes a = stream_of(900, 3);
  const StreamOfBoxes b = stream_of(700, 4);
  Stats culled;
  Stats plain;
  const std::vector<Pair> found = testing::stream_pairs(a, b, {0, false, true}, culled);
  EXPECT_EQ(found, testing::stream_pairs(a, b, {0, false, false}, plain)) << "the order, too";
  const auto place = [](const Pair& p) {
    return std::array{p.a / tile_side, p.b / tile_side, p.a, p.b};
  };
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                             [&](const Pair& p, const Pair& q) { return place(p) < place(q); }));
  EXPECT_LT(culled.bounds_tests, plain.bounds_tests / 2);
  // One test of everything, and every pair, filled up to whole blocks.
  EXPECT_EQ(plain.bounds_tests, 1U + 904U * 704U);
}

TEST(StreamTiles, ThatDoNotMeetCostOneTest) {
  const StreamOfBoxes a = stream_of(900, 5);
  std::vector<Aabb> far = a.leaves;
  for (Aabb& box : far) {
    box.lo[1] += 100;
    box.hi[1] += 100;
  }
  for (const bool culling : {false, true}) {
    Stats stats;
    EXPECT_TRUE(testing::stream_pairs(a, StreamOfBoxes(far), {0, false, culling}, stats).empty());
    EXPECT_EQ(stats.bounds_tests, 1U);
  }
}

TEST(StreamTiles, OfAMillionLeavesNeedNoMoreMemoryThanOne) {
  const StreamOfBoxes a(testing::million(0));
  const StreamOfBoxes b(testing::million(0.25F));
  ASSERT_EQ(a.leaves.size(), 1000000U);
  Arena arena;
  Arena chunk;
  ArenaVector<TileRun> runs(arena);
  Stats stats;
  plan_tiles(a.stream(), b.stream(), {}, arena, runs, stats);
  std::uint64_t count = 0;
  bool all_right = true;
  for (const TileRun& run : runs.span()) {
    chunk.reset();
    for_each_tile(a.stream(), b.stream(), {}, run, chunk, stats,
                  [&](std::uint32_t ta, std::uint32_t tb, std::span<const LeafPair> pairs) {
                    for (const LeafPair& p : pairs) {
                      all_right = all_right && ta * tile_side + p.a == tb * tile_side + p.b;
                    }
                    count += pairs.size();
                    return Flow::go_on;
                  });
  }
  EXPECT_EQ(count, 1000000U);
  EXPECT_TRUE(all_right);
  EXPECT_LE(chunk.capacity(), 2 * sizeof(TileMemory)) << "a tile's, whatever the length";
  EXPECT_LT(arena.capacity(), 4000000U) << "runs, not tiles";
}

TEST(StreamTiles, OfAMillionLeavesWithoutCulling) {
  const StreamOfBoxes a(testing::million(0));
  const StreamOfBoxes b(testing::million(0.25F));
  const std::uint32_t tiles = b.stream().tile_count();
  Arena chunk;
  Stats stats;
  std::uint64_t count = 0;
  for_each_tile(a.stream(), b.stream(), {0, false, false}, {17, {0, tiles}}, chunk, stats,
                [&](std::uint32_t, std::uint32_t, std::span<const LeafPair> pairs) {
                  count += pairs.size();
                  return Flow::go_on;
                });
  EXPECT_EQ(count, tile_side);
  EXPECT_EQ(stats.bounds_tests, tile_side * 1000000ULL);
}

// Some rows of a tile at a time, also past its end, give what the whole tile gives.
TEST(StreamTiles, InBandsGiveTheSamePairs) {
  const StreamOfBoxes a = stream_of(600, 3);
  const StreamOfBoxes b = stream_of(300, 4);
  for (const bool culling : {false, true}) {
    for (const bool within : {false, true}) {
      for (const float grow : {0.0F, 0.06F}) {
        const StreamQuery query{grow, within, culling};
        const StreamOfBoxes& other = within ? a : b;
        Stats stats;
        const std::vector<Pair> whole = testing::stream_pairs(a, other, query, stats);
        ASSERT_FALSE(whole.empty());
        std::vector<Pair> found;
        Arena chunk;
        for (std::uint32_t tile = 0; tile < a.stream().tile_count(); ++tile) {
          for (std::uint32_t to = within ? tile : 0; to < other.stream().tile_count(); ++to) {
            for (std::uint32_t row = 0; row < tile_blocks; row += 5) {
              chunk.reset();
              for_each_tile(a.stream(), other.stream(), query, {tile, {to, 1}, {row, 5}}, chunk,
                            stats, [&](std::uint32_t ta, std::uint32_t tb, auto pairs) {
                              for (const LeafPair& p : pairs) {
                                found.push_back({ta * tile_side + p.a, tb * tile_side + p.b});
                              }
                              return Flow::go_on;
                            });
            }
          }
        }
        EXPECT_EQ(found, whole) << culling << within << grow;
      }
    }
  }
}

TEST(StreamTiles, StopWhenToldTo) {
  const StreamOfBoxes a = stream_of(2000, 9);
  Arena chunk;
  Stats stats;
  int calls = 0;
  const Flow flow = for_each_tile(a.stream(), a.stream(), {10, false, true}, {0, {0, 8}}, chunk,
                                  stats, [&](std::uint32_t, std::uint32_t, auto pairs) {
                                    EXPECT_FALSE(pairs.empty());
                                    ++calls;
                                    return Flow::stop;
                                  });
  EXPECT_EQ(flow, Flow::stop);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace tact
