#include <gtest/gtest.h>

#include <limits>

#include "tact/base/simd.h"
#include "tact/flat/sweep.h"
#include "tests/flat/box_scenes.h"

namespace tact {
namespace {

class SweepCollector final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    all.insert(all.end(), batch.begin(), batch.end());
    return stop ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;
  bool stop = false;
};

std::vector<Endpoint> sweep_list_of(const std::vector<Aabb>& boxes, int axis) {
  Arena arena;
  std::vector<Endpoint> list(2 * boxes.size());
  list_endpoints(boxes, axis, list);
  full_sort(FullSort::quick, list, arena);
  return list;
}

SweepPlan plan_of(int axis, int strip_axis, std::uint32_t strips, float grow) {
  SweepPlan plan;
  plan.axis = axis;
  plan.strip_axis = strip_axis;
  plan.strips = strips;
  plan.grow = grow;
  return plan;
}

class Sweep : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(Sweep, WithinAsTheNaiveLoopWhateverThePlan) {
  for (const std::uint32_t count : {0U, 1U, 2U, 7U, 8U, 9U, 33U, 300U}) {
    const std::vector<Aabb> boxes = testing::grid_boxes(count, 40 + count);
    for (int axis = 0; axis < 3; ++axis) {
      for (const std::uint32_t strips : {1U, 2U, 7U, 256U}) {
        for (const float grow : {0.0F, 0.06F, 1.06F}) {
          Arena arena;
          const SweepPlan plan = plan_of(axis, (axis + 1 + int(strips % 2)) % 3, strips, grow);
          const SweepView view = arrange_sweep(boxes, {}, sweep_list_of(boxes, axis), plan, arena);
          EXPECT_LE(view.count, 2 * count);
          ArenaVector<Pair> found(arena);
          for (std::uint32_t first = 0; first < view.count; first += 10) {
            sweep_within(view, {first, std::min(10U, view.count - first)}, found);
          }
          EXPECT_EQ(testing::sorted_pairs({found.begin(), found.end()}),
                    testing::naive_pairs(boxes, grow));
        }
      }
    }
  }
}

TEST_P(Sweep, NoEntriesTakeNoTests) {
  const std::vector<Aabb> boxes = testing::cube_boxes(100, 0.1F, 7);
  Arena arena;
  const std::vector<Endpoint> list = sweep_list_of(boxes, 0);
  const SweepView view = arrange_sweep(boxes, {}, list, plan_of(0, 2, 1, 0), arena);
  SweepCollector sink;
  CandidateWriter writer(sink, 0, 0);
  const SweepCounts none = sweep_within(view, {7, 0}, 3, false, writer);
  EXPECT_EQ(none.tests, 0U);
  EXPECT_EQ(none.related, 0U);
  EXPECT_GT(sweep_within(view, {7, 1}, 3, false, writer).tests, 0U);
}

TEST_P(Sweep, StripsSpareTests) {
  const std::vector<Aabb> boxes = testing::cube_boxes(5000, 0.1F, 7);
  Arena arena;
  const std::vector<Endpoint> list = sweep_list_of(boxes, 0);
  std::uint64_t tests[2];
  for (const std::uint32_t strips : {1U, 16U}) {
    const SweepView view = arrange_sweep(boxes, {}, list, plan_of(0, 2, strips, 0), arena);
    EXPECT_EQ(view.plan.strips, strips);
    ArenaVector<Pair> found(arena);
    tests[strips / 16] = sweep_within(view, {0, view.count}, found);
    EXPECT_EQ(testing::sorted_pairs({found.begin(), found.end()}), testing::naive_pairs(boxes));
  }
  // A word of boxes is tested where a few start in time.
  EXPECT_GE(tests[0], count_overlaps(list));
  EXPECT_LE(tests[0], count_overlaps(list) + 5000 * 64);
  EXPECT_LT(tests[1], tests[0] / 2);
}

// Two sets swept against each other, as a method does it.
struct Meeting {
  std::vector<Pair> found;
  std::uint32_t strips_a = 0;
  std::uint32_t strips_b = 0;
};
Meeting meet(const std::vector<Aabb>& first, const std::vector<Aabb>& second, float grow) {
  Aabb all_a = Aabb::nothing();
  Aabb all_b = Aabb::nothing();
  for (const Aabb& box : first) all_a = merge(all_a, box);
  for (const Aabb& box : second) all_b = merge(all_b, box);
  Arena arena;
  const auto [a, b] = arrange_meeting(first, all_a, second, all_b, grow, arena);
  SweepCollector sink;
  CandidateWriter writer(sink, 0, 0);
  sweep_between(a, {0, a.count / 2}, b, false, {3, 5}, writer);
  sweep_between(a, {a.count / 2, a.count - a.count / 2}, b, false, {3, 5}, writer);
  sweep_between(b, {0, b.count}, a, true, {5, 3}, writer);
  writer.finish();
  Meeting out{{}, a.plan.strips, b.plan.strips};
  for (const Candidate& c : sink.all) {
    EXPECT_EQ(c.body_a, 3U);
    EXPECT_EQ(c.body_b, 5U);
    out.found.push_back({c.primitive_a, c.primitive_b});
  }
  std::sort(out.found.begin(), out.found.end());
  return out;
}

// Boxes 0 … half of one body, the others of another.
TEST_P(Sweep, BetweenAsTheNaiveLoop) {
  for (const std::uint32_t half : {1U, 5U, 64U, 150U, 900U}) {
    for (const bool small : {false, true}) {
      const std::vector<Aabb> all = small ? testing::cube_boxes(2 * half + 3, 0.05F, half)
                                          : testing::grid_boxes(2 * half + 3, half);
      const std::vector<Aabb> first(all.begin(), all.begin() + half);
      const std::vector<Aabb> second(all.begin() + half, all.end());
      for (const float grow : {0.0F, 0.06F}) {
        std::vector<Pair> expected;
        for (const Pair& pair : testing::naive_pairs(all, grow)) {
          if (pair.a < half && pair.b >= half) expected.push_back({pair.a, pair.b - half});
        }
        EXPECT_EQ(meet(first, second, grow).found, expected);
      }
    }
  }
}

// Crumbs would be put into many strips, plates reach over half of all strips and would need too
// many entries: whichever comes first, both must end in strips of one width.
TEST_P(Sweep, SetsThatWouldTakeDifferentStripsAgreeOnOnePlan) {
  testing::Random random(31);
  std::vector<Aabb> crumbs = testing::cube_boxes(3000, 0.01F, 32);
  std::vector<Aabb> plates;
  for (int i = 0; i < 200; ++i) {
    const auto x = static_cast<float>(random.uniform(0, 0.8));
    const auto y = static_cast<float>(random.uniform(0, 0.5));
    const auto z = static_cast<float>(random.uniform(0, 0.4));
    plates.push_back({{x, y, z}, {x + 0.2F, y + 0.5F, z + 0.6F}});
  }
  std::vector<Pair> expected;
  std::vector<Pair> other_way;
  for (std::uint32_t i = 0; i < crumbs.size(); ++i) {
    for (std::uint32_t j = 0; j < plates.size(); ++j) {
      if (!overlaps(crumbs[i], plates[j])) continue;
      expected.push_back({i, j});
      other_way.push_back({j, i});
    }
  }
  std::sort(other_way.begin(), other_way.end());
  // On their own, plates of that many would be planned more strips than they can be put into.
  EXPECT_GT(SweepPlan::strips_for(3000 * 0.2 / 2), 2U);
  const Meeting one = meet(crumbs, plates, 0);
  EXPECT_EQ(one.strips_a, 2U);
  EXPECT_EQ(one.strips_b, 2U);
  EXPECT_EQ(one.found, expected);
  const Meeting other = meet(plates, crumbs, 0);
  EXPECT_EQ(other.strips_a, 2U);
  EXPECT_EQ(other.strips_b, 2U);
  EXPECT_EQ(other.found, other_way);
}

TEST_P(Sweep, AMeetingHoldsOnlyWhatReachesTheOther) {
  const std::vector<Aabb> boxes = testing::grid_boxes(200, 12);
  const std::vector<Aabb> other{{{-1, -1, -1}, {0.5F, 1, 0}}};
  Arena arena;
  const auto [a, b] = arrange_meeting(boxes, {{-9, -9, -9}, {9, 9, 9}}, other, other[0], 0, arena);
  EXPECT_EQ(b.count, 1U);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (overlaps(boxes[i], other[0])) expected.push_back(i);
  }
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < a.count; ++i) kept.push_back(a.entries[i].id);
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  EXPECT_EQ(kept, expected);
  const auto nothing =
      arrange_meeting(boxes, {{-9, -9, -9}, {9, 9, 9}}, other, {{8, 8, 8}, {9, 9, 9}}, 0, arena);
  EXPECT_EQ(nothing.a.count + nothing.b.count, 0U);
}

TEST_P(Sweep, EndlessAndEmptyBoxes) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::vector<Aabb> boxes = testing::grid_boxes(20, 4);
  boxes[3] = {{-inf, -inf, -inf}, {inf, inf, inf}};
  boxes[11] = {{-inf, 0, 0}, {inf, 1, 1}};
  boxes[12] = boxes[17] = Aabb::nothing();
  for (int axis = 0; axis < 3; ++axis) {
    Arena arena;
    const SweepPlan plan = plan_of(axis, (axis + 1) % 3, 4, 0);
    const SweepView view = arrange_sweep(boxes, {}, sweep_list_of(boxes, axis), plan, arena);
    ArenaVector<Pair> found(arena);
    sweep_within(view, {0, view.count}, found);
    EXPECT_EQ(testing::sorted_pairs({found.begin(), found.end()}), testing::naive_pairs(boxes));
  }
}

TEST_P(Sweep, LeavesOutWhatIsRelated) {
  const std::vector<Aabb> boxes(6, Aabb{{0, 0, 0}, {1, 1, 1}});
  // 0, 1 and 2 in a chain; 3 and 4 have their first and last in common; 5 is alone.
  const std::vector<BoxTags> tags{{{0, 1, 2}}, {{2, 3, 4}},   {{5, 4, 6}},
                                  {{7, 8, 9}}, {{10, 11, 7}}, {{12, 13, 14}}};
  Arena arena;
  const SweepView view =
      arrange_sweep(boxes, tags, sweep_list_of(boxes, 0), plan_of(0, 1, 1, 0), arena);
  SweepCollector sink;
  CandidateWriter writer(sink, 0, 0);
  const SweepCounts counts = sweep_within(view, {0, 6}, 2, true, writer);
  writer.finish();
  EXPECT_EQ(counts.related, 3U);
  EXPECT_EQ(sink.all.size(), 15U - 3U);
  for (const Candidate& left_out : {Candidate{2, 2, 0, 1}, {2, 2, 1, 2}, {2, 2, 3, 4}}) {
    EXPECT_EQ(std::count(sink.all.begin(), sink.all.end(), left_out), 0);
  }
}

TEST_P(Sweep, StopsWhenTold) {
  const std::vector<Aabb> boxes(400, Aabb{{0, 0, 0}, {1, 1, 1}});
  Arena arena;
  const SweepView view =
      arrange_sweep(boxes, {}, sweep_list_of(boxes, 0), plan_of(0, 1, 1, 0), arena);
  SweepCollector sink;
  sink.stop = true;
  CandidateWriter writer(sink, 0, 0);
  sweep_within(view, {0, 400}, 2, false, writer);
  writer.finish();
  EXPECT_EQ(sink.all.size(), CandidateSink::batch_size);
  EXPECT_EQ(sink.all.front().body_b, 2U);
}

INSTANTIATE_TEST_SUITE_P(Simd, Sweep, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

}  // namespace
}  // namespace tact
