#pragma once
// The driver of walks that threads share: breadth first until there is enough open to share out,
// then what is open in runs, each of them a chunk and depth first. Runs are cut by number alone, so
// that chunks are the same for any number of threads.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tact/base/deliver.h"

namespace tact {

/// Open pairs before they are shared out.
inline constexpr std::size_t wide_enough = 256;

/// What drive() asks of a walk. `Open` is whatever can be open: a pair of nodes, a cell.
///   using Open; trivially copyable
///   static constexpr std::size_t run;   so many of them are a chunk
///   static constexpr bool finds;        does widen() come upon candidates?
///   bool widen(span<const Open> front, ArenaVector<Open>& next, ArenaVector<Candidate>& found,
///              unsigned worker, Stats&)
///       One level: replaces each by what is below it, in order; what has nothing below it goes on
///       as it is. False if that was so of all. Lasting memory: scratch.arena(worker).
///   void drain(span<const Open> run, const ChunkOut&)
///       Everything below, depth first.
/// Both are called from several threads at a time.
template <class Walk>
bool widen_once(Walk& walk, std::span<const typename Walk::Open> front,
                ArenaVector<typename Walk::Open>& next, ArenaVector<Candidate>& found,
                unsigned threads, Scratch& scratch, Stats& stats) {
  using Open = typename Walk::Open;
  struct Part {
    std::span<const Open> next;
    std::span<const Candidate> found;
    Stats stats;
    bool deeper;
  };
  const std::size_t chunks = chunk_count(front.size(), Walk::run);
  if (chunks <= 1) return !front.empty() && walk.widen(front, next, found, 0, stats);
  // The first levels are where a tree that is new is split, and where that takes longest: so
  // threads share them as well.
  const std::span<Part> parts = scratch.arena(0).template allocate<Part>(chunks);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned worker) {
    Part& part = parts[chunk];
    part.stats = {};
    ArenaVector<Open> own_next(scratch.arena(worker));
    ArenaVector<Candidate> own_found(scratch.arena(worker));
    const auto [first, last] = chunk_range(front.size(), Walk::run, chunk);
    part.deeper =
        walk.widen(front.subspan(first, last - first), own_next, own_found, worker, part.stats);
    part.next = own_next.span();
    part.found = own_found.span();
  });
  bool deeper = false;
  for (const Part& part : parts) {
    next.append(part.next);
    found.append(part.found);
    stats += part.stats;
    deeper = deeper || part.deeper;
  }
  return deeper;
}

/// Chunk 0 is what was found on the way; chunk 1 + i is drain(i, ChunkOut).
template <class Drain>
Stats share_out(std::span<const Candidate> found, std::size_t runs, unsigned threads,
                CandidateSink& sink, Scratch& scratch, Drain&& drain) {
  return deliver(1 + runs, threads, sink, scratch, [&](const ChunkOut& out) {
    if (out.chunk == 0) {
      push_all(found, out.writer);
    } else {
      drain(out.chunk - 1, out);
    }
  });
}

/// Widens `front` until there is enough to share out, shares it out and drains it. Adds to `stats`;
/// returns the number of chunks.
template <class Walk>
std::size_t drive(Walk& walk, ArenaVector<typename Walk::Open>& front, unsigned threads,
                  CandidateSink& sink, Scratch& scratch, Stats& stats) {
  using Open = typename Walk::Open;
  ArenaVector<Open> next(scratch.arena(0));
  ArenaVector<Candidate> found(scratch.arena(0));
  for (bool deeper = true; deeper && front.size() < wide_enough; std::swap(front, next)) {
    next.clear();
    deeper = widen_once(walk, std::as_const(front).span(), next, found, threads, scratch, stats);
  }
  const std::span<const Open> open = std::as_const(front).span();
  const std::size_t runs = chunk_count(open.size(), Walk::run);
  const auto drain = [&](std::size_t run, const ChunkOut& out) {
    const auto [first, last] = chunk_range(open.size(), Walk::run, run);
    walk.drain(open.subspan(first, last - first), out);
  };
  if constexpr (Walk::finds) {
    stats += share_out(found.span(), runs, threads, sink, scratch, drain);
    return 1 + runs;
  } else {
    stats +=
        deliver(runs, threads, sink, scratch, [&](const ChunkOut& out) { drain(out.chunk, out); });
    return runs;
  }
}

/// Where each two bodies are widened on their own: a run of what is open of the job-th two.
template <class Open>
struct JobRun {
  std::uint32_t job;
  std::span<const Open> open;
};
template <class Open>
void cut_into_runs(std::uint32_t job, std::span<const Open> open, std::size_t run,
                   ArenaVector<JobRun<Open>>& runs) {
  for (std::size_t k = 0; k < open.size(); k += run) {
    runs.push_back({job, open.subspan(k, std::min(run, open.size() - k))});
  }
}

}  // namespace tact
