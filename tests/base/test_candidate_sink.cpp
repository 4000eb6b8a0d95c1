#include <gtest/gtest.h>

#include <vector>

#include "tact/base/candidate_sink.h"

namespace tact {
namespace {

// Remembers everything, and says stop after a number of batches.
class Recorder final : public CandidateSink {
 public:
  explicit Recorder(std::size_t batches) : batches_left_(batches) {}

  void open(std::size_t) override {}
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override {
    EXPECT_EQ(chunk, 7U);
    EXPECT_EQ(worker, 2U);
    EXPECT_FALSE(closed);
    sizes.push_back(batch.size());
    all.insert(all.end(), batch.begin(), batch.end());
    return --batches_left_ == 0 ? Flow::stop : Flow::go_on;
  }
  Flow close(std::size_t chunk, unsigned) override {
    EXPECT_EQ(chunk, 7U);
    closed = true;
    return Flow::go_on;
  }
  bool wants(std::size_t) const override { return true; }

  std::vector<std::size_t> sizes;
  std::vector<Candidate> all;
  bool closed = false;

 private:
  std::size_t batches_left_;
};

TEST(CandidateWriter, DeliversAllInOrderInFullBatches) {
  for (const std::uint32_t count : {0U, 1U, 255U, 256U, 257U, 1000U}) {
    Recorder sink(1000);
    CandidateWriter writer(sink, 7, 2);
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(writer.push({0, 1, i, i}), Flow::go_on);
    writer.finish();
    ASSERT_EQ(sink.all.size(), count);
    EXPECT_TRUE(sink.closed);
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(sink.all[i].primitive_a, i);
    EXPECT_EQ(sink.sizes.size(), (count + 255) / 256);
  }
}

TEST(CandidateWriter, AfterStopNothingIsDelivered) {
  Recorder sink(2);
  CandidateWriter writer(sink, 7, 2);
  std::uint32_t pushed = 0;
  while (writer.push({0, 1, pushed, 0}) == Flow::go_on) ++pushed;
  EXPECT_EQ(pushed, 511U);
  for (int i = 0; i < 600; ++i) EXPECT_EQ(writer.push({0, 1, 0, 0}), Flow::stop);
  writer.finish();
  EXPECT_EQ(sink.all.size(), 512U);
  EXPECT_TRUE(sink.closed);
}

TEST(Candidate, OrderedPutsTheLowerBodyAndPrimitiveFirst) {
  EXPECT_EQ(ordered(3, 9, 1, 4), (Candidate{1, 3, 4, 9}));
  EXPECT_EQ(ordered(1, 9, 3, 4), (Candidate{1, 3, 9, 4}));
  EXPECT_EQ(ordered(2, 9, 2, 4), (Candidate{2, 2, 4, 9}));
  EXPECT_LT((Candidate{0, 1, 9, 9}), (Candidate{0, 2, 0, 0}));
  EXPECT_LT((Candidate{0, 2, 1, 9}), (Candidate{0, 2, 2, 0}));
}

}  // namespace
}  // namespace tact
