// The elementary operation's share of a traversal of two BoxTrees: which items of two wide nodes
// may touch, eight boxes at a time. Included once per instruction set by files that dispatch with
// foreach_target.
#if defined(TACT_TRAVERSE_BOX_TREE_LEAVES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_BOX_TREE_LEAVES_SIMD_H
#undef TACT_TRAVERSE_BOX_TREE_LEAVES_SIMD_H
#else
#define TACT_TRAVERSE_BOX_TREE_LEAVES_SIMD_H
#endif

#include <bit>

#include "tact/base/float4_simd.h"
#include "tact/base/types.h"
#include "tact/bounds/flat_box_simd.h"
#include "tact/traverse/box_tree_search.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Asks for all lines of something that will be read soon.
template <class T>
HWY_INLINE void prefetch_all(const T& what) {
  const auto* const bytes = reinterpret_cast<const char*>(&what);
  for (std::size_t i = 0; i < sizeof(T); i += 64) prefetch_line(bytes + i);
}

/// Sink takes (item of a, item of b, whether one of them is in several leaves) and answers with a
/// Flow; row_ends() tells it that two blocks are through.
template <class Sink>
class BoxTreeLeaves {
 public:
  BoxTreeLeaves(const BoxTreePair& pair, Sink& sink, BoxTreeCounts& counts)
      : pair_(pair), sink_(sink), counts_(counts) {}

  /// Candidates of two wide nodes.
  Flow operator()(const BoxNode& a, const BoxNode& b) {
    ++counts_.leaf_pairs;
    return all_of(pair_.tree[0].bundles[a.bundle()], pair_.tree[1].bundles[b.bundle()]);
  }

  /// The same in parts. All of two wide nodes, as step() takes it:
  BoxLeafPair begin(const BoxNode& a, const BoxNode& b) {
    ++counts_.leaf_pairs;
    return {{a.bundle(), b.bundle()}, {BoxLeafPair::all, BoxLeafPair::all}};
  }
  /// Two blocks are settled; of anything larger, the pairs of what is in it go to `push`. Either
  /// way it is 64 pairs of boxes at most.
  template <class Push>
  Flow step(const BoxLeafPair& at, Push&& push) {
    const BoxBundle& a = pair_.tree[0].bundles[at.bundle[0]];
    const BoxBundle& b = pair_.tree[1].bundles[at.bundle[1]];
    const bool block_a = at.lane[0] != BoxLeafPair::all;
    const bool block_b = at.lane[1] != BoxLeafPair::all;
    if (block_a && block_b) {
      return blocks(pair_.tree[0].blocks[a.child[at.lane[0]]], a.lane.get(at.lane[0]),
                    pair_.tree[1].blocks[b.child[at.lane[1]]], b.lane.get(at.lane[1]));
    }
    const auto visit = [&](const BoxBundle&, std::uint32_t i, const BoxBundle&, std::uint32_t j) {
      BoxLeafPair below;
      below.name(0, at.bundle[0], a, i);
      below.name(1, at.bundle[1], b, j);
      push(below);
      return Flow::go_on;
    };
    if (block_a) return lanes<true>(a, 1U << at.lane[0], b, b.all(), visit);
    if (block_b) return lanes<false>(b, 1U << at.lane[1], a, a.all(), visit);
    return bundles(a, b, visit);
  }

 private:
  // Goes all the way down.
  struct Below {
    BoxTreeLeaves& leaves;
    HWY_INLINE Flow operator()(const BoxBundle& a, std::uint32_t i, const BoxBundle& b,
                               std::uint32_t j) const {
      return leaves.children(a, i, b, j);
    }
  };

  template <bool AllAxes, class Slabs>
  HWY_INLINE std::uint32_t near(const FlatBoxes8<Slabs>& eight, const PlacedFlatBox& one,
                                std::uint32_t wanted) {
    counts_.item_tests += static_cast<std::uint64_t>(std::popcount(wanted));
    return touching_lanes<AllAxes>(eight, one, wanted);
  }

  // Those lanes of two bundles that may touch, each pair of them to `visit`.
  template <class Visit>
  Flow bundles(const BoxBundle& a, const BoxBundle& b, const Visit& visit) {
    const std::uint32_t near_b = near<false>(b.lane, place(pair_.a_in_b, a.whole), b.all());
    if (near_b == 0) return Flow::go_on;
    const std::uint32_t near_a = near<false>(a.lane, place(pair_.b_in_a, b.whole), a.all());
    if (near_a == 0) return Flow::go_on;
    // Those of the side with fewer of them, one by one.
    return std::popcount(near_b) <= std::popcount(near_a)
               ? lanes<false>(b, near_b, a, near_a, visit)
               : lanes<true>(a, near_a, b, near_b, visit);
  }

  // The lanes `of_single` of one bundle, each against those `of_eight` of the other. SingleOfA: the
  // single ones are a's.
  template <bool SingleOfA, class Visit>
  Flow lanes(const BoxBundle& single, std::uint32_t of_single, const BoxBundle& eight,
             std::uint32_t of_eight, const Visit& visit) {
    for (; of_single != 0; of_single &= of_single - 1) {
      const auto j = static_cast<std::uint32_t>(std::countr_zero(of_single));
      const PlacedFlatBox one = placed<SingleOfA>(single.lane.get(j));
      std::uint32_t touching = near<true>(eight.lane, one, of_eight);
      if (touching == 0) continue;
      ask_for(SingleOfA ? 0 : 1, single, 1U << j);
      ask_for(SingleOfA ? 1 : 0, eight, touching);
      for (; touching != 0; touching &= touching - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(touching));
        const Flow flow = SingleOfA ? visit(single, j, eight, i) : visit(eight, i, single, j);
        if (flow == Flow::stop) return Flow::stop;
      }
    }
    return Flow::go_on;
  }

  Flow all_of(const BoxBundle& a, const BoxBundle& b) { return bundles(a, b, Below{*this}); }

  // Memory that will be read soon.
  void ask_for(int side, const BoxBundle& bundle, std::uint32_t lanes) const {
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(lanes));
      if (((bundle.blocks >> i) & 1U) != 0) {
        prefetch_all(pair_.tree[side].blocks[bundle.child[i]]);
      } else {
        prefetch_all(pair_.tree[side].bundles[bundle.child[i]]);
      }
    }
  }

  Flow children(const BoxBundle& a, std::uint32_t i, const BoxBundle& b, std::uint32_t j) {
    const bool block_a = ((a.blocks >> i) & 1U) != 0;
    const bool block_b = ((b.blocks >> j) & 1U) != 0;
    if (block_a && block_b) {
      return blocks(pair_.tree[0].blocks[a.child[i]], a.lane.get(i),
                    pair_.tree[1].blocks[b.child[j]], b.lane.get(j));
    }
    if (block_a) return descend<true>(a, i, pair_.tree[1].bundles[b.child[j]]);
    if (block_b) return descend<false>(b, j, pair_.tree[0].bundles[a.child[i]]);
    return all_of(pair_.tree[0].bundles[a.child[i]], pair_.tree[1].bundles[b.child[j]]);
  }

  // One lane, which is a block, against a bundle of the other body.
  template <bool SingleOfA>
  Flow descend(const BoxBundle& single, std::uint32_t j, const BoxBundle& eight) {
    return lanes<SingleOfA>(single, 1U << j, eight, eight.all(), Below{*this});
  }

  template <bool OfA>
  HWY_INLINE PlacedFlatBox placed(const FlatBox& flat) const {
    return place(OfA ? pair_.a_in_b : pair_.b_in_a, flat);
  }

  // The items of two blocks, which are within two boxes.
  Flow blocks(const BoxBlock& a, const FlatBox& box_a, const BoxBlock& b, const FlatBox& box_b) {
    const std::uint32_t near_b = near<false>(b.items, placed<true>(box_a), b.all());
    if (near_b == 0) return Flow::go_on;
    const std::uint32_t near_a = near<false>(a.items, placed<false>(box_b), a.all());
    if (near_a == 0) return Flow::go_on;
    bool any = false;
    const Flow flow = std::popcount(near_b) <= std::popcount(near_a)
                          ? items<false>(b, near_b, a, near_a, any)
                          : items<true>(a, near_a, b, near_b, any);
    if (flow == Flow::stop || !any) return flow;
    return sink_.row_ends();
  }

  template <bool SingleOfA>
  HWY_INLINE Flow items(const BoxBlock& single, std::uint32_t of_single, const BoxBlock& eight,
                        std::uint32_t of_eight, bool& any) {
    for (; of_single != 0; of_single &= of_single - 1) {
      const auto j = static_cast<std::uint32_t>(std::countr_zero(of_single));
      const PlacedFlatBox one = placed<SingleOfA>(single.items.get(j));
      std::uint32_t touching = near<true>(eight.items, one, of_eight);
      any = any || touching != 0;
      const bool several = ((single.several >> j) & 1U) != 0;
      for (; touching != 0; touching &= touching - 1) {
        const auto i = static_cast<std::uint32_t>(std::countr_zero(touching));
        const bool either = several || ((eight.several >> i) & 1U) != 0;
        const Flow flow = SingleOfA ? sink_(single.id[j], eight.id[i], either)
                                    : sink_(eight.id[i], single.id[j], either);
        if (flow == Flow::stop) return Flow::stop;
      }
    }
    return Flow::go_on;
  }

  const BoxTreePair& pair_;
  Sink& sink_;
  BoxTreeCounts& counts_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
