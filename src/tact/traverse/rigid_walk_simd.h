// The plain traversal of two rigid trees: one lane of the one against the eight lanes of a block of
// the other, depth first. Included once per instruction set by files that dispatch with
// foreach_target.
#if defined(TACT_TRAVERSE_RIGID_WALK_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_RIGID_WALK_SIMD_H
#undef TACT_TRAVERSE_RIGID_WALK_SIMD_H
#else
#define TACT_TRAVERSE_RIGID_WALK_SIMD_H
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/kdop_simd.h"
#include "tact/traverse/rigid_pair.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Sink takes (primitive of a, primitive of b) and answers with a Flow; row_ends() tells it that a
/// block's lanes are through.
template <class Eight, bool AllAxes, class Sink>
class RigidWalk {
 public:
  RigidWalk(const RigidPair<Eight>& pair, Sink& sink, Stats& stats)
      : pair_(pair), sink_(sink), stats_(stats) {}

  /// Do the two bodies' own boxes let them touch at all?
  bool begins() {
    if (pair_.a.blocks.empty() || pair_.b.blocks.empty()) return false;
    if (pair_.self) return true;
    ++stats_.bounds_tests;
    return touching_lanes<AllAxes>(pair_.a.blocks[0].boxes, place(pair_.b_in_a, pair_.b.box(0)),
                                   1U) != 0;
  }

  /// Everything below the pairs on the stack, which is emptied.
  Flow drain(ArenaVector<LanePair>& stack) {
    while (!stack.empty()) {
      const LanePair next = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (expand(next, stack) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  /// The same from the roots, but first where `trail` leads; if it stops, the trail is that of the
  /// pair where it did.
  Flow drain_along(std::vector<LanePair>& trail, Arena& arena) {
    struct Step {
      LanePair pair;
      std::uint32_t depth;
    };
    ArenaVector<Step> stack(arena);
    ArenaVector<LanePair> now(arena);
    ArenaVector<LanePair> found(arena);
    stack.push_back({{0, 0}, 0});
    // The end of the trail first of all; when the walk gets there it has been seen.
    const bool led_there = trail.size() > 1;
    const LanePair end = led_there ? trail.back() : LanePair{};
    if (led_there) {
      if (expand_apart(end, found) == Flow::stop) return Flow::stop;
      now.append(trail);
      for (const LanePair& pair : found) {
        stack.push_back({pair, static_cast<std::uint32_t>(trail.size())});
      }
    }
    while (!stack.empty()) {
      const Step step = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (led_there && step.pair == end) continue;
      now.resize_down(step.depth);
      now.push_back(step.pair);
      found.clear();
      if (expand_apart(step.pair, found) == Flow::stop) {
        trail.assign(now.begin(), now.end());
        return Flow::stop;
      }
      const std::uint32_t below = step.depth + 1;
      std::size_t led = found.size();
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (below < trail.size() && found[i] == trail[below]) {
          led = i;
        } else {
          stack.push_back({found[i], below});
        }
      }
      if (led < found.size()) stack.push_back({found[led], below});
    }
    trail.clear();
    return Flow::go_on;
  }

  /// One level: what can touch below the pair, to the sink or to `out`.
  HWY_INLINE Flow expand(const LanePair& pair, ArenaVector<LanePair>& out) {
    if (pair_.a.is_primitive(pair.a) && pair_.b.is_primitive(pair.b)) {
      if (pair_.self && pair.a == pair.b) return Flow::go_on;
      return sink_(pair_.a.child(pair.a), pair_.b.child(pair.b));
    }
    if (pair_.self && pair.a == pair.b) return expand_within(pair.a, out);
    return pair_.takes_a_apart(pair) ? take_apart<false>(pair, out) : take_apart<true>(pair, out);
  }

  /// The same, for places that are not worth a copy of it.
  HWY_NOINLINE Flow expand_apart(const LanePair& pair, ArenaVector<LanePair>& out) {
    return expand(pair, out);
  }

 private:
  using Block = RigidBlock<Eight>;

  template <class Placed>
  HWY_INLINE std::uint32_t test(const Block& block, const Placed& box, std::uint32_t wanted) {
    stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(wanted));
    return touching_lanes<AllAxes>(block.boxes, box, wanted, sink_.eager ? gap_ : nullptr);
  }

  // Calls f(lane) for each bit; for a query that may stop soon the one that overlaps most comes
  // last, and will be on top of the stack.
  template <class F>
  HWY_INLINE void for_each_open(std::uint32_t mask, F&& f) {
    if (!sink_.eager || (mask & (mask - 1)) == 0) return for_each_lane(mask, f);
    std::uint32_t order[8];
    std::size_t count = 0;
    for_each_lane(mask, [&](std::uint32_t lane) {
      std::size_t at = count++;
      for (; at > 0 && gap_[order[at - 1]] < gap_[lane]; --at) order[at] = order[at - 1];
      order[at] = lane;
    });
    for (std::size_t i = 0; i < count; ++i) f(order[i]);
  }

  static void ask_for(const RigidBlocks<Eight>& tree, LaneRef ref) {
    const auto* const bytes = reinterpret_cast<const char*>(&tree.blocks[tree.child(ref)]);
    for (std::size_t i = 0; i < sizeof(Block); i += 64) hwy::Prefetch(bytes + i);
  }

  // The block below a lane of one body, of b or of a, against the lane of the other.
  template <bool OfB>
  HWY_INLINE Flow take_apart(const LanePair& pair, ArenaVector<LanePair>& out) {
    const RigidBlocks<Eight>& many = OfB ? pair_.b : pair_.a;
    const RigidBlocks<Eight>& one = OfB ? pair_.a : pair_.b;
    const LaneRef single = OfB ? pair.a : pair.b;
    const std::uint32_t below = many.child(OfB ? pair.b : pair.a);
    const Block& block = many.blocks[below];
    const auto& into = OfB ? pair_.a_in_b : pair_.b_in_a;
    const std::uint32_t touching = test(block, place(into, one.box(single)), block.all());
    const std::uint32_t pairs = one.is_primitive(single) ? touching & block.primitive : 0;
    for (std::uint32_t left = pairs; left != 0; left &= left - 1) {
      const std::uint32_t other = block.child[std::countr_zero(left)];
      const Flow flow = OfB ? sink_(one.child(single), other) : sink_(other, one.child(single));
      if (flow == Flow::stop) return flow;
    }
    if (pairs != 0 && sink_.row_ends() == Flow::stop) return Flow::stop;
    for_each_open(touching & ~pairs, [&](std::uint32_t lane) {
      const LaneRef ref = below * 8 + lane;
      const LanePair next = OfB ? LanePair{single, ref} : LanePair{ref, single};
      out.push_back(next);
      if (pair_.takes_a_apart(next) != OfB) ask_for(many, ref);
    });
    return Flow::go_on;
  }

  // Each lane of a block with itself and with those behind it.
  Flow expand_within(LaneRef ref, ArenaVector<LanePair>& out) {
    const std::uint32_t below = pair_.a.child(ref);
    const Block& block = pair_.a.blocks[below];
    for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
      const LaneRef own = below * 8 + lane;
      if (((block.primitive >> lane) & 1U) == 0) out.push_back({own, own});
      const std::uint32_t behind = block.all() & ~((2U << lane) - 1U);
      if (behind == 0) continue;
      const std::uint32_t touching =
          test(block, place(pair_.b_in_a, block.boxes.get(lane)), behind);
      for_each_lane(touching, [&](std::uint32_t other) {
        out.push_back({own, below * 8 + other});
      });
    }
    return Flow::go_on;
  }

  const RigidPair<Eight>& pair_;
  Sink& sink_;
  Stats& stats_;
  float gap_[8];
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
