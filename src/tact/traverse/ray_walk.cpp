#include "tact/traverse/ray_walk.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/ray_walk.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One ray in registers, prepared for slabs. Each coordinate where a slab begins or ends is rounded
// three times, by which `far` makes up (Ize 2013); the sign of a difference is never wrong.
class SlabTest {
 public:
  using D = hn::CappedTag<float, 8>;
  using V = hn::Vec<D>;

  explicit HWY_INLINE SlabTest(const SlabRay& ray) : ray_(ray), slack_(hn::Set(D(), ray.slack)) {}

  HWY_INLINE std::uint32_t operator()(const Aabb8& boxes, float end, float (&near)[8]) const {
    const D d;
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < 8; i += hn::MaxLanes(D())) {
      V enter = hn::Zero(d);
      V leave = hn::Set(d, end);
      slab(boxes, 0, i, enter, leave);
      slab(boxes, 1, i, enter, leave);
      slab(boxes, 2, i, enter, leave);
      hn::StoreU(enter, d, near + i);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Le(enter, hn::Mul(leave, hn::Set(d, 1 + 0x1p-20F))), bits);
      mask |= static_cast<std::uint32_t>(bits[0]) << i;
    }
    return mask & 0xFFU;
  }

 private:
  HWY_INLINE void slab(const Aabb8& boxes, int k, std::size_t i, V& enter, V& leave) const {
    const D d;
    const bool forward = ray_.inverse[k] > 0;
    const V origin = hn::Set(d, ray_.origin[k]);
    const V inverse = hn::Set(d, ray_.inverse[k]);
    const V lo = hn::Sub(hn::Sub(hn::Load(d, boxes.lo[k] + i), slack_), origin);
    const V hi = hn::Sub(hn::Add(hn::Load(d, boxes.hi[k] + i), slack_), origin);
    enter = hn::Max(enter, hn::Mul(forward ? lo : hi, inverse));
    leave = hn::Min(leave, hn::Mul(forward ? hi : lo, inverse));
  }

  const SlabRay& ray_;
  V slack_;
};

std::uint32_t meet_impl(const SlabRay& ray, const Aabb8& boxes, float* near) {
  float own[8];
  const std::uint32_t mask = SlabTest(ray)(boxes, ray.end, own);
  for (std::size_t i = 0; i < 8; ++i) near[i] = own[i];
  return mask;
}

// A block on the stack, not asked for yet.
struct OpenLane {
  Block* parent;
  float near;
  std::uint32_t lane;
};

HWY_INLINE std::uint32_t lowest_lane(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

// The farthest first, so that the nearest is taken first. There are few, as a rule.
HWY_INLINE void push_lanes(Block* block, std::uint32_t lanes, const float (&near)[8],
                           ArenaVector<OpenLane>& stack) {
  const std::size_t first = stack.size();
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::uint32_t lane = lowest_lane(lanes);
    stack.push_back({block, near[lane], lane});
    for (std::size_t k = stack.size() - 1; k > first && stack[k - 1].near < stack[k].near; --k) {
      const OpenLane other = stack[k - 1];
      stack[k - 1] = stack[k];
      stack[k] = other;
    }
  }
}

float walk_impl(LazyTree& tree, const SlabRay& ray, float end, RayVisitor& visitor, Arena& arena,
                Stats& stats) {
  const SlabTest test(ray);
  ArenaVector<OpenLane> stack(arena);
  Block* block = tree.root(arena, stats);
  for (;;) {
    float near[8];
    const std::uint32_t lanes = test(block->boxes, end, near);
    stats.bounds_tests += Block::width;
    if (lanes != 0 && block->leaf) {
      end = visitor.visit(*block, lanes);
      if (end < 0) return end;
    } else if (lanes != 0) {
      push_lanes(block, lanes, near, stack);
    }
    do {
      if (stack.empty()) return end;
      stack.resize_down(stack.size() - 1);
    } while (stack.data()[stack.size()].near > end);
    const OpenLane next = stack.data()[stack.size()];
    next.parent->mark(1U << next.lane);
    block = tree.child(*next.parent, next.lane, arena, stats);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(meet_impl);
HWY_EXPORT(walk_impl);
}  // namespace

std::uint32_t meet_boxes(const SlabRay& ray, const Aabb8& boxes, float (&near)[8]) {
  return HWY_DYNAMIC_DISPATCH(meet_impl)(ray, boxes, near);
}

float walk_ray(LazyTree& tree, const SlabRay& ray, float end, RayVisitor& visitor, Arena& arena,
               Stats& stats) {
  const Arena::Mark mark = arena.mark();
  const float left = HWY_DYNAMIC_DISPATCH(walk_impl)(tree, ray, end, visitor, arena, stats);
  arena.rewind(mark);
  return left;
}

}  // namespace tact
#endif
