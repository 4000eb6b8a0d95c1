#pragma once
// DynamicBvh: the dynamic bounding volume hierarchy of Larsson 2006, eight wide. It starts as a
// root only; queries split the nodes they reach, updates refit what the last query touched, and
// give up what has become old or degenerate.
#include <cstdint>
#include <span>

#include "tact/bounds/lane_volumes.h"
#include "tact/tree/lazy_tree.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

class DynamicBvh final : public LazyTree {
 public:
  struct Options {
    /// A node is invalid if its volume is less than this share of the sum of its children's.
    float invalid_ratio = RefitRules{}.invalid_ratio;
    /// So it is if the ratio has fallen below this share of what it was after the split: children
    /// that filled little of their parent have overlapped long before the first rule notices.
    float degraded_ratio = RefitRules{}.degraded_ratio;
    /// But not if it is still at least this share: a new split would gain too little.
    float worthwhile_ratio = RefitRules{}.worthwhile_ratio;
    /// A node that is still invalid right after a split is judged for this many updates (at most
    /// 15) by one rule only: it is given up if it gets worse by the share invalid_ratio. That is
    /// milder than the first rule and, as the ratios stand, stricter than the third; the milder of
    /// the two would split less, and take more bounds tests.
    std::uint8_t grace = RefitRules{}.grace;
    /// Updates for which a node that no query reaches is still kept (at most 15); 0 gives it up at
    /// once, as the paper does. At the rim of a contact nodes come and go from frame to frame, and
    /// refitting one costs less than splitting it again.
    std::uint8_t linger = RefitRules{}.linger;
    /// Nodes with up to this many primitives get all their leaves at once (at most 64); 8 splits
    /// level by level down to the leaves, as the paper does.
    std::uint32_t cluster = RefitRules{}.cluster;
    /// Take the memory of a full tree at once instead of as needed (section 2.4).
    bool reserve_all = false;
    /// Others than boxes are for comparison (`tact-bench peers --methods dbvh dbvh-kdop-14`): what
    /// they save in a query their update costs.
    Volume volume = Volume::box;
  };

  DynamicBvh() : DynamicBvh(Options{}) {}
  explicit DynamicBvh(const Options& options) : options_(options) {
    reserve_all_ = options.reserve_all;
    volume_ = options.volume;
    extra_bytes_ = bytes_of(options.volume);
  }

  void reset(std::span<const TreePart> parts) override;
  void reindex(std::span<const TreePart> parts) override;
  void resize(std::span<const TreePart> parts) override;
  /// Reads no geometry while queries do not reach the root.
  Stats update(std::span<const TreePart> parts, const BoundsFrame& frame, const Extent& extent,
               unsigned threads) override;

 private:
  Block* make(Block* old, const Place& place, Arena& arena, Stats& stats) override;
  bool keeps_rules(const Block& block) const override;
  RefitRules rules(bool use_marks);
  void find_pure(Block& block);
  void forget_runs();

  Options options_;
  std::uint32_t unreached_ = 0;  // updates since a query last reached the root
};

}  // namespace tact
