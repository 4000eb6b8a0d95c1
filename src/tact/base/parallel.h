#pragma once
// Threads: work is cut into chunks by its size alone, never by the number of threads, so that
// whatever is kept per chunk does not depend on it.
#include <cstddef>
#include <memory>
#include <type_traits>

namespace tact {

/// How many threads the machine runs at once; what `threads == 0` means everywhere.
unsigned hardware_threads();

/// The threads a request for `threads` gets: hardware_threads() for 0, and at most 1024, because
/// every worker has memory of its own.
unsigned resolve_threads(unsigned threads);

/// Name of the back-end that was built in: "tbb", "threads" or "serial".
const char* parallel_backend();

void run_chunks(std::size_t chunks, unsigned threads, void* context,
                void (*call)(void* context, std::size_t chunk, unsigned worker));

/// Calls f(chunk, worker) once for each chunk in [0, chunks), on up to `threads` threads, and
/// returns when all are done. Chunks are claimed in ascending order; worker < threads is for
/// scratch memory only. The first exception is thrown on after all threads have stopped.
template <class F>
void parallel_for(std::size_t chunks, unsigned threads, F&& f) {
  using Callable = std::remove_reference_t<F>;
  run_chunks(chunks, threads, const_cast<void*>(static_cast<const void*>(std::addressof(f))),
             [](void* context, std::size_t chunk, unsigned worker) {
               (*static_cast<Callable*>(context))(chunk, worker);
             });
}

/// The half-open part of `items` that chunk `i` of `chunk_size` items covers.
struct ChunkRange {
  std::size_t first;
  std::size_t last;
};
constexpr ChunkRange chunk_range(std::size_t items, std::size_t chunk_size, std::size_t i) {
  const std::size_t first = i * chunk_size;
  return {first, items - first < chunk_size ? items : first + chunk_size};
}
constexpr std::size_t chunk_count(std::size_t items, std::size_t chunk_size) {
  return (items + chunk_size - 1) / chunk_size;
}

}  // namespace tact
