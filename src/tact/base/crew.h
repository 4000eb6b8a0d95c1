#pragma once
// The helpers of one calling thread. A frame is many short loops, and waking a thread takes longer
// than most of them: so a loop asks for helpers only once it has shown that it lasts, and helpers
// stay awake for a moment after a loop, ready for the next.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>

namespace tact {

/// A loop whose chunks are claimed, in ascending order, by whoever is free.
class Claims {
 public:
  using Call = void (*)(void* context, std::size_t chunk, unsigned worker);
  using Clock = std::chrono::steady_clock;

  Claims(std::size_t chunks, unsigned workers, void* context, Call call)
      : chunks_(chunks), workers_(workers), context_(context), call_(call) {}

  /// How many threads may work here, the caller's included.
  unsigned workers() const { return workers_; }

  /// Works until nothing is left to claim. Safe to call from several threads, each with a number of
  /// its own below workers().
  void work(unsigned worker) noexcept {
    while (step(worker)) {
    }
  }
  /// Works as long as that and claims nothing from `end` on; false if then something was left.
  bool work_until(unsigned worker, Clock::time_point end) noexcept {
    while (step(worker)) {
      if (Clock::now() >= end) return next_.load(std::memory_order_relaxed) >= chunks_;
    }
    return true;
  }
  /// Throws what a chunk threw first. Once all threads have left.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  bool step(unsigned worker) noexcept;

  std::size_t chunks_;
  unsigned workers_;
  void* context_;
  Call call_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
};

/// Thread-safe as far as one thread at a time runs loops.
class Crew {
 public:
  struct Options {
    /// How long a loop lasts before sleeping helpers are asked for.
    std::chrono::microseconds before_asking{20};
    /// How long a helper stays awake without work.
    std::chrono::microseconds patience{100};
  };
  explicit Crew(const Options& options) : options_(options) {}
  /// Waits until the helpers have lost their patience.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Runs all of it on this thread and on helpers, and returns when all have left. A loop within
  /// a chunk of another loop of the same crew is run by this thread alone.
  void run(Claims& claims);

  /// How often a helper had to be asked for, since the crew began.
  std::uint64_t asked() const { return asked_; }

 private:
  struct alignas(64) Seat {
    std::atomic<bool> taken{false};  // a helper is there, or on its way
  };
  bool make_seats(unsigned workers) noexcept;
  void publish(Claims& claims);
  bool anybody_awake(unsigned workers) const;
  void ask_for_helpers(unsigned workers);
  void start_helper(Seat& seat, unsigned worker) noexcept;
  void serve(Seat& seat, unsigned worker);
  bool join_loop(unsigned worker, std::uint64_t& seen);

  Options options_;
  bool running_ = false;
  std::uint64_t asked_ = 0;
  std::deque<Seat> seats_;  // of workers 1, 2, …: helpers keep references while it grows
  // What helpers watch, apart from what they write.
  alignas(64) std::atomic<std::uint64_t> loops_{0};
  std::atomic<Claims*> claims_{nullptr};
  alignas(64) std::atomic<unsigned> inside_{0};
  std::atomic<unsigned> helpers_{0};  // that may still touch this object
};

}  // namespace tact
