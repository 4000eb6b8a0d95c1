#include "tact/base/crew.h"

#include <algorithm>
#include <new>
#include <thread>

#ifdef TACT_PARALLEL_TBB
#include <tbb/task_arena.h>
#endif

namespace tact {
namespace {

constexpr int pauses_a_look = 32;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

bool Claims::step(unsigned worker) noexcept {
  const std::size_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
  if (chunk >= chunks_) return false;
  try {
    call_(context_, chunk, worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    next_.store(chunks_, std::memory_order_relaxed);
  }
  return true;
}

Crew::~Crew() {
  while (helpers_.load() != 0) std::this_thread::yield();
}

void Crew::run(Claims& claims) {
  const unsigned workers = claims.workers();
  if (running_ || workers <= 1 || !make_seats(workers)) return claims.work(0);
  running_ = true;
  const bool some = anybody_awake(workers);
  if (some) publish(claims);
  if (!claims.work_until(0, Claims::Clock::now() + options_.before_asking)) {
    if (!some) publish(claims);
    ask_for_helpers(workers);
    claims.work(0);
  }
  // Whoever came in before this line is waited for; whoever comes later finds nothing.
  claims_.store(nullptr);
  for (int tries = 0; inside_.load() != 0; ++tries) {
    // A helper may have lost its processor in the middle of a chunk: leave it this one.
    if (tries < 4096) {
      pause();
    } else {
      std::this_thread::yield();
    }
  }
  running_ = false;
}

// False where there is no memory for them: then this thread does the work.
bool Crew::make_seats(unsigned workers) noexcept {
  try {
    while (seats_.size() + 1 < workers) seats_.emplace_back();
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void Crew::publish(Claims& claims) {
  claims_.store(&claims);
  loops_.fetch_add(1);
}

bool Crew::anybody_awake(unsigned workers) const {
  return std::any_of(seats_.begin(), seats_.begin() + (workers - 1),
                     [](const Seat& seat) { return seat.taken.load(std::memory_order_relaxed); });
}

void Crew::ask_for_helpers(unsigned workers) {
  for (unsigned worker = 1; worker < workers; ++worker) {
    Seat& seat = seats_[worker - 1];
    if (!seat.taken.exchange(true)) start_helper(seat, worker);
  }
}

// Where the system has no thread or no memory left, those threads that there are do the work.
void Crew::start_helper(Seat& seat, [[maybe_unused]] unsigned worker) noexcept {
  ++asked_;
  helpers_.fetch_add(1);
#if defined(TACT_PARALLEL_TBB) || defined(TACT_PARALLEL_THREADS)
  try {
#ifdef TACT_PARALLEL_TBB
    // Never destroyed: helpers may outlast the end of main() by their patience.
    static auto* const arena = new tbb::task_arena();
    arena->enqueue([this, &seat, worker] { serve(seat, worker); });
#else
    std::thread([this, &seat, worker] { serve(seat, worker); }).detach();
#endif
    return;
  } catch (...) {  // NOLINT(bugprone-empty-catch): nobody came
  }
#endif
  seat.taken.store(false);
  helpers_.fetch_sub(1);
}

void Crew::serve(Seat& seat, unsigned worker) {
  std::uint64_t seen = 0;
  do {
    auto idle_since = Claims::Clock::now();
    while (Claims::Clock::now() - idle_since < options_.patience) {
      if (join_loop(worker, seen)) {
        idle_since = Claims::Clock::now();
      } else {
        for (int i = 0; i < pauses_a_look; ++i) pause();
      }
    }
    seat.taken.store(false);
    // A loop that began just now counted on this helper.
  } while (loops_.load() != seen && !seat.taken.exchange(true));
  helpers_.fetch_sub(1);  // nothing of the crew is touched from here on
}

// True if there was a loop that this helper had not seen.
bool Crew::join_loop(unsigned worker, std::uint64_t& seen) {
  const std::uint64_t loops = loops_.load();
  if (loops == seen) return false;
  seen = loops;
  inside_.fetch_add(1);
  Claims* const claims = claims_.load();
  if (claims != nullptr && worker < claims->workers()) claims->work(worker);
  inside_.fetch_sub(1);
  return true;
}

}  // namespace tact
