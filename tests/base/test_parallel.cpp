// Compiled once for each back-end, see setup.cmake.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tact/base/parallel.h"

namespace tact {
namespace {

TEST(Parallel, EachChunkOnceAndWorkersInRange) {
  for (const unsigned threads : {1U, 2U, 4U, 9U}) {
    for (const std::size_t chunks : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<std::atomic<int>> calls(chunks);
      std::atomic<bool> in_range{true};
      parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
        calls[chunk].fetch_add(1);
        if (worker >= threads) in_range = false;
      });
      for (const std::atomic<int>& count : calls) ASSERT_EQ(count.load(), 1);
      EXPECT_TRUE(in_range);
    }
  }
}

TEST(Parallel, AWorkerIsOneThreadAtATime) {
  constexpr unsigned threads = 4;
  std::atomic<int> inside[threads] = {};
  std::atomic<bool> alone{true};
  std::vector<std::uint64_t> sums(threads);  // not atomic: the thread sanitizer watches
  parallel_for(2000, threads, [&](std::size_t chunk, unsigned worker) {
    if (inside[worker].fetch_add(1) != 0) alone = false;
    sums[worker] += chunk;
    inside[worker].fetch_sub(1);
  });
  EXPECT_TRUE(alone);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}), 2000U * 1999U / 2);
}

TEST(Parallel, ExceptionsComeBackAndEndTheWork) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    std::atomic<int> calls{0};
    try {
      parallel_for(100000, threads, [&](std::size_t chunk, unsigned) {
        calls.fetch_add(1);
        if (chunk == 10) throw std::runtime_error("chunk 10");
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "chunk 10");
    }
    EXPECT_GE(calls.load(), 11);  // chunks are claimed in ascending order
    // The next call is not affected.
    std::atomic<int> after{0};
    parallel_for(50, threads, [&](std::size_t, unsigned) { after.fetch_add(1); });
    EXPECT_EQ(after.load(), 50);
  }
}

TEST(Parallel, CallsMayBeNested) {
  std::atomic<int> calls{0};
  parallel_for(8, 4, [&](std::size_t, unsigned) {
    parallel_for(8, 4, [&](std::size_t, unsigned) { calls.fetch_add(1); });
  });
  EXPECT_EQ(calls.load(), 64);
}

TEST(Parallel, ThreadCountsAreResolved) {
  EXPECT_GE(hardware_threads(), 1U);
  EXPECT_EQ(resolve_threads(0), hardware_threads());
  EXPECT_EQ(resolve_threads(3), 3U);
  // Whoever asks for four billion threads gets a number that memory can be set aside for.
  EXPECT_LE(resolve_threads(std::numeric_limits<unsigned>::max()), 1024U);
}

TEST(Parallel, ChunksCoverAllItems) {
  for (const std::size_t items : {0U, 1U, 7U, 8U, 9U, 1000U}) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < chunk_count(items, 8); ++i) {
      const auto [first, last] = chunk_range(items, 8, i);
      EXPECT_EQ(first, next);
      EXPECT_GT(last, first);
      next = last;
    }
    EXPECT_EQ(next, items);
  }
}

TEST(Parallel, TheBackEndIsTheOneThatWasBuilt) {
  const std::string name = parallel_backend();
#ifdef TACT_TEST_BACKEND
  EXPECT_EQ(name, TACT_TEST_BACKEND);
#else
  EXPECT_TRUE(name == "tbb" || name == "threads" || name == "serial");
#endif
}

}  // namespace
}  // namespace tact
