#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "tact/base/deliver.h"

namespace tact {
namespace {

// Remembers what it was given, and does not want some chunks.
class Ledger final : public CandidateSink {
 public:
  explicit Ledger(std::set<std::size_t> unwanted = {}) : unwanted_(std::move(unwanted)) {}
  void open(std::size_t count) override { opened += count; }
  Flow take(std::size_t chunk, unsigned, std::span<const Candidate> batch) override {
    const std::lock_guard lock(mutex_);
    for (const Candidate& c : batch) taken[chunk].push_back(c.primitive_a);
    return taken[chunk].size() >= most ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t chunk, unsigned) override {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(closed.insert(chunk).second) << "closed twice";
    return Flow::go_on;
  }
  bool wants(std::size_t chunk) const override { return !unwanted_.contains(chunk); }

  std::size_t opened = 0;
  std::size_t most = 1U << 20;
  std::map<std::size_t, std::vector<std::uint32_t>> taken;
  std::set<std::size_t> closed;

 private:
  std::set<std::size_t> unwanted_;
  std::mutex mutex_;
};

class Deliver : public ::testing::TestWithParam<unsigned> {};

TEST_P(Deliver, EachWantedChunkOnceAndTheSumOfAllCounts) {
  const unsigned threads = GetParam();
  Scratch scratch;
  scratch.begin(threads);
  Ledger sink({3, 17});
  const Stats stats = deliver(40, threads, sink, scratch, [&](const ChunkOut& out) {
    EXPECT_EQ(out.stats, Stats{}) << "each chunk begins at zero";
    EXPECT_LT(out.worker, threads);
    out.stats.bounds_tests = out.chunk;
    for (std::uint32_t i = 0; i <= out.chunk; ++i) out.writer.push({0, 0, i, 1000});
  });
  EXPECT_EQ(sink.opened, 40U);
  EXPECT_EQ(stats.bounds_tests, 40U * 39U / 2U - 3U - 17U);
  EXPECT_EQ(sink.closed.size(), 38U);
  for (std::size_t chunk = 0; chunk < 40; ++chunk) {
    const bool wanted = chunk != 3 && chunk != 17;
    EXPECT_EQ(sink.taken[chunk].size(), wanted ? chunk + 1 : 0U);
  }
}

TEST_P(Deliver, LaterChunksOfAnOpenSink) {
  Scratch scratch;
  scratch.begin(GetParam());
  Ledger sink;
  sink.open(10);
  deliver_opened({4, 7}, GetParam(), sink, scratch, [](const ChunkOut& out) {
    out.writer.push({0, 0, 1, 2});
  });
  EXPECT_EQ(sink.closed, (std::set<std::size_t>{4, 5, 6}));
  EXPECT_EQ(sink.opened, 10U);
}

INSTANTIATE_TEST_SUITE_P(Threads, Deliver, ::testing::Values(1U, 2U, 4U));

// A chunk that takes all the memory there was does not leave less to the next.
TEST(DeliverMemory, ChunksBeginWithAnEmptyArena) {
  Scratch scratch;
  scratch.begin(1);
  std::size_t capacity = 0;
  Ledger sink;
  deliver(20, 1, sink, scratch, [&](const ChunkOut& out) {
    out.arena.allocate<std::byte>(100000);
    if (out.chunk == 1) capacity = scratch.capacity();
    if (out.chunk > 1) {
      EXPECT_EQ(scratch.capacity(), capacity);
    }
  });
}

TEST(DeliverMemory, KnownCandidatesUntilThereIsEnough) {
  const std::vector<Candidate> known(1000, Candidate{0, 0, 1, 2});
  Scratch scratch;
  scratch.begin(1);
  Ledger sink;
  deliver(1, 1, sink, scratch, [&](const ChunkOut& out) { push_all(known, out.writer); });
  EXPECT_EQ(sink.taken[0].size(), 1000U);
  Ledger modest;
  modest.most = 1;
  deliver(1, 1, modest, scratch, [&](const ChunkOut& out) { push_all(known, out.writer); });
  EXPECT_EQ(modest.taken[0].size(), CandidateSink::batch_size) << "one block";
}

}  // namespace
}  // namespace tact
