#pragma once
// The walk over two sphere trees, or one against itself: whoever expands an open pair gets its
// overlapping children. Spheres are moved on the way, each once a frame.
#include <cstdint>
#include <limits>

#include "tact/base/types.h"
#include "tact/tree/sphere_tree.h"

namespace tact {

/// Two nodes whose spheres overlap; of one tree, twice the same node: the pairs within it.
struct SpherePair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  friend constexpr auto operator<=>(const SpherePair&, const SpherePair&) = default;
};

/// Down to the leaves.
inline constexpr std::uint32_t no_level = std::numeric_limits<std::uint32_t>::max();

/// What a walk does at a pair that has nothing below it, or not until the level it stops at.
enum class SphereEnd : std::uint8_t {
  none,    ///< goes on
  leaves,  ///< both are leaves: their primitives are to be tested
  level    ///< both are leaves or at the level
};

class SphereWalk {
 public:
  /// a and b may be the same tree. Spheres closer than `tolerance` count as overlapping.
  SphereWalk(SphereTree& a, SphereTree& b, double tolerance, std::uint32_t level, Stats& stats)
      : a_(a), b_(b), tolerance_(tolerance), level_(level), stats_(stats) {}

  /// Do the roots overlap? Where they do not, there is nothing to walk.
  bool roots_overlap() {
    if (a_.empty() || b_.empty()) return false;
    return same() || test(a_.root(), b_.root());
  }

  SphereEnd end_of(const SpherePair& pair) const {
    const bool leaf_a = a_.is_leaf(pair.a);
    const bool leaf_b = b_.is_leaf(pair.b);
    if (leaf_a && leaf_b) return SphereEnd::leaves;
    const bool end_a = leaf_a || a_.level(pair.a) >= level_;
    const bool end_b = leaf_b || b_.level(pair.b) >= level_;
    return end_a && end_b ? SphereEnd::level : SphereEnd::none;
  }

  /// Calls next(child pair) for those below an open pair that overlap.
  template <class Next>
  void expand(const SpherePair& pair, Next&& next) {
    if (same() && pair.a == pair.b) {
      const Range below = a_.children(pair.a);
      for (std::uint32_t i = below.first; i < below.end(); ++i) {
        next(SpherePair{i, i});
        for (std::uint32_t k = i + 1; k < below.end(); ++k) {
          if (test(i, k)) next(SpherePair{i, k});
        }
      }
      return;
    }
    const bool end_a = a_.is_leaf(pair.a) || a_.level(pair.a) >= level_;
    const bool end_b = b_.is_leaf(pair.b) || b_.level(pair.b) >= level_;
    const Sphere& of_a = a_.sphere(pair.a, stats_);
    const Sphere& of_b = b_.sphere(pair.b, stats_);
    // The larger one is opened, so that both sides stay of a size.
    if (!end_a && (end_b || of_a.radius >= of_b.radius)) {
      const Range below = a_.children(pair.a);
      for (std::uint32_t i = below.first; i < below.end(); ++i) {
        ++stats_.bounds_tests;
        if (!overlaps(a_.sphere(i, stats_), of_b, tolerance_)) continue;
        a_.prefetch(a_.children(i).first);
        next(SpherePair{i, pair.b});
      }
    } else {
      const Range below = b_.children(pair.b);
      for (std::uint32_t i = below.first; i < below.end(); ++i) {
        ++stats_.bounds_tests;
        if (!overlaps(of_a, b_.sphere(i, stats_), tolerance_)) continue;
        b_.prefetch(b_.children(i).first);
        next(SpherePair{pair.a, i});
      }
    }
  }

 private:
  bool same() const { return &a_ == &b_; }
  bool test(std::uint32_t a, std::uint32_t b) {
    ++stats_.bounds_tests;
    return overlaps(a_.sphere(a, stats_), b_.sphere(b, stats_), tolerance_);
  }

  SphereTree& a_;
  SphereTree& b_;
  double tolerance_;
  std::uint32_t level_;
  Stats& stats_;
};

}  // namespace tact
