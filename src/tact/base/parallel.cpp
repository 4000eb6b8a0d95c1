#include "tact/base/parallel.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "tact/base/crew.h"

namespace tact {
namespace {

// A crew for every thread that runs loops. Crews are used again and never destroyed, because a
// helper may outlast the thread that it helped, and a thread should not wait for it to end.
class Crews {
 public:
  Crew* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      free_.reserve(all_.size() + 1);
      return all_.emplace_back(std::make_unique<Crew>(Crew::Options{})).get();
    }
    Crew* const crew = free_.back();
    free_.pop_back();
    return crew;
  }
  void give_back(Crew* crew) {
    const std::lock_guard lock(mutex_);
    free_.push_back(crew);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Crew>> all_;
  std::vector<Crew*> free_;
};

Crews& crews() {
  static auto* const all = new Crews;
  return *all;
}

struct Lease {
  Crew* crew = crews().take();
  Lease() = default;
  ~Lease() { crews().give_back(crew); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
};

// Null where there is no memory for one.
Crew* own_crew() {
  try {
    thread_local const Lease lease;
    return lease.crew;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
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
  Crew* const crew = workers > 1 ? own_crew() : nullptr;
  if (crew == nullptr) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) call(context, chunk, 0);
    return;
  }
  Claims claims(chunks, workers, context, call);
  crew->run(claims);
  claims.rethrow();
}

}  // namespace tact
