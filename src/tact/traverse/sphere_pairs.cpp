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
  if (options.budget.deadline) {
    pairs.by_levels(walk, options.budget);
  } else {
    pairs.by_depth(walk);
  }
}

void SpherePairs::by_depth(SphereWalk& walk) {
  std::vector<SpherePair>& stack = next_;
  stack.swap(open);
  open.clear();
  while (!stack.empty()) {
    const SpherePair pair = stack.back();
    stack.pop_back();
    switch (walk.end_of(pair)) {
      case SphereEnd::leaves:
        leaves.push_back(pair);
        break;
      case SphereEnd::level:
        open.push_back(pair);
        break;
      case SphereEnd::none:
        walk.expand(pair, [&](const SpherePair& child) { stack.push_back(child); });
    }
  }
}

// Wherever the budget ends, all pairs are about as deep.
void SpherePairs::by_levels(SphereWalk& walk, const Budget& budget) {
  for (bool deeper = true; deeper && !cut;) {
    deeper = false;
    next_.clear();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (i % pairs_between_looks == 0 && budget.expired()) {
        next_.insert(next_.end(), open.begin() + static_cast<std::ptrdiff_t>(i), open.end());
        cut = true;
        break;
      }
      switch (walk.end_of(open[i])) {
        case SphereEnd::leaves:
          leaves.push_back(open[i]);
          break;
        case SphereEnd::level:
          next_.push_back(open[i]);
          break;
        case SphereEnd::none:
          walk.expand(open[i], [&](const SpherePair& child) { next_.push_back(child); });
          deeper = true;
      }
    }
    open.swap(next_);
  }
}

}  // namespace tact
