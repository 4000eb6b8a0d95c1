// The two nearest primitives of two rigid trees: branch and bound, the nearest lanes first.
// Included once per instruction set by files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_RIGID_NEAREST_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_RIGID_NEAREST_SIMD_H
#undef TACT_TRAVERSE_RIGID_NEAREST_SIMD_H
#else
#define TACT_TRAVERSE_RIGID_NEAREST_SIMD_H
#endif

#include <hwy/highway.h>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/kdop_simd.h"
#include "tact/traverse/rigid_pair.h"
#include "tact/traverse/rigid_search.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Measure takes (primitive of a, primitive of b) and returns a NearestSoFar.
template <class Eight, class Measure>
class NearestWalk {
 public:
  NearestWalk(const RigidPair<Eight>& pair, Measure& measure, Stats& stats)
      : pair_(pair), measure_(measure), stats_(stats) {}

  /// `best` is a distance that is known to be reached.
  void run(const NearestSoFar& best, Arena& arena) {
    set_best(best);
    if (pair_.a.blocks.empty() || pair_.b.blocks.empty()) return;
    ArenaVector<Open> stack(arena);
    stack.push_back({{0, 0}, 0});
    while (!stack.empty()) {
      const Open next = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (next.gap < best_) expand(next.pair, stack);
    }
  }

 private:
  struct Open {
    LanePair pair;
    float gap;  // a lower bound of the distance, in units of a's frame
  };

  void set_best(const NearestSoFar& best) {
    best_ = best.distance;
    for (int k = 0; k < 3; ++k) from_a_[k] = best.along[k];
    // From b to a, in b's frame.
    for (int k = 0; k < 3; ++k) {
      from_b_[k] = 0;
      for (int x = 0; x < 3; ++x) from_b_[k] -= pair_.a_in_b.rotation[k][x] * best.along[x];
      from_b_[k] *= 1 - 0x1p-20F;
    }
  }

  void expand(const LanePair& pair, ArenaVector<Open>& stack) {
    if (pair_.a.is_primitive(pair.a) && pair_.b.is_primitive(pair.b)) {
      set_best(measure_(pair_.a.child(pair.a), pair_.b.child(pair.b)));
      return;
    }
    const bool apart_a = pair_.takes_a_apart(pair);
    const std::uint32_t below = apart_a ? pair_.a.child(pair.a) : pair_.b.child(pair.b);
    const RigidBlock<Eight>& block = (apart_a ? pair_.a : pair_.b).blocks[below];
    const auto box = apart_a ? place(pair_.b_in_a, pair_.b.box(pair.b))
                             : place(pair_.a_in_b, pair_.a.box(pair.a));
    float gaps[8];
    distance_bounds(block.boxes, box, gaps);
    raise_bounds(block.boxes, box, apart_a ? from_a_ : from_b_, gaps);
    stats_.bounds_tests += block.lanes;
    // b's frame may be another size.
    const float unit = apart_a ? 1.0F : pair_.b_in_a.ratio;
    // The nearest on top of the stack; ties in the order of lanes, so that the walk is repeatable.
    Open found[8];
    std::size_t count = 0;
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const float gap = gaps[lane] * unit;
      if (!(gap < best_)) continue;
      const LaneRef ref = below * 8 + lane;
      std::size_t at = count++;
      for (; at > 0 && found[at - 1].gap < gap; --at) found[at] = found[at - 1];
      found[at] = {apart_a ? LanePair{ref, pair.b} : LanePair{pair.a, ref}, gap};
    }
    for (std::size_t i = 0; i < count; ++i) stack.push_back(found[i]);
  }

  const RigidPair<Eight>& pair_;
  Measure& measure_;
  Stats& stats_;
  float best_ = 0;
  float from_a_[3] = {0, 0, 0};  // the direction of the best, in the frames of both
  float from_b_[3] = {0, 0, 0};
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
