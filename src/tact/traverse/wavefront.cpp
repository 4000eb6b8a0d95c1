#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/wavefront.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/traverse/wavefront_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Boxes alone have kernels of their own; other volumes, which are for comparison, are told apart
// within one.
void widen_boxes(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                 ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                 Stats& stats) {
  widen_with<NoFilter>(front, next, found, task, arena, stats);
}
void drain_boxes(std::span<const OpenPair> front, const WavefrontTask& task,
                 CandidateWriter& writer, Arena& arena, Arena& stack_arena, Stats& stats) {
  drain_with<NoFilter>(front, task, writer, arena, stack_arena, stats);
}

void widen_volumes(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                   ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                   Stats& stats) {
  if (task.volume == Volume::kdop_14) {
    widen_with<SlabFilter<4>>(front, next, found, task, arena, stats);
  } else if (task.volume == Volume::kdop_18) {
    widen_with<SlabFilter<6>>(front, next, found, task, arena, stats);
  } else {
    widen_with<SphereFilter>(front, next, found, task, arena, stats);
  }
}
void drain_volumes(std::span<const OpenPair> front, const WavefrontTask& task,
                   CandidateWriter& writer, Arena& arena, Arena& stack_arena, Stats& stats) {
  if (task.volume == Volume::kdop_14) {
    drain_with<SlabFilter<4>>(front, task, writer, arena, stack_arena, stats);
  } else if (task.volume == Volume::kdop_18) {
    drain_with<SlabFilter<6>>(front, task, writer, arena, stack_arena, stats);
  } else {
    drain_with<SphereFilter>(front, task, writer, arena, stack_arena, stats);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(widen_boxes);
HWY_EXPORT(drain_boxes);
HWY_EXPORT(widen_volumes);
HWY_EXPORT(drain_volumes);
}  // namespace

void widen_front(std::span<const OpenPair> front, ArenaVector<OpenPair>& next,
                 ArenaVector<Candidate>& found, const WavefrontTask& task, Arena& arena,
                 Stats& stats) {
  if (task.volume == Volume::box) {
    HWY_DYNAMIC_DISPATCH(widen_boxes)(front, next, found, task, arena, stats);
  } else {
    HWY_DYNAMIC_DISPATCH(widen_volumes)(front, next, found, task, arena, stats);
  }
}

void drain_front(std::span<const OpenPair> front, const WavefrontTask& task,
                 CandidateWriter& writer, Arena& arena, Arena& stack_arena, Stats& stats) {
  if (task.volume == Volume::box) {
    HWY_DYNAMIC_DISPATCH(drain_boxes)(front, task, writer, arena, stack_arena, stats);
  } else {
    HWY_DYNAMIC_DISPATCH(drain_volumes)(front, task, writer, arena, stack_arena, stats);
  }
}

}  // namespace tact
#endif
