#include "tact/traverse/nearest_walk.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/nearest_walk.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Differences, squares, sums and the root are each off by half an ulp of themselves.
HWY_INLINE void gaps_of(const Aabb& box, const Aabb8& eight, float* HWY_RESTRICT gap) {
  using D = hn::CappedTag<float, 8>;
  const D d;
  for (std::size_t i = 0; i < 8; i += hn::MaxLanes(D())) {
    auto sum = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const auto below = hn::Sub(hn::Load(d, eight.lo[k] + i), hn::Set(d, box.hi[k]));
      const auto above = hn::Sub(hn::Set(d, box.lo[k]), hn::Load(d, eight.hi[k] + i));
      const auto apart = hn::Max(hn::Zero(d), hn::Max(below, above));
      sum = hn::Add(hn::Mul(apart, apart), sum);
    }
    hn::StoreU(hn::Mul(hn::Sqrt(sum), hn::Set(d, 1 - 0x1p-18F)), d, gap + i);
  }
}

// Two blocks, or what a stands for and a block; `gap` is between their boxes.
struct OpenGap {
  Block* a;  // null: the box
  Block* b;
  float gap;
};

// The farthest first, so that the nearest is taken first.
HWY_INLINE void push_gap(const OpenGap& open, std::size_t first, ArenaVector<OpenGap>& stack) {
  stack.push_back(open);
  for (std::size_t k = stack.size() - 1; k > first && stack[k - 1].gap < stack[k].gap; --k) {
    const OpenGap other = stack[k - 1];
    stack[k - 1] = stack[k];
    stack[k] = other;
  }
}

class GapWalk {
 public:
  GapWalk(const Aabb* box, LazyTree* a, LazyTree& b, float best, GapVisitor& visitor, Arena& arena,
          Stats& stats)
      : box_(box),
        a_(a),
        b_(b),
        best_(best),
        visitor_(visitor),
        arena_(arena),
        stats_(stats),
        stack_(arena) {}

  float run() {
    Block* const root_a = a_ == nullptr ? nullptr : a_->root(arena_, stats_);
    stack_.push_back({root_a, b_.root(arena_, stats_), 0});
    while (!stack_.empty() && best_ >= 0) {
      const OpenGap open = stack_[stack_.size() - 1];
      stack_.resize_down(stack_.size() - 1);
      if (open.gap > best_) continue;
      if (open.a == nullptr) {
        step_box(*open.b);
      } else if (open.a->leaf && open.b->leaf) {
        leaves(*open.a, *open.b);
      } else if (open.b->leaf || (!open.a->leaf && open.a->box.cost() >= open.b->box.cost())) {
        open_a(*open.a, *open.b);
      } else {
        open_b(*open.a, *open.b);
      }
    }
    return best_;
  }

 private:
  HWY_INLINE std::uint32_t near_lanes(const Aabb& box, const Block& block, float (&gap)[8]) {
    gaps_of(box, block.boxes, gap);
    stats_.bounds_tests += Block::width;
    std::uint32_t lanes = 0;
    for (std::uint32_t i = 0; i < block.lanes; ++i) lanes |= gap[i] <= best_ ? 1U << i : 0U;
    return lanes;
  }
  static HWY_INLINE std::uint32_t take_lowest(std::uint32_t& lanes) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    lanes &= lanes - 1;
    return lane;
  }

  void open_a(Block& a, Block& b) {
    float gap[8];
    std::uint32_t lanes = near_lanes(b.box, a, gap);
    a.mark(lanes);
    const std::size_t first = stack_.size();
    while (lanes != 0) {
      const std::uint32_t i = take_lowest(lanes);
      push_gap({a_->child(a, i, arena_, stats_), &b, gap[i]}, first, stack_);
    }
  }
  void open_b(Block& a, Block& b) {
    float gap[8];
    std::uint32_t lanes = near_lanes(a.box, b, gap);
    b.mark(lanes);
    const std::size_t first = stack_.size();
    while (lanes != 0) {
      const std::uint32_t i = take_lowest(lanes);
      push_gap({&a, b_.child(b, i, arena_, stats_), gap[i]}, first, stack_);
    }
  }
  void step_box(Block& b) {
    float gap[8];
    std::uint32_t lanes = near_lanes(*box_, b, gap);
    if (b.leaf) {
      visit(0, b, lanes, gap);
      return;
    }
    b.mark(lanes);
    const std::size_t first = stack_.size();
    while (lanes != 0) {
      const std::uint32_t i = take_lowest(lanes);
      push_gap({nullptr, b_.child(b, i, arena_, stats_), gap[i]}, first, stack_);
    }
  }
  void leaves(Block& a, Block& b) {
    for (std::uint32_t i = 0; i < a.lanes && best_ >= 0; ++i) {
      const Aabb box = a.boxes.get(i);
      if (box_gap(box, b.box) > best_) continue;
      float gap[8];
      const std::uint32_t lanes = near_lanes(box, b, gap);
      visit(a.name[i].id, b, lanes, gap);
    }
  }
  void visit(std::uint32_t a, const Block& b, std::uint32_t lanes, const float (&gap)[8]) {
    while (lanes != 0 && best_ >= 0) {
      const std::uint32_t i = take_lowest(lanes);
      if (gap[i] <= best_) best_ = visitor_.visit(a, b.name[i].id);
    }
  }

  const Aabb* box_;
  LazyTree* a_;
  LazyTree& b_;
  float best_;
  GapVisitor& visitor_;
  Arena& arena_;
  Stats& stats_;
  ArenaVector<OpenGap> stack_;
};

void box_gaps_impl(const Aabb& box, const Aabb8& eight, float* gap) { gaps_of(box, eight, gap); }

float walk_gaps_impl(const Aabb* box, LazyTree* a, LazyTree& b, float best, GapVisitor& visitor,
                     Arena& arena, Stats& stats) {
  return GapWalk(box, a, b, best, visitor, arena, stats).run();
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <algorithm>
#include <cmath>

namespace tact {
namespace {

HWY_EXPORT(box_gaps_impl);
HWY_EXPORT(walk_gaps_impl);

float walk_from(const Aabb* box, LazyTree* a, LazyTree& b, float best, GapVisitor& visitor,
                Arena& arena, Stats& stats) {
  const Arena::Mark mark = arena.mark();
  const float left = HWY_DYNAMIC_DISPATCH(walk_gaps_impl)(box, a, b, best, visitor, arena, stats);
  arena.rewind(mark);
  return left;
}

}  // namespace

float box_gap(const Aabb& a, const Aabb& b) {
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    const float gap = std::max({0.0F, b.lo[k] - a.hi[k], a.lo[k] - b.hi[k]});
    sum += gap * gap;
  }
  return std::sqrt(sum) * (1 - 0x1p-18F);
}

void box_gaps(const Aabb& box, const Aabb8& eight, float (&gap)[8]) {
  HWY_DYNAMIC_DISPATCH(box_gaps_impl)(box, eight, gap);
}

float walk_gaps(LazyTree& a, LazyTree& b, float best, GapVisitor& visitor, Arena& arena,
                Stats& stats) {
  return walk_from(nullptr, &a, b, best, visitor, arena, stats);
}
float walk_gaps(const Aabb& a, LazyTree& b, float best, GapVisitor& visitor, Arena& arena,
                Stats& stats) {
  return walk_from(&a, nullptr, b, best, visitor, arena, stats);
}

}  // namespace tact
#endif
