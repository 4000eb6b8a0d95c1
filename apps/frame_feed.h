#pragma once
// Reads frames ahead, on a thread of its own: while one is asked about, the next ones are on their
// way.
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "tact/io/sequence.h"

namespace tact::app {

/// Hands out the positions 0, 1, 2, … of a list of frames to whoever asks, some in a row.
class FrameDispenser {
 public:
  FrameDispenser(std::uint64_t count, std::uint64_t in_a_row) : row_(in_a_row), end_(count) {}

  /// The next [first, last); empty when there are none that are wanted.
  struct Run {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };
  Run take();
  /// From that one on, none is wanted any more: what comes before it is.
  void stop_before(std::uint64_t index);
  void stop() { stop_before(0); }
  bool wants(std::uint64_t index) const { return index < end_; }

 private:
  std::uint64_t row_;
  std::atomic<std::uint64_t> end_;
  std::atomic<std::uint64_t> next_{0};
};

/// The positions of all bodies in a frame.
struct FrameSet {
  std::uint64_t index = 0;  ///< in the list of frames
  bool lead = false;        ///< somebody else's frame, from which the next one comes
  std::vector<FramePositions> bodies;
  double load_ms = 0;
  std::exception_ptr error;  ///< instead of positions
};

class FrameFeed {
 public:
  /// Frame `index` of the list is frame first + index · step of each sequence that moves. `leads`:
  /// before frames in a row comes the one that they follow.
  FrameFeed(const std::vector<Sequence>& bodies, FrameDispenser& dispenser, std::uint64_t first,
            std::uint64_t step, bool leads);
  ~FrameFeed();
  FrameFeed(const FrameFeed&) = delete;
  FrameFeed& operator=(const FrameFeed&) = delete;

  /// The next frame, when it is there; null at the end. What it gave before stays valid until
  /// release(), but for the last one that was released.
  const FrameSet* next();
  /// Whoever borrows positions has moved on to those that next() gave last.
  void release();

 private:
  void read_all();
  bool read_one(std::uint64_t index, bool lead);

  const std::vector<Sequence>& bodies_;
  FrameDispenser& dispenser_;
  std::uint64_t first_;
  std::uint64_t step_;
  bool leads_;
  // One is asked about, one lies ready, one is being read.
  std::array<FrameSet, 3> sets_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t read_ = 0;      // sets that were filled, ever
  std::uint64_t given_ = 0;     // that next() gave
  std::uint64_t released_ = 0;  // that may be filled again
  bool ended_ = false;
  bool stop_ = false;
  std::thread reader_;
};

}  // namespace tact::app
