#pragma once
// Pairs of overlapping spheres of two trees at any level. With a deadline they are found coarse
// first; what it or a level leaves open can be gone on with later in the same frame.
#include <cstdint>
#include <vector>

#include "tact/base/types.h"
#include "tact/traverse/sphere_walk.h"

namespace tact {

struct SpherePairOptions {
  std::uint32_t level = no_level;  ///< go no deeper than this (root: 0)
  Budget budget;                   ///< only its deadline counts
  double tolerance = 0;            ///< spheres closer than this count as overlapping
};

/// All overlapping pairs of two trees, as far as they were looked into. What touches lies below one
/// of these pairs, at every moment: `open` and `leaves` together cover the two bodies.
struct SpherePairs {
  std::vector<SpherePair> leaves;  ///< both are leaves
  std::vector<SpherePair> open;    ///< at the level asked for, or above it if `cut`
  bool cut = false;                ///< the budget ended before the level was reached

  void clear() {
    leaves.clear();
    open.clear();
    cut = false;
  }
  std::size_t size() const { return leaves.size() + open.size(); }

 private:
  friend void refine_sphere_pairs(SphereTree&, SphereTree&, const SpherePairOptions&, SpherePairs&,
                                  Stats&);
  void by_depth(SphereWalk& walk);
  void by_levels(SphereWalk& walk, const Budget& budget);

  std::vector<SpherePair> next_;  // keeps its memory from call to call
};

/// From the roots down to the level. The same tree twice: within it.
void find_sphere_pairs(SphereTree& a, SphereTree& b, const SpherePairOptions& options,
                       SpherePairs& pairs, Stats& stats);

/// Goes on with what a call in the same frame left open: to a deeper level, or with more time.
void refine_sphere_pairs(SphereTree& a, SphereTree& b, const SpherePairOptions& options,
                         SpherePairs& pairs, Stats& stats);

}  // namespace tact
