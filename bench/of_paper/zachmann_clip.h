#pragma once
// Two boxes of two BoxTrees and, for each of the 2 × 3 × 4 edges, the interval of its line's
// parameter that lies within the other box (Zachmann 1995, section 3.3). A cut keeps half of the
// intervals and renews the rest; only the roots are ever transformed. In double, with room for
// rounding as docs/boxtree.md derives it.
#include <cstdint>

#include "bench/of_paper/zachmann_tree.h"

namespace tact::bench {

/// What does not change in a query.
struct ZachmannPlaces {
  struct Way {
    double column[3][3];   ///< [i][j]: the other's coordinate i per unit of own coordinate j
    double inverse[3][3];  ///< of those
    double shift[3];       ///< the own origin, in the other's coordinates
    double outward;        ///< how far the own planes are moved to clip the other's edges
  };
  Way way[2];
  bool blind;  ///< sizes or places that cannot be compared: everything may touch
};

/// Tolerances in units of the two frames.
ZachmannPlaces places_of(const ZachmannTree& a, const ZachmannTree& b, const Transform& pose_a,
                         const Transform& pose_b, double tolerance_a, double tolerance_b);

/// One of the two boxes. Edge family j is parallel to axis j; its lane κ + 2 λ is at the low (0) or
/// high (1) face of axis j + 1 (κ) and of axis j + 2 (λ), modulo 3.
struct ZachmannSide {
  ZachmannBox box;
  double enter[3][4];
  double leave[3][4];
};

struct ZachmannPair {
  ZachmannSide side[2];

  /// Are all intervals empty? Not, where anything is not a number.
  bool apart() const;
};

/// The root boxes, all intervals from scratch.
ZachmannPair pair_of_roots(const ZachmannTree& a, const ZachmannTree& b,
                           const ZachmannPlaces& places);

/// One half (0: below the plane, 1: above) of side s against the other side.
ZachmannPair half_of(const ZachmannPair& whole, const ZachmannPlaces& places, std::size_t s,
                     std::size_t axis, double cut, std::size_t half);

}  // namespace tact::bench
