#include "tact/traverse/sphere_pairs.h"

namespace tact {
namespace {

constexpr std::size_t pairs_between_looks = 64;  // at the clock

}  // namespace

void find_sphere_pairs(SphereTree& a, SphereTree& b, const SpherePairOptions& options,
                       SpherePairs& pairs, Stats& stats) {
  pairs.clear();
  SphereWalk walk(a, b, options.tolerance, options.level, stats);
  if (!walk.roots_overlap()) return;
  pairs.open.push_back({a.root(), b.root()});
  refine_sphere_pairs(a, b, options, pairs, stats);
}

void refine_sphere_pairs(SphereTree& a, SphereTree& b, const SpherePairOptions& options,
                         SpherePairs& pairs, Stats& stats) {
  SphereWalk walk(a, b, options.tolerance, options.level, stats);
  pairs.cut = false;
  std::vector<SpherePair>& next = pairs.next_;
  // Breadth first: wherever the budget ends, all pairs are about as deep. Pairs that are at their
  // end move to the front of the next round and stay there.
  for (bool deeper = true; deeper && !pairs.cut;) {
    deeper = false;
    next.clear();
    for (std::size_t i = 0; i < pairs.open.size(); ++i) {
      if (i % pairs_between_looks == 0 && options.budget.expired()) {
        next.insert(next.end(), pairs.open.begin() + static_cast<std::ptrdiff_t>(i),
                    pairs.open.end());
        pairs.cut = true;
        break;
      }
      const SpherePair& pair = pairs.open[i];
      switch (walk.end_of(pair)) {
        case SphereEnd::leaves:
          pairs.leaves.push_back(pair);
          break;
        case SphereEnd::level:
          next.push_back(pair);
          break;
        case SphereEnd::none:
          walk.expand(pair, [&](const SpherePair& child) { next.push_back(child); });
          deeper = true;
      }
    }
    pairs.open.swap(next);
  }
}

}  // namespace tact
