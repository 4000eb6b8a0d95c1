// The traversals behind rigid_search.h for one kind of box: TACT_RIGID_KERNELS(name, Eight) makes
// them, in each instruction set, and TACT_RIGID_DISPATCH(name, Eight), once, the functions that
// choose among those. Each kind has a file of its own, since they take long to compile.
#if defined(TACT_TRAVERSE_RIGID_KERNELS_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_RIGID_KERNELS_SIMD_H
#undef TACT_TRAVERSE_RIGID_KERNELS_SIMD_H
#else
#define TACT_TRAVERSE_RIGID_KERNELS_SIMD_H
#endif

#include "tact/traverse/rigid_coherent_simd.h"
#include "tact/traverse/rigid_nearest_simd.h"
#include "tact/traverse/rigid_search.h"
#include "tact/traverse/rigid_walk_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

template <class Eight, bool AllAxes>
void open_with(const RigidPair<Eight>& pair, std::size_t enough, const RigidOut& out,
               ArenaVector<LanePair>& open, Arena& arena, Stats& stats) {
  RigidWalk<Eight, AllAxes, const RigidOut> walk(pair, out, stats);
  open.clear();
  if (!walk.begins()) return;
  open.push_back({0, 0});
  ArenaVector<LanePair> next(arena);
  while (!open.empty() && open.size() < enough) {
    next.clear();
    for (const LanePair& lanes : open.span()) {
      if (walk.expand_apart(lanes, next) == Flow::stop) return open.clear();
    }
    std::swap(open, next);
  }
}

template <class Eight, bool AllAxes>
Flow walk_with(const RigidPair<Eight>& pair, std::span<const LanePair> open, const RigidOut& out,
               Arena& arena, Stats& stats) {
  RigidWalk<Eight, AllAxes, const RigidOut> walk(pair, out, stats);
  ArenaVector<LanePair> stack(arena);
  stack.append(open);
  return walk.drain(stack);
}

template <class Eight, bool AllAxes>
void front_with(const RigidPair<Eight>& pair, const RigidSearch& search, FrontStep step,
                RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats) {
  Flow flow = Flow::go_on;
  if (step == FrontStep::plain) {
    RigidWalk<Eight, AllAxes, const RigidOut> walk(pair, out, stats);
    if (walk.begins()) {
      // Bodies that were clear are probably still: there is no trail to follow.
      if (out.eager && front.touched) {
        flow = walk.drain_along(front.trail, arena);
      } else {
        ArenaVector<LanePair> stack(arena);
        stack.push_back({0, 0});
        flow = walk.drain(stack);
      }
    }
  } else {
    CoherentWalk<Eight, AllAxes, const RigidOut> walk(pair, front, search.policy, arena, out,
                                                      stats);
    try {
      flow =
          step == FrontStep::begin ? walk.begin(search.unit) : walk.go_on(search.unit, search.edge);
    } catch (...) {
      front.valid = false;  // pairs may have been taken out of it whose successors are missing
      throw;
    }
  }
  if (out.eager) front.touched = flow == Flow::stop;
  if (front.valid) stats.front_pairs += front.size();
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#ifndef TACT_RIGID_KERNELS
#define TACT_RIGID_KERNELS(NAME, EIGHT)                                                            \
  void open_##NAME(const RigidPair<EIGHT>& pair, bool all, std::size_t enough,                     \
                   const RigidOut& out, ArenaVector<LanePair>& open, Arena& arena, Stats& stats) { \
    all ? open_with<EIGHT, true>(pair, enough, out, open, arena, stats)                            \
        : open_with<EIGHT, false>(pair, enough, out, open, arena, stats);                          \
  }                                                                                                \
  Flow walk_##NAME(const RigidPair<EIGHT>& pair, bool all, std::span<const LanePair> open,         \
                   const RigidOut& out, Arena& arena, Stats& stats) {                              \
    return all ? walk_with<EIGHT, true>(pair, open, out, arena, stats)                             \
               : walk_with<EIGHT, false>(pair, open, out, arena, stats);                           \
  }                                                                                                \
  void front_##NAME(const RigidPair<EIGHT>& pair, const RigidSearch& search, FrontStep step,       \
                    RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats) {          \
    search.all_axes ? front_with<EIGHT, true>(pair, search, step, front, out, arena, stats)        \
                    : front_with<EIGHT, false>(pair, search, step, front, out, arena, stats);      \
  }                                                                                                \
  void nearest_##NAME(const RigidPair<EIGHT>& pair, const NearestSoFar& best,                      \
                      NearestMeasure& measure, Arena& arena, Stats& stats) {                       \
    NearestWalk<EIGHT, NearestMeasure>(pair, measure, stats).run(best, arena);                     \
  }

#define TACT_RIGID_DISPATCH(NAME, EIGHT)                                                          \
  namespace {                                                                                     \
  HWY_EXPORT(open_##NAME);                                                                        \
  HWY_EXPORT(walk_##NAME);                                                                        \
  HWY_EXPORT(front_##NAME);                                                                       \
  HWY_EXPORT(nearest_##NAME);                                                                     \
  }                                                                                               \
  template <>                                                                                     \
  void open_lanes(const RigidPair<EIGHT>& pair, const RigidSearch& search, std::size_t enough,    \
                  const RigidOut& out, ArenaVector<LanePair>& open, Arena& arena, Stats& stats) { \
    HWY_DYNAMIC_DISPATCH(open_##NAME)(pair, search.all_axes, enough, out, open, arena, stats);    \
  }                                                                                               \
  template <>                                                                                     \
  Flow walk_lanes(const RigidPair<EIGHT>& pair, const RigidSearch& search,                        \
                  std::span<const LanePair> open, const RigidOut& out, Arena& arena,              \
                  Stats& stats) {                                                                 \
    return HWY_DYNAMIC_DISPATCH(walk_##NAME)(pair, search.all_axes, open, out, arena, stats);     \
  }                                                                                               \
  template <>                                                                                     \
  void walk_front(const RigidPair<EIGHT>& pair, const RigidSearch& search, FrontStep step,        \
                  RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats) {           \
    HWY_DYNAMIC_DISPATCH(front_##NAME)(pair, search, step, front, out, arena, stats);             \
  }                                                                                               \
  template <>                                                                                     \
  void walk_nearest(const RigidPair<EIGHT>& pair, const NearestSoFar& best,                       \
                    NearestMeasure& measure, Arena& arena, Stats& stats) {                        \
    HWY_DYNAMIC_DISPATCH(nearest_##NAME)(pair, best, measure, arena, stats);                      \
  }                                                                                               \
  static_assert(true, "")
#endif
#endif
