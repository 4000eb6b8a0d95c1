// The walk of a wavefront, for one kind of volume. Included once per instruction set.
#if defined(TACT_TRAVERSE_WAVEFRONT_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_WAVEFRONT_SIMD_H
#undef TACT_TRAVERSE_WAVEFRONT_SIMD_H
#else
#define TACT_TRAVERSE_WAVEFRONT_SIMD_H
#endif

#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/traverse/wavefront.h"
#include "tact/traverse/wide_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

template <class Out>
struct NameSink {
  const WavefrontTask& task;
  Out& out;
  HWY_INLINE bool chooses() const { return task.chooses(); }
  HWY_INLINE bool wants(std::uint32_t body_a, std::uint32_t body_b) const {
    return task.wants(body_a, body_b);
  }
  HWY_INLINE Flow operator()(const PrimitiveName& a, const PrimitiveName& b) const {
    if (!task.wants(a.body, b.body)) return Flow::go_on;
    return out.push(ordered(a.body, a.id, b.body, b.id));
  }
};

struct ListOut {
  ArenaVector<Candidate>& list;
  HWY_INLINE Flow push(const Candidate& candidate) {
    list.push_back(candidate);
    return Flow::go_on;
  }
};

// One level: every pair of `front` is replaced by its overlapping children in `next`.
template <class Filter>
void widen_with(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                Stats& stats) {
  ListOut out{found};
  NameSink<ListOut> sink{task, out};
  WideWalk<NameSink<ListOut>, Filter> walk(task.trees, task.grow, arena, sink, stats);
  walk.expand(front, next);
  walk.finish();
}

// Everything below the given pairs.
template <class Filter>
void drain_with(std::span<const OpenPair> front, const WavefrontTask& task, CandidateWriter& writer,
                Arena& arena, Arena& stack_arena, Stats& stats) {
  ArenaVector<OpenPair> stack(stack_arena);
  stack.append(front);
  NameSink<CandidateWriter> sink{task, writer};
  WideWalk<NameSink<CandidateWriter>, Filter> walk(task.trees, task.grow, arena, sink, stats);
  if (walk.drain(stack) == Flow::go_on) walk.finish();
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
