#pragma once
// FixedBvh: a tree that is built once and keeps its topology, for bodies whose triangles stay
// together. Three ways to keep its boxes right, to compare with each other.
#include <cstdint>

#include "tact/tree/lazy_tree.h"
#include "tact/tree/refit_kernels.h"

namespace tact {

class FixedBvh final : public LazyTree {
 public:
  enum class Way : std::uint8_t {
    /// Every box, from the leaves upwards, in every update.
    refit,
    /// The upper half of the levels in every update, from geometry at its lower rim; the lower half
    /// where a query gets there (the hybrid update that Larsson 2006 compares with).
    hybrid,
    /// What the last query touched, from geometry at its rim; the rest where a query gets there
    /// (Larsson 2006, contribution IV).
    coherent
  };
  explicit FixedBvh(Way way) : way_(way) {}

  void reindex(std::span<const TreePart> parts) override { reset(parts); }
  Stats update(std::span<const TreePart> parts, const BoundsFrame& frame, const Extent& extent,
               unsigned threads) override;

 private:
  Block* make(Block* old, const Place& place, Arena& arena, Stats& stats) override;
  void refresh(Block& block, Stats& stats);

  Way way_;
  std::uint32_t levels_ = 0;
};

}  // namespace tact
