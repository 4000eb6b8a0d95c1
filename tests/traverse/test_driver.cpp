#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "tact/traverse/driver.h"

namespace tact {
namespace {

class ChunkLists final : public CandidateSink {
 public:
  void open(std::size_t count) override { opened = count; }
  Flow take(std::size_t chunk, unsigned, std::span<const Candidate> batch) override {
    const std::lock_guard lock(mutex_);
    for (const Candidate& c : batch) taken[chunk].push_back(c.primitive_a);
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }

  std::size_t opened = 0;
  std::map<std::size_t, std::vector<std::uint32_t>> taken;

 private:
  std::mutex mutex_;
};

// The numbers below `limit` as a tree: below n are 3n + 1, 3n + 2, 3n + 3. Every one whose
// successors end is a candidate.
template <bool Finds>
struct NumberWalk {
  using Open = std::uint32_t;
  static constexpr std::size_t run = 4;
  static constexpr bool finds = Finds;
  std::uint32_t limit;

  bool is_leaf(std::uint32_t n) const { return 3 * n + 1 >= limit; }
  bool widen(std::span<const Open> front, ArenaVector<Open>& next, ArenaVector<Candidate>& found,
             unsigned, Stats& stats) const {
    bool deeper = false;
    for (const std::uint32_t n : front) {
      ++stats.bounds_tests;
      if (!is_leaf(n)) {
        deeper = true;
        for (std::uint32_t k = 3 * n + 1; k <= 3 * n + 3 && k < limit; ++k) next.push_back(k);
      } else if (Finds) {
        found.push_back({0, 0, n, limit});
      } else {
        next.push_back(n);
      }
    }
    return deeper || Finds;
  }
  void drain(std::span<const Open> open, const ChunkOut& out) const {
    EXPECT_LE(open.size(), run);
    ArenaVector<Open> stack(out.arena);
    for (const std::uint32_t top : open) {
      stack.push_back(top);
      while (!stack.empty()) {
        const std::uint32_t n = stack[stack.size() - 1];
        stack.resize_down(stack.size() - 1);
        ++out.stats.bounds_tests;
        if (is_leaf(n)) out.writer.push({0, 0, n, limit});
        for (std::uint32_t k = 3 * n + 1; k <= 3 * n + 3 && k < limit; ++k) stack.push_back(k);
      }
    }
  }
};

template <bool Finds>
void expect_all_leaves_whatever_the_threads(std::uint32_t limit) {
  std::map<std::size_t, std::vector<std::uint32_t>> first;
  Stats counted;
  for (const unsigned threads : {1U, 2U, 4U}) {
    Scratch scratch;
    scratch.begin(threads);
    NumberWalk<Finds> walk{limit};
    ArenaVector<std::uint32_t> front(scratch.arena(0));
    if (limit > 0) front.push_back(0);
    ChunkLists sink;
    Stats stats;
    const std::size_t chunks = drive(walk, front, threads, sink, scratch, stats);
    EXPECT_EQ(sink.opened, chunks);
    std::vector<std::uint32_t> all;
    for (const auto& [chunk, list] : sink.taken) all.insert(all.end(), list.begin(), list.end());
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t n = 0; n < limit; ++n) {
      if (walk.is_leaf(n)) leaves.push_back(n);
    }
    EXPECT_EQ(all, leaves) << limit;
    if (threads == 1) {
      first = sink.taken;
      counted = stats;
    }
    EXPECT_EQ(sink.taken, first) << "other chunks on " << threads << " threads";
    EXPECT_EQ(stats, counted);
  }
}

TEST(Driver, EverythingBelowOnceInTheSameChunksForAnyNumberOfThreads) {
  for (const std::uint32_t limit : {0U, 1U, 2U, 5U, 300U, 1000U, 20000U}) {
    expect_all_leaves_whatever_the_threads<true>(limit);
    expect_all_leaves_whatever_the_threads<false>(limit);
  }
}

// What is found on the way is chunk 0, where a walk can find anything there.
TEST(Driver, TheFirstChunkIsWhatWasFoundOnTheWay) {
  Scratch scratch;
  scratch.begin(1);
  ChunkLists sink;
  Stats stats;
  ArenaVector<std::uint32_t> front(scratch.arena(0));
  front.push_back(0);
  NumberWalk<true> few{20};
  EXPECT_EQ(drive(few, front, 1, sink, scratch, stats), 1U) << "nothing is left to share out";
  EXPECT_EQ(sink.taken.size(), 1U);
  NumberWalk<true> many{5000};
  ArenaVector<std::uint32_t> again(scratch.arena(0));
  again.push_back(0);
  ChunkLists wide;
  EXPECT_GT(drive(many, again, 1, wide, scratch, stats), wide_enough / many.run);
  EXPECT_FALSE(wide.taken.contains(0)) << "all leaves are deeper than where it is shared out";
}

TEST(Driver, RunsDoNotCrossJobs) {
  Arena arena;
  ArenaVector<JobRun<int>> runs(arena);
  const int open[11] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  cut_into_runs<int>(0, open, 4, runs);
  cut_into_runs<int>(1, std::span<const int>(), 4, runs);
  cut_into_runs<int>(2, std::span<const int>(open, 4), 4, runs);
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(runs[2].open.size(), 3U);
  EXPECT_EQ(runs[3].job, 2U);
  EXPECT_EQ(runs[3].open.size(), 4U);
}

}  // namespace
}  // namespace tact
