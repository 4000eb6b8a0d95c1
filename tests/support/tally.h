#pragma once
// A sink that counts candidates and wants all of them.
#include "tact/base/candidate_sink.h"

namespace tact::testing {

class Tally final : public CandidateSink {
 public:
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    candidates += batch.size();
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }
  std::size_t candidates = 0;
};

}  // namespace tact::testing
