#include "tact/base/parallel.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "tact/base/crew.h"

namespace tact {

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
  thread_local const std::shared_ptr<Crew> crew = std::make_shared<Crew>(Crew::Options{});
  Claims claims(chunks, workers, context, call);
  crew->run(claims);
  claims.rethrow();
}

}  // namespace tact
