#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/rigid_search.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

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
      if (walk.expand(lanes, next) == Flow::stop) return open.clear();
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
    flow =
        step == FrontStep::begin ? walk.begin(search.unit) : walk.go_on(search.unit, search.edge);
  }
  if (out.eager) front.touched = flow == Flow::stop;
  if (front.valid) stats.front_pairs += front.size();
}

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
  }

TACT_RIGID_KERNELS(obb, Obb8)
TACT_RIGID_KERNELS(box, CentredBox8)
#undef TACT_RIGID_KERNELS

void nearest_obb(const RigidPair<Obb8>& pair, float best, NearestMeasure& measure, Arena& arena,
                 Stats& stats) {
  NearestWalk<Obb8, NearestMeasure>(pair, measure, stats).run(best, arena);
}
void nearest_box(const RigidPair<CentredBox8>& pair, float best, NearestMeasure& measure,
                 Arena& arena, Stats& stats) {
  NearestWalk<CentredBox8, NearestMeasure>(pair, measure, stats).run(best, arena);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(open_obb);
HWY_EXPORT(open_box);
HWY_EXPORT(walk_obb);
HWY_EXPORT(walk_box);
HWY_EXPORT(front_obb);
HWY_EXPORT(front_box);
HWY_EXPORT(nearest_obb);
HWY_EXPORT(nearest_box);
}  // namespace

template <>
void open_lanes(const RigidPair<Obb8>& pair, const RigidSearch& search, std::size_t enough,
                const RigidOut& out, ArenaVector<LanePair>& open, Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(open_obb)(pair, search.all_axes, enough, out, open, arena, stats);
}
template <>
void open_lanes(const RigidPair<CentredBox8>& pair, const RigidSearch& search, std::size_t enough,
                const RigidOut& out, ArenaVector<LanePair>& open, Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(open_box)(pair, search.all_axes, enough, out, open, arena, stats);
}
template <>
Flow walk_lanes(const RigidPair<Obb8>& pair, const RigidSearch& search,
                std::span<const LanePair> open, const RigidOut& out, Arena& arena, Stats& stats) {
  return HWY_DYNAMIC_DISPATCH(walk_obb)(pair, search.all_axes, open, out, arena, stats);
}
template <>
Flow walk_lanes(const RigidPair<CentredBox8>& pair, const RigidSearch& search,
                std::span<const LanePair> open, const RigidOut& out, Arena& arena, Stats& stats) {
  return HWY_DYNAMIC_DISPATCH(walk_box)(pair, search.all_axes, open, out, arena, stats);
}
template <>
void walk_front(const RigidPair<Obb8>& pair, const RigidSearch& search, FrontStep step,
                RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(front_obb)(pair, search, step, front, out, arena, stats);
}
template <>
void walk_front(const RigidPair<CentredBox8>& pair, const RigidSearch& search, FrontStep step,
                RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(front_box)(pair, search, step, front, out, arena, stats);
}

template <>
void walk_nearest(const RigidPair<Obb8>& pair, float best, NearestMeasure& measure, Arena& arena,
                  Stats& stats) {
  HWY_DYNAMIC_DISPATCH(nearest_obb)(pair, best, measure, arena, stats);
}
template <>
void walk_nearest(const RigidPair<CentredBox8>& pair, float best, NearestMeasure& measure,
                  Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(nearest_box)(pair, best, measure, arena, stats);
}

}  // namespace tact
#endif
