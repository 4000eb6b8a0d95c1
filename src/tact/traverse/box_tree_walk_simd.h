// The simultaneous traversal of two BoxTrees (Zachmann 1995, section 3.3). Included once per
// instruction set by files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#undef TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#else
#define TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#endif

#include <utility>
#include <vector>

#include "tact/base/types.h"
#include "tact/traverse/box_aligned_simd.h"
#include "tact/traverse/box_clip_simd.h"
#include "tact/traverse/box_tree_leaves_simd.h"
#include "tact/traverse/box_tree_search.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// The traversal that carries intervals.
template <class Sink>
class BoxTreeWalk {
 public:
  BoxTreeWalk(const BoxTreePair& pair, Sink& sink, BoxTreeCounts& counts)
      : pair_(pair), sink_(sink), counts_(counts), leaves_(pair, sink, counts) {}

  /// Everything below a pair of boxes that are not apart. Recurses no deeper than the two trees;
  /// `state` is used up.
  Flow walk(BoxPairState& state) {
    BoxPairState left;
    BoxPairState right;
    int kept = 0;
    do {
      if (both_wide(state)) return leaves(state);
      kept = split(state, left, right);
    } while (kept == same);
    const bool right_first = kept == 3 && sink_.eager && nearer_right_;
    if (right_first && walk(right) == Flow::stop) return Flow::stop;
    if ((kept & 1) != 0 && walk(left) == Flow::stop) return Flow::stop;
    if (!right_first && (kept & 2) != 0) return walk(right);
    return Flow::go_on;
  }

  bool both_wide(const BoxPairState& state) const {
    return node(state, 0).wide != 0 && node(state, 1).wide != 0;
  }

  /// What split() answers if only one half is left, and `state` has become it.
  static constexpr int same = 4;

  /// Splits the larger box of the two. Bit 0: the left half is not apart from the other box, bit 1:
  /// the right half is not; or `same`.
  HWY_INLINE int split(BoxPairState& state, BoxPairState& left, BoxPairState& right) {
    const BoxNode& a = node(state, 0);
    const BoxNode& b = node(state, 1);
    const int s = a.wide != 0 || (b.wide == 0 && b.size > a.size) ? 1 : 0;
    const BoxNode& cut = s == 0 ? a : b;
    prefetch_line(&pair_.tree[s].nodes[cut.first]);
    const EmptyHalf empty = cut.empty_half();
    const std::uint32_t of_right = empty == EmptyHalf::left ? cut.first : cut.first + 1;
    BoxSplit<ClipLanes> halves(pair_.cut[s], state, s, static_cast<int>(cut.axis), cut.cut);
    ++counts_.splits;
    counts_.halves += empty == EmptyHalf::none ? 2 : 1;
    const PlaneSide side = halves.side();
    if (side != PlaneSide::both) {
      ++counts_.one_sided;
      const bool is_left = side == PlaneSide::left;
      if (empty == (is_left ? EmptyHalf::left : EmptyHalf::right)) return 0;
      is_left ? halves.shrink_left(state) : halves.shrink_right(state);
      state.node[s] = is_left ? cut.first : of_right;
      state.share *= 0.5F;
      return same;
    }
    halves.clip();
    int kept = 0;
    if (empty != EmptyHalf::left && halves.left(left)) {
      name(state, s, cut.first, left);
      kept |= 1;
    }
    if (empty != EmptyHalf::right && halves.right(right)) {
      name(state, s, of_right, right);
      kept |= 2;
    }
    if (kept == 3 && sink_.eager) look_ahead(state, s, cut);
    return kept;
  }

  Flow leaves(const BoxPairState& state) { return leaves_(node(state, 0), node(state, 1)); }
  /// Two leaves in parts: `inside` is what is left of them, nothing if they were not begun.
  Flow leaves_step(const BoxPairState& state, std::vector<BoxLeafPair>& inside) {
    if (inside.empty()) inside.push_back(leaves_.begin(node(state, 0), node(state, 1)));
    const BoxLeafPair at = inside.back();
    inside.pop_back();
    return leaves_.step(at, [&](const BoxLeafPair& below) { inside.push_back(below); });
  }

 private:
  const BoxNode& node(const BoxPairState& state, int side) const {
    return pair_.tree[side].nodes[state.node[side]];
  }
  static HWY_INLINE void name(const BoxPairState& from, int s, std::uint32_t child,
                              BoxPairState& out) {
    out.node[s] = child;
    out.node[1 - s] = from.node[1 - s];
    out.share = 0.5F * from.share;
  }
  // For a question that may end soon: the half where the middle of the other box is comes first.
  void look_ahead(const BoxPairState& state, int s, const BoxNode& cut) {
    const BoxEdges& other = state.of[1 - s];
    const ClipTable& table = pair_.cut[s];
    float middle = 0;
    for (int k = 0; k < 3; ++k) {
      middle += table.row[cut.axis][k] * 0.5F * (other.lo[k] + other.hi[k]);
    }
    nearer_right_ = middle > cut.cut - table.origin[cut.axis];
  }

  const BoxTreePair& pair_;
  Sink& sink_;
  BoxTreeCounts& counts_;
  BoxTreeLeaves<Sink> leaves_;
  bool nearer_right_ = false;
};

/// The traversal of aligned boxes.
template <class Sink>
class AlignedWalk {
 public:
  AlignedWalk(const BoxTreePair& pair, Sink& sink, BoxTreeCounts& counts)
      : pair_(pair), sink_(sink), counts_(counts), leaves_(pair, sink, counts) {}

  /// Everything below a pair of boxes that are not apart; `state` is used up.
  Flow walk(AlignedPair& state) {
    for (;;) {
      const BoxNode& a = pair_.tree[0].nodes[state.node[0]];
      const BoxNode& b = pair_.tree[1].nodes[state.node[1]];
      if (a.wide != 0 && b.wide != 0) return leaves_(a, b);
      const int s = a.wide != 0 || (b.wide == 0 && b.size > a.size) ? 1 : 0;
      const BoxNode& cut = s == 0 ? a : b;
      const EmptyHalf empty = cut.empty_half();
      const auto m = static_cast<int>(cut.axis);
      const float at = cut.cut - pair_.cut[s].origin[m];
      ++counts_.splits;
      counts_.halves += empty == EmptyHalf::none ? 2 : 1;
      const float middle = 0.5F * (state.low[1 - s][m] + state.high[1 - s][m]);
      AlignedPair right = state;
      const bool has_right =
          empty != EmptyHalf::right && shrink_aligned<false>(pair_, s, m, at, right);
      const bool has_left =
          empty != EmptyHalf::left && shrink_aligned<true>(pair_, s, m, at, state);
      state.node[s] = cut.first;
      right.node[s] = empty == EmptyHalf::left ? cut.first : cut.first + 1;
      if (!has_right && !has_left) return Flow::go_on;
      // Where the middle of the other box is first: a question that may end soon ends there.
      if (has_right && has_left) {
        if (middle > at) std::swap(state, right);
        AlignedPair first = state;
        if (walk(first) == Flow::stop) return Flow::stop;
        state = right;
      } else if (has_right) {
        state = right;
      }
    }
  }

 private:
  const BoxTreePair& pair_;
  Sink& sink_;
  BoxTreeCounts& counts_;
  BoxTreeLeaves<Sink> leaves_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
