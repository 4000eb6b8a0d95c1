#include <gtest/gtest.h>

#include <limits>

#include "tact/base/simd.h"
#include "tact/flat/sweep.h"
#include "tests/flat/box_scenes.h"

namespace tact {
namespace {

class Collector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> block) override {
    all.insert(all.end(), block.begin(), block.end());
    return stop ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;
  bool stop = false;
};

SweepView view_of(const std::vector<Aabb>& boxes, int axis, Arena& arena) {
  std::vector<Endpoint> list(2 * boxes.size());
  list_endpoints(boxes, axis, list);
  full_sort(FullSort::quick, list, arena);
  return arrange_sweep(boxes, list, axis, arena);
}

class Sweep : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(Sweep, WithinAsTheNaiveLoop) {
  for (const std::uint32_t count : {0U, 1U, 2U, 7U, 8U, 9U, 33U, 300U}) {
    const std::vector<Aabb> boxes = testing::grid_boxes(count, 40 + count);
    for (int axis = 0; axis < 3; ++axis) {
      for (const float grow : {0.0F, 0.06F, 1.06F}) {
        Arena arena;
        const SweepView view = view_of(boxes, axis, arena);
        ArenaVector<Pair> found(arena);
        std::uint64_t tests = 0;
        for (std::uint32_t first = 0; first < count; first += 10) {
          tests += sweep_within(view, {first, std::min(10U, count - first)}, grow, found);
        }
        EXPECT_EQ(testing::sorted_pairs({found.begin(), found.end()}),
                  testing::naive_pairs(boxes, grow));
        if (grow == 0) {
          EXPECT_EQ(tests, testing::naive_overlaps(boxes, axis));
        }
      }
    }
  }
}

// Boxes 0 … half of one body, the others of another.
TEST_P(Sweep, BetweenAsTheNaiveLoopWhateverTheAxis) {
  for (const std::uint32_t half : {1U, 5U, 64U, 150U}) {
    const std::vector<Aabb> all = testing::grid_boxes(2 * half + 3, half);
    const std::vector<Aabb> first(all.begin(), all.begin() + half);
    const std::vector<Aabb> second(all.begin() + half, all.end());
    for (const float grow : {0.0F, 0.06F}) {
      std::vector<Pair> expected;
      for (const Pair& pair : testing::naive_pairs(all, grow)) {
        if (pair.a < half && pair.b >= half) expected.push_back({pair.a, pair.b - half});
      }
      for (int axis = 0; axis < 9; ++axis) {
        Arena arena;
        const Aabb everything{{-9, -9, -9}, {9, 9, 9}};
        const SweepView a =
            clip_sweep(view_of(first, axis % 3, arena), everything, axis / 3, arena);
        const SweepView b = clip_sweep(view_of(second, 0, arena), everything, axis / 3, arena);
        Collector sink;
        BlockWriter writer(sink, 0, 0);
        sweep_between(a, {0, a.count / 2}, b, false, {3, 5, grow}, writer);
        sweep_between(a, {a.count / 2, a.count - a.count / 2}, b, false, {3, 5, grow}, writer);
        sweep_between(b, {0, b.count}, a, true, {5, 3, grow}, writer);
        writer.finish();
        std::vector<Pair> found;
        for (const Candidate& c : sink.all) {
          EXPECT_EQ(c.body_a, 3U);
          EXPECT_EQ(c.body_b, 5U);
          found.push_back({c.primitive_a, c.primitive_b});
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
      }
    }
  }
}

TEST_P(Sweep, ClippingLeavesOutWhatDoesNotReachTheRegion) {
  const std::vector<Aabb> boxes = testing::grid_boxes(200, 12);
  const Aabb region{{-1, -1, -1}, {0.5F, 1, 0}};
  for (int axis = 0; axis < 3; ++axis) {
    Arena arena;
    const SweepView clipped = clip_sweep(view_of(boxes, 1, arena), region, axis, arena);
    std::vector<std::uint32_t> kept(clipped.ids, clipped.ids + clipped.count);
    for (std::uint32_t rank = 0; rank < clipped.count; ++rank) {
      EXPECT_EQ(clipped.box(rank), boxes[kept[rank]]);
      EXPECT_EQ(clipped.start[rank], boxes[kept[rank]].lo[axis]);
    }
    EXPECT_TRUE(std::is_sorted(clipped.start, clipped.start + clipped.count));
    std::sort(kept.begin(), kept.end());
    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (overlaps(boxes[i], region)) expected.push_back(i);
    }
    EXPECT_EQ(kept, expected);
  }
}

TEST_P(Sweep, EndlessAndEmptyBoxes) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<Aabb> boxes = testing::grid_boxes(20, 4);
  boxes[3] = {{-inf, -inf, -inf}, {inf, inf, inf}};
  boxes[11] = {{-inf, 0, 0}, {inf, 1, 1}};
  boxes[12] = boxes[17] = Aabb::nothing();
  for (int axis = 0; axis < 3; ++axis) {
    Arena arena;
    const SweepView view = view_of(boxes, axis, arena);
    ArenaVector<Pair> found(arena);
    sweep_within(view, {0, view.count}, 0, found);
    EXPECT_EQ(testing::sorted_pairs({found.begin(), found.end()}), testing::naive_pairs(boxes));
  }
}

TEST_P(Sweep, StopsWhenTold) {
  const std::vector<Aabb> boxes(400, Aabb{{0, 0, 0}, {1, 1, 1}});
  Arena arena;
  const SweepView view = view_of(boxes, 0, arena);
  Collector sink;
  sink.stop = true;
  BlockWriter writer(sink, 0, 0);
  sweep_within(view, {0, 400}, {2, 2, 0}, writer);
  writer.finish();
  EXPECT_EQ(sink.all.size(), CandidateSink::block_size);
  EXPECT_EQ(sink.all.front().body_b, 2U);
}

INSTANTIATE_TEST_SUITE_P(Simd, Sweep, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace tact
