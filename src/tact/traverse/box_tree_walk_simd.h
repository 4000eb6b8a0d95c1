// The simultaneous traversal of two BoxTrees (Zachmann 1995, section 3.3). Included once per
// instruction set by files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#undef TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#else
#define TACT_TRAVERSE_BOX_TREE_WALK_SIMD_H
#endif

#include <bit>

#include "tact/base/types.h"
#include "tact/bounds/obb_simd.h"
#include "tact/traverse/box_clip_simd.h"
#include "tact/traverse/box_tree_search.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Sink takes (item of a, item of b, whether one of them is in several leaves) and answers with a
/// Flow; row_ends() tells it that two leaves are through.
template <class Sink>
class BoxTreeWalk {
 public:
  BoxTreeWalk(const BoxTreePair& pair, Sink& sink, BoxTreeCounts& counts)
      : pair_(pair), sink_(sink), counts_(counts) {}

  /// Everything below a pair of boxes that are not apart. Recurses no deeper than the two trees.
  Flow walk(const BoxPairState& state) {
    if (both_leaves(state)) return leaves(state);
    BoxPairState left;
    BoxPairState right;
    const int kept = split(state, left, right);
    const bool right_first = kept == 3 && sink_.eager && nearer_right_;
    if (right_first && walk(right) == Flow::stop) return Flow::stop;
    if ((kept & 1) != 0 && walk(left) == Flow::stop) return Flow::stop;
    if (!right_first && (kept & 2) != 0) return walk(right);
    return Flow::go_on;
  }

  bool both_leaves(const BoxPairState& state) const {
    return node(state, 0).is_leaf() && node(state, 1).is_leaf();
  }

  /// Splits the larger box of the two. Bit 0: the left half is not apart from the other box, bit 1:
  /// the right half is not.
  HWY_INLINE int split(const BoxPairState& state, BoxPairState& left, BoxPairState& right) {
    const BoxNode& a = node(state, 0);
    const BoxNode& b = node(state, 1);
    const int s = a.is_leaf() || (!b.is_leaf() && b.size > a.size) ? 1 : 0;
    const BoxNode& cut = s == 0 ? a : b;
    const BoxSplit<ClipLanes> halves(pair_.cut[s], state, s, static_cast<int>(cut.axis), cut.cut);
    ++counts_.splits;
    int kept = 0;
    const EmptyHalf empty = cut.empty_half();
    if (empty != EmptyHalf::left) {
      ++counts_.halves;
      if (halves.left(left)) {
        name(state, s, cut.first, left);
        kept |= 1;
      }
    }
    if (empty != EmptyHalf::right) {
      ++counts_.halves;
      if (halves.right(right)) {
        name(state, s, empty == EmptyHalf::left ? cut.first : cut.first + 1, right);
        kept |= 2;
      }
    }
    if (kept == 3 && sink_.eager) look_ahead(state, s, cut);
    return kept;
  }

  /// The elementary operation's share: candidates of two leaves.
  Flow leaves(const BoxPairState& state) {
    ++counts_.leaf_pairs;
    const BoxNode& leaf_a = node(state, 0);
    const BoxNode& leaf_b = node(state, 1);
    const PlacedBox region = place(pair_.a_in_b, box_of(pair_, state, 0));
    bool any = false;
    for (const BoxBlock& b : pair_.tree[1].blocks_of(leaf_b)) {
      counts_.item_tests += b.lanes;
      std::uint32_t near = touching_lanes<false>(b.boxes, region, b.all());
      for (; near != 0; near &= near - 1) {
        const auto j = static_cast<std::uint32_t>(std::countr_zero(near));
        const PlacedBox box = place(pair_.b_in_a, b.boxes.get(j));
        const bool several = ((b.several >> j) & 1U) != 0;
        for (const BoxBlock& a : pair_.tree[0].blocks_of(leaf_a)) {
          counts_.item_tests += a.lanes;
          std::uint32_t touching = touching_lanes<true>(a.boxes, box, a.all());
          any = any || touching != 0;
          for (; touching != 0; touching &= touching - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(touching));
            const bool either = several || ((a.several >> i) & 1U) != 0;
            if (sink_(a.id[i], b.id[j], either) == Flow::stop) return Flow::stop;
          }
        }
      }
    }
    return any ? sink_.row_ends() : Flow::go_on;
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
  bool nearer_right_ = false;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
