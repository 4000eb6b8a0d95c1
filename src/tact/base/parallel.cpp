#include "tact/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#ifdef TACT_PARALLEL_TBB
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <optional>
#endif
#ifdef TACT_PARALLEL_THREADS
#include <system_error>
#include <vector>
#endif

namespace tact {
namespace {

// Every back-end only has to run `work(worker)` on some threads; which thread gets which chunk is
// decided here, by one counter.
class Claims {
 public:
  Claims(std::size_t chunks, void* context, void (*call)(void*, std::size_t, unsigned))
      : chunks_(chunks), context_(context), call_(call) {}

  void work(unsigned worker) noexcept {
    for (;;) {
      const std::size_t chunk = next_.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunks_) return;
      try {
        call_(context_, chunk, worker);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        next_.store(chunks_, std::memory_order_relaxed);
      }
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t chunks_;
  void* context_;
  void (*call_)(void*, std::size_t, unsigned);
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr error_;
};

void run_workers([[maybe_unused]] unsigned workers, Claims& claims) {
#if defined(TACT_PARALLEL_TBB)
  // Without this, oneTBB never runs more threads than there are processors, and says so on stderr.
  std::optional<tbb::global_control> more;
  if (workers > hardware_threads()) {
    more.emplace(tbb::global_control::max_allowed_parallelism, workers);
  }
  tbb::task_arena arena(static_cast<int>(workers));
  arena.execute([&] {
    tbb::parallel_for(
        0U, workers, [&](unsigned worker) { claims.work(worker); }, tbb::simple_partitioner());
  });
#elif defined(TACT_PARALLEL_THREADS)
  std::vector<std::thread> threads;
  threads.reserve(workers - 1);
  try {
    for (unsigned worker = 1; worker < workers; ++worker) {
      threads.emplace_back([&claims, worker] { claims.work(worker); });
    }
  } catch (const std::system_error&) {
    // The system has no thread left: those that there are do the work.
  }
  claims.work(0);
  for (std::thread& thread : threads) thread.join();
#else
  claims.work(0);
#endif
}

}  // namespace

unsigned hardware_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

unsigned resolve_threads(unsigned threads) {
  constexpr unsigned most = 1024;
  return std::min(threads == 0 ? hardware_threads() : threads, most);
}

const char* parallel_backend() {
#if defined(TACT_PARALLEL_TBB)
  return "tbb";
#elif defined(TACT_PARALLEL_THREADS)
  return "threads";
#else
  return "serial";
#endif
}

void run_chunks(std::size_t chunks, unsigned threads, void* context,
                void (*call)(void*, std::size_t, unsigned)) {
  const auto workers =
      static_cast<unsigned>(std::min<std::size_t>(chunks, resolve_threads(threads)));
  if (workers <= 1) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) call(context, chunk, 0);
    return;
  }
  Claims claims(chunks, context, call);
  run_workers(workers, claims);
  claims.rethrow();
}

}  // namespace tact
