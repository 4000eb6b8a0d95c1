#pragma once
// How every method delivers its candidates: chunk by chunk, on as many threads as there are, each
// chunk into a writer and with memory of its own; chunks that nobody wants any more are left out.
#include <cstddef>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"

namespace tact {

/// What the work of one chunk is given.
struct ChunkOut {
  std::size_t chunk;  ///< as the sink counts
  unsigned worker;
  CandidateWriter& writer;  ///< is finished by whoever called the work
  Arena& arena;             ///< empty; for this chunk alone
  Stats& stats;             ///< zero; walks judge by what they counted themselves
};

/// Calls work(ChunkOut) for each of these chunks of a sink that was opened, unless the sink does
/// not want it. Returns the sum of what was counted, which does not depend on the threads.
/// `scratch` was begun for `threads` workers.
template <class Work>
Stats deliver_opened(const ChunkRange& chunks, unsigned threads, CandidateSink& sink,
                     Scratch& scratch, Work&& work) {
  const std::span<Stats> counts = scratch.arena(0).allocate<Stats>(threads);
  for (Stats& count : counts) count = {};
  parallel_for(chunks.last - chunks.first, threads, [&](std::size_t i, unsigned worker) {
    const std::size_t chunk = chunks.first + i;
    if (!sink.wants(chunk)) return;
    Arena& arena = scratch.chunk_arena(worker);
    arena.reset();
    CandidateWriter writer(sink, chunk, worker);
    Stats own;
    work(ChunkOut{chunk, worker, writer, arena, own});
    counts[worker] += own;
    writer.finish();
  });
  Stats sum;
  for (const Stats& count : counts) sum += count;
  return sum;
}

/// Opens the sink for `chunks` chunks and delivers them: see deliver_opened().
template <class Work>
Stats deliver(std::size_t chunks, unsigned threads, CandidateSink& sink, Scratch& scratch,
              Work&& work) {
  sink.open(chunks);
  return deliver_opened({0, chunks}, threads, sink, scratch, work);
}

/// Pushes candidates that are known already, until the sink has enough.
inline void push_all(std::span<const Candidate> candidates, CandidateWriter& writer) {
  for (const Candidate& candidate : candidates) {
    if (writer.push(candidate) == Flow::stop) return;
  }
}

}  // namespace tact
