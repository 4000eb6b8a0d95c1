#pragma once
// How a BoxTree (Zachmann 1995) is built, and what a walk through two of them did.
#include <cstdint>

namespace tact {

/// What makes one plane better than another.
enum class BoxPenalty : std::uint8_t {
  balance,  ///< |n_l − n_r| + γ n_c, as in the paper
  surface,  ///< surface of each half times the items in it; balance where λ forbids that cut
};

/// How a tree is cut. The defaults are those that were measured to be best.
struct BoxTreeOptions {
  /// Cuts above a leaf, at most; negative: by the number of items, as in the paper's table up to
  /// 3,000 (log₂(n/8), rounded), fewer beyond that.
  int depth = -1;
  std::uint32_t minimum = 1;  ///< a box with no more items is not cut
  /// Nor is one of whose items a half would keep more than this share.
  double lambda = 0.8;
  /// Of BoxPenalty::balance: how much worse a crossing item is than an unbalanced one.
  double gamma = 0;
  /// An empty part is cut off if it is more than this share of the box; 1: never.
  double empty_share = 0.1;
  /// Half the thickness of a plane, as a share of the body's size.
  double thickness = 0x1p-18;
  BoxPenalty penalty = BoxPenalty::surface;  ///< how planes are chosen
  /// A box with at most so many blocks of eight items is not cut by traversals: what is below is
  /// tested eight boxes at a time.
  std::uint32_t wide_blocks = 64;
  /// Polygons themselves, not only their boxes, decide which boxes they reach.
  bool true_tests = false;

  friend bool operator==(const BoxTreeOptions&, const BoxTreeOptions&) = default;
};

/// What a traversal did. Each split computes 4 intervals (those of the edges in the plane, which
/// both halves share) and moves one end of others; of the 24 of each half tested the rest is
/// reused.
struct BoxTreeCounts {
  std::uint64_t splits = 0;      ///< boxes cut
  std::uint64_t halves = 0;      ///< pairs of boxes tested that way
  std::uint64_t one_sided = 0;   ///< splits that left the other box on one side: nothing computed
  std::uint64_t leaf_pairs = 0;  ///< elementary operations
  std::uint64_t item_tests = 0;  ///< boxes of items tested in leaves

  /// From scratch.
  std::uint64_t intervals_computed() const { return 4 * (splits - one_sided); }
  /// As they were, or with one end moved to the new plane.
  std::uint64_t intervals_reused() const { return 20 * halves; }
  /// Adds up counter by counter.
  BoxTreeCounts& operator+=(const BoxTreeCounts& o) {
    splits += o.splits;
    halves += o.halves;
    one_sided += o.one_sided;
    leaf_pairs += o.leaf_pairs;
    item_tests += o.item_tests;
    return *this;
  }
};

}  // namespace tact
