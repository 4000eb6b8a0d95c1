#include "tact/traverse/box_tree_shared.h"

#include "tact/traverse/driver.h"

namespace tact {
namespace {

constexpr std::size_t box_pairs_per_chunk = 8;

using BoxRun = JobRun<BoxPairState>;

// What a run did, and the pairs that other runs may meet, too.
struct BoxRunEnd {
  BoxTreeCounts counts;
  std::span<const Pair> held;
};

// Nothing is delivered yet: pairs of leaves stay open, too.
void open_all(std::span<const BoxTreePair> pairs, ArenaVector<BoxRun>& runs, Arena& arena,
              BoxTreeCounts& counts) {
  for (std::uint32_t job = 0; job < pairs.size(); ++job) {
    ArenaVector<BoxPairState> open(arena);
    if (pairs[job].blind) {
      open.push_back(pairs[job].roots);
    } else {
      open_box_pairs(pairs[job], wide_enough, open, arena, counts);
    }
    cut_into_runs<BoxPairState>(job, open.span(), box_pairs_per_chunk, runs);
  }
}

}  // namespace

std::size_t walk_box_trees_shared(std::span<const BoxTreePair> pairs, std::span<const Pair> bodies,
                                  unsigned threads, CandidateSink& sink, Scratch& scratch,
                                  BoxTreeCounts& counts) {
  Arena& arena = scratch.arena(0);
  ArenaVector<BoxRun> runs(arena);
  open_all(pairs, runs, arena, counts);
  const std::size_t count = runs.size();
  const std::span<BoxRunEnd> ends = arena.allocate<BoxRunEnd>(count);
  for (BoxRunEnd& end : ends) end = {};
  sink.open(count + 1);
  deliver_opened({0, count}, threads, sink, scratch, [&](const ChunkOut& to) {
    const auto& [job, open] = runs[to.chunk];
    SeenPairs seen(to.arena);
    ArenaVector<Pair> kept(scratch.arena(to.worker));
    const BoxTreeOut out{to.writer, bodies[job].a, bodies[job].b, false, seen, &kept};
    BoxRunEnd& end = ends[to.chunk];
    if (pairs[job].blind) {
      walk_box_trees(pairs[job], out, end.counts);
    } else {
      walk_box_pairs(pairs[job], open, out, end.counts);
    }
    end.held = kept.span();
  });
  for (const BoxRunEnd& end : ends) counts += end.counts;
  deliver_opened({count, count + 1}, 1, sink, scratch, [&](const ChunkOut& to) {
    for (std::size_t i = 0; i < count && sink.wants(to.chunk);) {
      const std::uint32_t job = runs[i].job;
      SeenPairs seen(arena);
      const BoxTreeOut out{to.writer, bodies[job].a, bodies[job].b, false, seen, nullptr};
      for (; i < count && runs[i].job == job; ++i) {
        for (const Pair& pair : ends[i].held) out(pair.a, pair.b, true);
      }
    }
  });
  return count + 1;
}

}  // namespace tact
