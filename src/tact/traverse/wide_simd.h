// The dual traversal of eight-wide trees: every hierarchical method is this loop over open node
// pairs; what differs is what Tree::child does when it hands out a block. Per instruction set.
#if defined(TACT_TRAVERSE_WIDE_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_WIDE_SIMD_H
#undef TACT_TRAVERSE_WIDE_SIMD_H
#else
#define TACT_TRAVERSE_WIDE_SIMD_H
#endif

#include <bit>

#include "tact/base/float4_simd.h"
#include "tact/bounds/aabb_simd.h"
#include "tact/traverse/front.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Walks pairs of blocks of two trees (or of one tree and itself) depth first, from the given
/// stack downwards. Sink: Flow operator()(slot a, slot b) for overlapping primitives.
template <Tree T, PairSink Sink>
class WideWalk {
 public:
  WideWalk(T& a, T& b, float grow, Arena& arena, Sink& sink, Stats& stats)
      : a_(a), b_(b), grow_(grow), arena_(arena), sink_(sink), stats_(stats) {}

  /// Tests the lanes of one pair and hands overlapping child pairs to push(Block*, Block*).
  template <class Push>
  Flow visit(Block* a, Block* b, Push&& push) {
    return a == b ? visit_within(*a, push) : visit_pair(*a, *b, push);
  }

 private:
  // Blocks lie anywhere in memory: ask for a child's boxes when its pair is pushed.
  static HWY_INLINE void prefetch(const Block* block) {
    for (std::size_t line = 0; line < 5; ++line) {
      prefetch_line(reinterpret_cast<const std::byte*>(block) + 64 * line);
    }
  }
  template <class Push>
  HWY_INLINE Flow visit_pair(Block& a, Block& b, Push& push) {
    const std::uint64_t matrix = overlapping_lanes(a, b);
    if (matrix == 0) return Flow::go_on;
    if (a.leaf && b.leaf) return emit(a, b, matrix);
    const std::uint32_t rows_of_a = a.leaf ? 0 : rows(matrix);
    const std::uint32_t columns_of_b = b.leaf ? 0 : columns(matrix);
    Block* of_a[Block::width];
    Block* of_b[Block::width];
    children(a_, a, rows_of_a, of_a);
    children(b_, b, columns_of_b, of_b);
    if (b.leaf) {
      for (std::uint32_t rest = rows_of_a; rest != 0; rest &= rest - 1) {
        if (meet(*of_a[lowest(rest)], b, push) == Flow::stop) return Flow::stop;
      }
    } else if (a.leaf) {
      for (std::uint32_t rest = columns_of_b; rest != 0; rest &= rest - 1) {
        if (meet(a, *of_b[lowest(rest)], push) == Flow::stop) return Flow::stop;
      }
    } else {
      for (std::uint64_t rest = matrix; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (meet(*of_a[bit / 8], *of_b[bit % 8], push) == Flow::stop) return Flow::stop;
      }
    }
    return Flow::go_on;
  }

  // Two leaves are tested at once, everything else later: a pair of leaves takes less time than the
  // way over the stack and back.
  template <class Push>
  HWY_INLINE Flow meet(Block& a, Block& b, Push& push) {
    if (a.leaf && b.leaf) return emit(a, b, overlapping_lanes(a, b));
    push(&a, &b);
    return Flow::go_on;
  }

  // Bit 8 · i + j: lane i of a overlaps lane j of b.
  HWY_INLINE std::uint64_t overlapping_lanes(const Block& a, const Block& b) {
    stats_.bounds_tests += a.lanes + b.lanes;
    // Most pairs end here: either block's lanes miss the other's box.
    Aabb reach = a.box;
    if (grow_ > 0) reach.grow(grow_);
    const std::uint32_t of_b = overlap_mask(BroadcastBox(reach), b.boxes);
    reach = b.box;
    if (grow_ > 0) reach.grow(grow_);
    std::uint32_t of_a = overlap_mask(BroadcastBox(reach), a.boxes);
    if (of_a == 0 || of_b == 0) return 0;
    // Few lanes are left, one or two as a rule: each against all of the other's.
    stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(of_a)) * b.lanes;
    std::uint64_t matrix = 0;
    do {
      const std::uint32_t i = lowest(of_a);
      reach = a.boxes.get(i);
      if (grow_ > 0) reach.grow(grow_);
      matrix |= std::uint64_t{overlap_mask(BroadcastBox(reach), b.boxes)} << (8 * i);
      of_a &= of_a - 1;
    } while (of_a != 0);
    return matrix;
  }

  // The children in the given lanes, split where they were not, marked, and asked for.
  HWY_INLINE void children(T& tree, Block& block, std::uint32_t lanes, Block** out) {
    block.mark(lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t lane = lowest(lanes);
      out[lane] = tree.child(block, lane, arena_, stats_);
      prefetch(out[lane]);
    }
  }
  static HWY_INLINE std::uint32_t lowest(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  static HWY_INLINE std::uint32_t rows(std::uint64_t matrix) {
    std::uint32_t lanes = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
      lanes |= (matrix >> (8 * i) & 0xFFU) != 0 ? 1U << i : 0U;
    }
    return lanes;
  }
  static HWY_INLINE std::uint32_t columns(std::uint64_t matrix) {
    matrix |= matrix >> 32;
    matrix |= matrix >> 16;
    matrix |= matrix >> 8;
    return static_cast<std::uint32_t>(matrix) & 0xFFU;
  }

  template <class Push>
  HWY_INLINE Flow visit_within(Block& a, Push& push) {
    // Above the diagonal: each pair of lanes once, no lane with itself.
    constexpr std::uint64_t above = 0x0080C0E0F0F8FCFEULL;
    stats_.bounds_tests += a.lanes * (a.lanes - 1U) / 2;
    std::uint64_t matrix = overlap_matrix(a.boxes, a.boxes, grow_) & above;
    if (a.leaf) return emit(a, a, matrix);
    Block* own[Block::width];
    children(a_, a, (1U << a.lanes) - 1U, own);
    for (std::uint32_t i = 0; i < a.lanes; ++i) push(own[i], own[i]);
    for (; matrix != 0; matrix &= matrix - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(matrix));
      if (meet(*own[bit / 8], *own[bit % 8], push) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  HWY_INLINE Flow emit(const Block& a, const Block& b, std::uint64_t matrix) {
    for (; matrix != 0; matrix &= matrix - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(matrix));
      if (sink_(a.first[0] + bit / 8, b.first[0] + bit % 8) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  T& a_;
  T& b_;
  float grow_;
  Arena& arena_;
  Sink& sink_;
  Stats& stats_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
