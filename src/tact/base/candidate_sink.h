#pragma once
// Where a method delivers its candidates, in batches, from any number of threads.
#include <array>
#include <cstddef>
#include <span>

#include "tact/base/export.h"
#include "tact/base/types.h"

namespace tact {

/// The receiving side. Work comes in numbered chunks, each delivered by one thread at a time. Where
/// a query is bounded they must depend on the scene alone, not on the number of threads: the answer
/// takes from the lowest chunks first, and is the same for any number of threads then.
class TACT_API CandidateSink {
 public:
  static constexpr std::size_t batch_size = 256;  ///< the most candidates of one take()

  virtual ~CandidateSink() = default;
  /// Announces chunks 0 … count-1, before any of them is delivered; where there is nothing to
  /// deliver it may be left out. Called again once those are
  /// closed it announces `count` more, which go on where the last ones ended.
  virtual void open(std::size_t count) = 0;
  /// Promises, before open(), that no candidate of the query is of two triangles that share a
  /// vertex by index: neighbours need not be looked for then but in bodies with topology ids.
  virtual void promise_no_neighbours() {}
  /// Up to batch_size candidates of one chunk; each candidate at most once per query, in the form
  /// that ordered() gives, and never a primitive with itself. Nobody looks for such mistakes: what
  /// comes twice is in the answer twice. stop: this chunk need not go on.
  virtual Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) = 0;
  /// The chunk is complete, or was told to stop. stop: no further chunk is needed.
  virtual Flow close(std::size_t chunk, unsigned worker) = 0;
  /// Is a chunk that was not begun still needed? If not, it is left out. `deliver()` of the library
  /// asks for each chunk; a method of your own may.
  virtual bool wants(std::size_t chunk) const = 0;
};

/// Takes the chunks of a second method behind those of a first one.
class FollowingSink final : public CandidateSink {
 public:
  /// `chunks_before` are those of the first method. The sink must outlive this one.
  FollowingSink(CandidateSink& sink, std::size_t chunks_before)
      : sink_(sink), before_(chunks_before) {}

  void open(std::size_t count) override { sink_.open(count); }
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override {
    return sink_.take(before_ + chunk, worker, batch);
  }
  Flow close(std::size_t chunk, unsigned worker) override {
    return sink_.close(before_ + chunk, worker);
  }
  bool wants(std::size_t chunk) const override { return sink_.wants(before_ + chunk); }

 private:
  CandidateSink& sink_;
  std::size_t before_;
};

/// Collects single candidates into batches for one chunk.
class CandidateWriter {
 public:
  /// For one thread and one chunk that was announced; the sink must outlive it.
  CandidateWriter(CandidateSink& sink, std::size_t chunk, unsigned worker)
      : sink_(sink), chunk_(chunk), worker_(worker) {}
  CandidateWriter(const CandidateWriter&) = delete;
  CandidateWriter& operator=(const CandidateWriter&) = delete;

  /// Adds one, in the form that ordered() gives. stop: the chunk need not go on.
  Flow push(const Candidate& candidate) {
    batch_[size_++] = candidate;
    return size_ == batch_.size() ? flush() : flow_;
  }
  /// What the sink last said.
  Flow flow() const { return flow_; }
  /// Delivers what there is, without waiting for a full batch.
  Flow deliver() { return flush(); }
  /// Delivers what is left and closes the chunk. Must be the last call.
  Flow finish() {
    flush();
    return sink_.close(chunk_, worker_);
  }

 private:
  Flow flush() {
    if (size_ > 0 && flow_ == Flow::go_on) {
      flow_ = sink_.take(chunk_, worker_, std::span<const Candidate>(batch_.data(), size_));
    }
    size_ = 0;
    return flow_;
  }

  CandidateSink& sink_;
  std::size_t chunk_;
  unsigned worker_;
  std::size_t size_ = 0;
  Flow flow_ = Flow::go_on;
  std::array<Candidate, CandidateSink::batch_size> batch_;
};

}  // namespace tact
