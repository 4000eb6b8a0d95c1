#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tact/base/simd.h"
#include "tact/flat/box_pairs.h"
#include "tact/flat/brute_force.h"
#include "tests/support/random.h"

namespace tact {
namespace {

class PairCollector final : public CandidateSink {
 public:
  explicit PairCollector(std::size_t stop_after = 0) : stop_after_(stop_after) {}
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    all.insert(all.end(), batch.begin(), batch.end());
    return stop_after_ != 0 && all.size() >= stop_after_ ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::vector<Candidate> all;

 private:
  std::size_t stop_after_;
};

struct PairBoxes {
  std::vector<Aabb> boxes;
  std::vector<Aabb8> blocks;
  BoxStream stream;

  // Corners on a coarse grid, so that many boxes only just touch.
  PairBoxes(std::uint32_t count, std::uint64_t seed) {
    testing::Random random(seed);
    blocks.resize((count + 7) / 8);
    Aabb all = Aabb::nothing();
    for (std::uint32_t i = 0; i < 8 * blocks.size(); ++i) {
      Aabb box = Aabb::nothing();
      if (i < count) {
        for (int k = 0; k < 3; ++k) {
          box.lo[k] = static_cast<float>(random.below(40)) * 0.125F;
          box.hi[k] = box.lo[k] + static_cast<float>(random.below(8)) * 0.125F;
        }
        boxes.push_back(box);
        all = merge(all, box);
      }
      blocks[i / 8].set(i % 8, box);
    }
    stream = {blocks, count, all};
  }
};

std::vector<Candidate> naive(const BoxPairJob& job, const PairBoxes& a, const PairBoxes& b) {
  std::vector<Candidate> found;
  for (std::uint32_t i = job.range.first; i < job.range.end(); ++i) {
    for (std::uint32_t j = 0; j < b.boxes.size(); ++j) {
      if (job.body_a == job.body_b && j <= i) continue;
      bool apart = false;
      for (int k = 0; k < 3; ++k) {
        apart = apart || a.boxes[i].lo[k] - job.grow > b.boxes[j].hi[k] ||
                a.boxes[i].hi[k] + job.grow < b.boxes[j].lo[k];
      }
      if (!apart) found.push_back(ordered(job.body_a, i, job.body_b, j));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Candidate> found_by_kernel(const BoxPairJob& job, const PairBoxes& a,
                                       const PairBoxes& b) {
  PairCollector sink;
  Arena arena;
  CandidateWriter writer(sink, 0, 0);
  find_box_pairs(job, a.stream, b.stream, arena, writer);
  writer.finish();
  std::sort(sink.all.begin(), sink.all.end());
  return sink.all;
}

class BoxPairs : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { use_simd_target(GetParam()); }
  void TearDown() override { use_simd_target(""); }
};

TEST_P(BoxPairs, BetweenBodiesAsTheNaiveLoop) {
  for (const std::uint32_t count_a : {1U, 7U, 8U, 65U}) {
    for (const std::uint32_t count_b : {1U, 8U, 9U, 100U, 333U}) {
      const PairBoxes a(count_a, count_a);
      const PairBoxes b(count_b, 1000 + count_b);
      // A multiple of the grid, and larger than the rounding of grow() but smaller than the grid.
      for (const float grow : {0.0F, 0.06F, 1.06F}) {
        const BoxPairJob whole{2, 5, {0, count_a}, grow};
        EXPECT_EQ(found_by_kernel(whole, a, b), naive(whole, a, b));
        const BoxPairJob part{2, 5, {count_a / 3, count_a / 2}, grow};
        EXPECT_EQ(found_by_kernel(part, a, b), naive(part, a, b));
      }
    }
  }
}

TEST_P(BoxPairs, WithinABodyEachPairOnce) {
  for (const std::uint32_t count : {1U, 2U, 8U, 9U, 64U, 257U}) {
    const PairBoxes a(count, 77 + count);
    for (const float grow : {0.0F, 0.06F}) {
      std::vector<Candidate> all;
      for (std::uint32_t first = 0; first < count; first += 10) {
        const BoxPairJob job{3, 3, {first, std::min(10U, count - first)}, grow};
        const std::vector<Candidate> part = found_by_kernel(job, a, a);
        all.insert(all.end(), part.begin(), part.end());
      }
      std::sort(all.begin(), all.end());
      EXPECT_EQ(all, naive({3, 3, {0, count}, grow}, a, a)) << count;
      EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
    }
  }
}

TEST_P(BoxPairs, StopsWhenTold) {
  const PairBoxes a(400, 5);
  PairCollector sink(1);
  Arena arena;
  CandidateWriter writer(sink, 0, 0);
  find_box_pairs({0, 1, {0, 400}, 10.0F}, a.stream, a.stream, arena, writer);
  writer.finish();
  EXPECT_EQ(sink.all.size(), CandidateSink::batch_size);
}

INSTANTIATE_TEST_SUITE_P(Simd, BoxPairs, ::testing::ValuesIn(simd_targets()),
                         [](const auto& target) { return target.param; });

TEST(BruteForce, DeliversEveryPairOnce) {
  PairCollector between;
  CandidateWriter writer(between, 0, 0);
  find_all_pairs({1, 4, {10, 20}, 30}, writer);
  writer.finish();
  EXPECT_EQ(between.all.size(), 600U);
  EXPECT_EQ(between.all.front(), (Candidate{1, 4, 10, 0}));
  PairCollector within;
  CandidateWriter self(within, 0, 0);
  find_all_pairs({2, 2, {0, 40}, 40}, self);
  self.finish();
  EXPECT_EQ(within.all.size(), 40U * 39U / 2);
}

}  // namespace
}  // namespace tact
