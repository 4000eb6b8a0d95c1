// The dual traversal of LazyTrees: `dbvh`, `refit`, `hybrid` and `coherent` are this loop over open
// pairs of blocks, and differ in what LazyTree::child does when it hands out a block. (Rigid trees,
// sphere trees, BoxTrees and Morton trees have walks of their own.) Pairs are taken in batches,
// because one at a time most of the time goes into mispredicted branches and waiting for memory.
// Per instruction set.
#if defined(TACT_TRAVERSE_WIDE_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_WIDE_SIMD_H
#undef TACT_TRAVERSE_WIDE_SIMD_H
#else
#define TACT_TRAVERSE_WIDE_SIMD_H
#endif

#include <algorithm>
#include <bit>
#include <span>

#include "tact/traverse/front.h"
#include "tact/traverse/leaf_pairs_simd.h"
#include "tact/tree/lazy_tree.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Walks pairs of blocks of two trees (or of one tree and itself). Sink: Flow
/// operator()(PrimitiveName, PrimitiveName) for overlapping primitives; bool wants(body, body)
/// where bool chooses(). Filter: what must hold of two lanes besides that their boxes overlap.
template <class Sink, class Filter>
class WideWalk {
 public:
  static constexpr std::size_t batch = 64;

  WideWalk(std::span<const TreePair<LazyTree>> trees, float grow, Arena& arena, Sink& sink,
           Stats& stats)
      : trees_(trees),
        grow_(grow),
        filter_(grow),
        arena_(arena),
        sink_(sink),
        stats_(stats),
        leaves_(grow, sink, stats) {}

  /// Adds the overlapping child pairs of each of `pairs` to `out`, but for pairs of leaves: those
  /// are tested here, the last of them by finish().
  Flow expand(std::span<const OpenPair> pairs, ArenaVector<OpenPair>& out) {
    for (; !pairs.empty(); pairs = pairs.subspan(std::min(batch, pairs.size()))) {
      if (expand_batch(pairs.first(std::min(batch, pairs.size())), out) == Flow::stop) {
        return Flow::stop;
      }
    }
    return Flow::go_on;
  }
  /// Empties `stack`, from its end.
  Flow drain(ArenaVector<OpenPair>& stack) {
    OpenPair top[batch];
    while (!stack.empty()) {
      const std::size_t count = std::min(batch, stack.size());
      std::copy_n(stack.end() - count, count, top);
      stack.resize_down(stack.size() - count);
      if (expand_batch({top, count}, stack) == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }
  Flow finish() { return leaves_.flush(); }

 private:
  struct Survivor {
    std::uint32_t pair;
    std::uint8_t of_a;  // lanes where the two can meet
    std::uint8_t of_b;
  };
  // A block on its way down, with the children that were asked for.
  struct Parent {
    LazyTree& tree;
    Block& block;
    std::uint32_t leaves;  // lanes whose child is a leaf
    std::uint32_t seen = 0;
    Block* child[Block::width];

    HWY_INLINE Parent(LazyTree& of, Block& at)
        : tree(of), block(at), leaves(at.leaf ? 0 : leaf_lanes(at)) {}
  };

  Flow expand_batch(std::span<const OpenPair> pairs, ArenaVector<OpenPair>& out) {
    Survivor left[batch];
    const std::size_t count = test_boxes(pairs, left);
    for (std::size_t k = 0; k < count; ++k) {
      const OpenPair& pair = pairs[left[k].pair];
      if (sink_.chooses() && pair.a->pure && pair.b->pure && !wants(pair)) continue;
      const Flow flow =
          pair.a == pair.b ? within(pair, out) : between(pair, left[k].of_a, left[k].of_b, out);
      if (flow == Flow::stop) return Flow::stop;
    }
    return Flow::go_on;
  }

  // Of a tree of several bodies: is the one tested against the other?
  bool wants(const OpenPair& pair) const {
    const TreePair<LazyTree>& trees = trees_[pair.trees];
    return sink_.wants(trees.a->body_of(*pair.a), trees.b->body_of(*pair.b));
  }

  // Which pairs have lanes on both sides where they can meet. No branch depends on the boxes.
  HWY_INLINE std::size_t test_boxes(std::span<const OpenPair> pairs, Survivor* left) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const OpenPair& pair = pairs[k];
      const BroadcastBox reach(pair.common);
      const std::uint32_t of_a = overlap_mask(reach, pair.a->boxes);
      const std::uint32_t of_b = overlap_mask(reach, pair.b->boxes);
      prefetch_links(pair.a);
      prefetch_links(pair.b);
      left[count] = {static_cast<std::uint32_t>(k), static_cast<std::uint8_t>(of_a),
                     static_cast<std::uint8_t>(of_b)};
      count += ((of_a != 0) & (of_b != 0)) ? 1U : 0U;
    }
    stats_.bounds_tests += std::uint64_t{2} * Block::width * pairs.size();
    return count;
  }

  HWY_INLINE Flow between(const OpenPair& pair, std::uint32_t of_a, std::uint32_t of_b,
                          ArenaVector<OpenPair>& out) {
    Parent a(*trees_[pair.trees].a, *pair.a);
    Parent b(*trees_[pair.trees].b, *pair.b);
    if (a.block.leaf && b.block.leaf) return add_leaves(pair);
    if (a.block.leaf || b.block.leaf) return leaf_and_inner(pair, a, of_a, b, of_b, out);
    // Each lane of the one against all of the other: of the one with fewer.
    const bool swap = std::popcount(of_b) < std::popcount(of_a);
    Parent& rows = swap ? b : a;
    Parent& columns = swap ? a : b;
    const std::uint32_t of_columns = swap ? of_a : of_b;
    std::uint32_t of_rows = swap ? of_b : of_a;
    stats_.bounds_tests += static_cast<std::uint64_t>(std::popcount(of_rows)) * Block::width;
    Flow flow = Flow::go_on;
    for (; of_rows != 0 && flow == Flow::go_on; of_rows &= of_rows - 1) {
      flow = row(pair.trees, rows, lowest(of_rows), columns, of_columns, swap, out);
    }
    finish_parents(a, b);
    return flow;
  }

  // Lane i of a against lanes of b; `swap`: their pairs are written the other way round.
  HWY_INLINE Flow row(std::uint32_t trees, Parent& a, std::uint32_t i, Parent& b,
                      std::uint32_t of_b, bool swap, ArenaVector<OpenPair>& out) {
    Aabb box = a.block.boxes.get(i);
    if (grow_ > 0) box.grow(grow_);
    Aabb8 common;
    std::uint32_t columns = common_boxes(BroadcastBox(box), b.block.boxes, grow_, common) & of_b;
    columns = filter_(a.block, i, b.block, columns);
    if (columns == 0) return Flow::go_on;
    ask(a, 1U << i);
    ask(b, columns);
    if ((a.leaves >> i & 1U) != 0) {
      const std::uint32_t both = columns & b.leaves;
      if (leaves_.full() && leaves_.flush() == Flow::stop) return Flow::stop;
      leaves_.add(a.child[i], b.child, common, both);
      columns &= ~both;
    }
    for (; columns != 0; columns &= columns - 1) {
      const std::uint32_t j = lowest(columns);
      out.push_back(
          {swap ? b.child[j] : a.child[i], swap ? a.child[i] : b.child[j], common.get(j), trees});
    }
    return Flow::go_on;
  }

  // The inner one goes down, where some primitive of the leaf overlaps.
  HWY_INLINE Flow leaf_and_inner(const OpenPair& pair, Parent& a, std::uint32_t of_a, Parent& b,
                                 std::uint32_t of_b, ArenaVector<OpenPair>& out) {
    const bool a_is_leaf = a.block.leaf;
    Parent& inner = a_is_leaf ? b : a;
    Block& leaf = a_is_leaf ? a.block : b.block;
    const std::uint32_t of_inner = a_is_leaf ? of_b : of_a;
    std::uint32_t lanes = 0;
    for (std::uint32_t remaining = a_is_leaf ? of_a : of_b; remaining != 0;
         remaining &= remaining - 1) {
      Aabb box = leaf.boxes.get(lowest(remaining));
      if (grow_ > 0) box.grow(grow_);
      lanes |= filter_(leaf, lowest(remaining), inner.block,
                       overlap_mask(BroadcastBox(box), inner.block.boxes));
      stats_.bounds_tests += Block::width;
    }
    lanes &= of_inner;
    Aabb8 common;
    common_boxes(BroadcastBox(pair.common), inner.block.boxes, grow_, common);
    ask(inner, lanes);
    if (leaves_.full() && leaves_.flush() == Flow::stop) return Flow::stop;
    leaves_.add(&leaf, inner.child, common, lanes & inner.leaves);
    for (lanes &= ~inner.leaves; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t k = lowest(lanes);
      out.push_back({a_is_leaf ? &leaf : inner.child[k], a_is_leaf ? inner.child[k] : &leaf,
                     common.get(k), pair.trees});
    }
    finish_parents(a, b);
    return Flow::go_on;
  }

  HWY_INLINE Flow add_leaves(const OpenPair& pair) {
    if (leaves_.full() && leaves_.flush() == Flow::stop) return Flow::stop;
    leaves_.add(pair.a, pair.b, pair.common);
    return Flow::go_on;
  }

  HWY_INLINE Flow within(const OpenPair& pair, ArenaVector<OpenPair>& out) {
    Parent a(*trees_[pair.trees].a, *pair.a);
    const std::uint32_t lanes = (1U << a.block.lanes) - 1U;
    if (a.block.leaf) return add_leaves(pair);
    stats_.bounds_tests += a.block.lanes * (a.block.lanes - 1U) / 2;
    ask(a, lanes);
    Flow flow = Flow::go_on;
    for (std::uint32_t i = 0; i < a.block.lanes && flow == Flow::go_on; ++i) {
      const OpenPair diagonal{a.child[i], a.child[i], a.block.boxes.get(i), pair.trees};
      if ((a.leaves >> i & 1U) == 0) {
        out.push_back(diagonal);
      } else if (add_leaves(diagonal) == Flow::stop) {
        return Flow::stop;
      }
      // Above the diagonal: each pair of lanes once.
      flow = row(pair.trees, a, i, a, lanes & ~((2U << i) - 1U), false, out);
    }
    finish_parents(a, a);
    return flow;
  }

  // Blocks lie anywhere in memory: ask for the boxes of a child when its pair is found, for the
  // rest when its boxes are tested.
  static HWY_INLINE void prefetch_boxes(const Block* block) {
    for (std::size_t line = 0; line < 3; ++line) {
      prefetch_line(reinterpret_cast<const std::byte*>(block) + 64 * line);
    }
  }
  static HWY_INLINE void prefetch_links(const Block* block) {
    prefetch_line(reinterpret_cast<const std::byte*>(block) + 192);
    prefetch_line(reinterpret_cast<const std::byte*>(block) + 256);
  }
  // The children in the given lanes, split where they were not.
  HWY_INLINE void ask(Parent& parent, std::uint32_t lanes) {
    for (lanes &= ~parent.seen; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t lane = lowest(lanes);
      parent.child[lane] = parent.tree.child(parent.block, lane, arena_, stats_);
      prefetch_boxes(parent.child[lane]);
      parent.seen |= 1U << lane;
    }
  }
  static HWY_INLINE void finish_parents(Parent& a, Parent& b) {
    a.block.mark(a.seen);
    b.block.mark(b.seen);
  }
  static HWY_INLINE std::uint32_t lowest(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  static HWY_INLINE std::uint32_t leaf_lanes(const Block& block) {
    std::uint32_t lanes = 0;
    for (std::uint32_t i = 0; i < block.lanes; ++i) lanes |= block.leaf_lane(i) ? 1U << i : 0U;
    return lanes;
  }

  std::span<const TreePair<LazyTree>> trees_;
  float grow_;
  Filter filter_;
  Arena& arena_;
  Sink& sink_;
  Stats& stats_;
  LeafPairs<Sink, Filter> leaves_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
