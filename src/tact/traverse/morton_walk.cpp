#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/morton_walk.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <bit>

#include "tact/base/float4_simd.h"
#include "tact/bounds/aabb_simd.h"
#include "tact/traverse/morton_walk.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

HWY_INLINE std::uint32_t lowest(std::uint32_t bits) {
  return static_cast<std::uint32_t>(std::countr_zero(bits));
}

/// Bit i is set if lane i of the block overlaps the box and is not of the same single body.
HWY_INLINE std::uint32_t foreign_mask(const BroadcastBox& box, float body,
                                      const MortonBlock& block) {
  const BroadcastBox::D d;
  constexpr std::size_t lanes = hn::MaxLanes(BroadcastBox::D());
  const auto own = hn::Set(d, body);
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const auto m0 = hn::And(hn::Le(box.lo0, hn::Load(d, block.boxes.hi[0] + i)),
                            hn::Ge(box.hi0, hn::Load(d, block.boxes.lo[0] + i)));
    const auto m1 = hn::And(hn::Le(box.lo1, hn::Load(d, block.boxes.hi[1] + i)),
                            hn::Ge(box.hi1, hn::Load(d, block.boxes.lo[1] + i)));
    const auto m2 = hn::And(hn::Le(box.lo2, hn::Load(d, block.boxes.hi[2] + i)),
                            hn::Ge(box.hi2, hn::Load(d, block.boxes.lo[2] + i)));
    // Not Ne: what that says of NaN depends on the instruction set.
    const auto same = hn::Eq(own, hn::Load(d, block.body + i));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(m0, m1), hn::AndNot(same, m2)), bits);
    mask |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return mask & 0xFFU;
}

template <class Out>
class MortonWalk {
 public:
  MortonWalk(const MortonWalkTask& task, Out& out, Stats& stats)
      : tree_(*task.tree), task_(task), out_(out), stats_(stats) {}

  /// Tests the lanes of a pair and hands overlapping child pairs to push(a, b, level).
  template <class Push>
  HWY_INLINE Flow visit(const MortonPair& pair, Push&& push) {
    const MortonBlock& a = tree_.level[pair.level][pair.a];
    if (pair.a == pair.b) return visit_within(pair, a, push);
    return visit_pair(pair, a, tree_.level[pair.level][pair.b], push);
  }

 private:
  template <class Push>
  HWY_INLINE Flow visit_pair(const MortonPair& pair, const MortonBlock& a, const MortonBlock& b,
                             Push& push) {
    stats_.bounds_tests += 16;
    const std::uint32_t of_b = foreign_mask(BroadcastBox(a.box), a.only, b);
    std::uint32_t of_a = foreign_mask(BroadcastBox(b.box), b.only, a);
    if (of_b == 0) return Flow::go_on;
    stats_.bounds_tests += 8 * static_cast<std::uint64_t>(std::popcount(of_a));
    for (; of_a != 0; of_a &= of_a - 1) {
      const std::uint32_t i = lowest(of_a);
      const std::uint32_t row = foreign_mask(BroadcastBox(a.boxes.get(i)), a.body[i], b);
      if (meet(pair, i, row, push) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  template <class Push>
  HWY_INLINE Flow visit_within(const MortonPair& pair, const MortonBlock& a, Push& push) {
    stats_.bounds_tests += 28;
    for (std::uint32_t i = 0; i < 8; ++i) {
      const std::uint32_t after = 0xFEU << i & 0xFFU;
      const std::uint32_t row = foreign_mask(BroadcastBox(a.boxes.get(i)), a.body[i], a) & after;
      if (meet(pair, i, row, push) == Flow::stop) return Flow::stop;
      // A lane that is one body's, whose own pairs nobody wants, need not be entered.
      const bool used = a.boxes.lo[0][i] <= a.boxes.hi[0][i];
      if (pair.level > 0 && used && a.body[i] != a.body[i]) {
        const std::uint32_t child = 8 * pair.a + i;
        push(child, child, pair.level - 1);
      }
    }
    return Flow::go_on;
  }

  // Lane i of a overlaps the lanes `row` of b.
  template <class Push>
  HWY_INLINE Flow meet(const MortonPair& pair, std::uint32_t i, std::uint32_t row, Push& push) {
    for (; row != 0; row &= row - 1) {
      const std::uint32_t j = lowest(row);
      if (pair.level == 0) {
        if (emit(pair, i, j) == Flow::stop) return Flow::stop;
      } else {
        push(8 * pair.a + i, 8 * pair.b + j, pair.level - 1);
      }
    }
    return Flow::go_on;
  }

  HWY_INLINE Flow emit(const MortonPair& pair, std::uint32_t i, std::uint32_t j) {
    const MortonLeaf& a = tree_.leaves[pair.a];
    const MortonLeaf& b = tree_.leaves[pair.b];
    const BoxBody& of_a = task_.bodies[a.body[i]];
    const BoxBody& of_b = task_.bodies[b.body[j]];
    if (task_.filtered && !wanted(of_a, of_b, task_.refused)) return Flow::go_on;
    return out_.push(ordered(of_a.slot, a.id[i], of_b.slot, b.id[j]));
  }

  const MortonTree& tree_;
  const MortonWalkTask& task_;
  Out& out_;
  Stats& stats_;
};

struct ListOut {
  ArenaVector<Candidate>& list;
  HWY_INLINE Flow push(const Candidate& candidate) {
    list.push_back(candidate);
    return Flow::go_on;
  }
};

void widen_impl(std::span<const MortonPair> front, const MortonWalkTask& task,
                ArenaVector<MortonPair>& next, ArenaVector<Candidate>& found, Stats& stats) {
  ListOut out{found};
  MortonWalk<ListOut> walk(task, out, stats);
  for (const MortonPair& pair : front) {
    walk.visit(pair, [&](std::uint32_t a, std::uint32_t b, std::uint32_t level) {
      next.push_back({a, b, level});
    });
  }
}

void drain_impl(std::span<const MortonPair> front, const MortonWalkTask& task,
                CandidateWriter& writer, Arena& arena, Stats& stats) {
  MortonWalk<CandidateWriter> walk(task, writer, stats);
  ArenaVector<MortonPair> stack(arena);
  const auto push = [&](std::uint32_t a, std::uint32_t b, std::uint32_t level) {
    stack.push_back({a, b, level});
  };
  for (const MortonPair& pair : front) {
    stack.push_back(pair);
    while (!stack.empty()) {
      const MortonPair top = stack[stack.size() - 1];
      stack.resize_down(stack.size() - 1);
      if (walk.visit(top, push) == Flow::stop) return;
    }
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(widen_impl);
HWY_EXPORT(drain_impl);
}  // namespace

void widen(std::span<const MortonPair> front, const MortonWalkTask& task,
           ArenaVector<MortonPair>& next, ArenaVector<Candidate>& found, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(widen_impl)(front, task, next, found, stats);
}

void drain(std::span<const MortonPair> front, const MortonWalkTask& task, CandidateWriter& writer,
           Arena& arena, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(drain_impl)(front, task, writer, arena, stats);
}

}  // namespace tact
#endif
