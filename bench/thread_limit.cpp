#include "bench/thread_limit.h"

#ifdef TACT_BENCH_TBB
#include <tbb/global_control.h>
#endif

namespace tact::bench {

#ifdef TACT_BENCH_TBB
struct ThreadLimit::Control {
  explicit Control(unsigned threads)
      : limit(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control limit;
};
#else
struct ThreadLimit::Control {
  explicit Control(unsigned) {}
};
#endif

ThreadLimit::ThreadLimit(unsigned threads) : control_(std::make_unique<Control>(threads)) {}
ThreadLimit::~ThreadLimit() = default;

}  // namespace tact::bench
