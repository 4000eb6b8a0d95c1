#pragma once
// Pairs of boxes of two BoxTrees as a traversal carries them (Zachmann 1995, section 3.3): for each
// of the 2 × 3 × 4 edges the interval of its line parameter that lies within the other box. Two
// boxes are apart if and only if all of them are empty. docs/boxtree.md derives what is used here.
#include <cstdint>

#include "tact/bounds/placement.h"
#include "tact/tree/box_tree_nodes.h"

namespace tact {

/// One box of a pair. Edge family j is parallel to axis j and has its coordinate as parameter; its
/// lane κ + 2 λ is at the low (0) or high (1) face of axis j + 1 (κ) and of axis j + 2 (λ). The
/// fourth lanes of the faces do not count.
struct BoxEdges {
  float lo[4];  ///< faces, where the edges are
  float hi[4];
  float outer_lo[4];  ///< the faces as the other box's edges are clipped by them: moved outwards
  float outer_hi[4];  ///< by more than everything that rounds
  float enter[3][4];
  float leave[3][4];
};

/// Two boxes, those of nodes node[0] of a and node[1] of b. Coordinates of a are relative to the
/// origin of b's frame, so that the two frames differ by a linear map only.
struct alignas(16) BoxPairState {
  BoxEdges of[2];
  std::uint32_t node[2];
  float share;  ///< of the whole question, by halves; all open and closed pairs add up to one
  float unused;
};

/// What does not change from split to split: box s of the pair is cut, box o is the other one.
struct alignas(16) ClipTable {
  float column[3][4];      ///< [m][i]: o's coordinate i per unit of s's coordinate m
  float other[3][3][4];    ///< [m][i]: o's coordinate i per unit of the second fixed coordinate
  float inverse[3][3][4];  ///< [m][i]: 1 / (o's coordinate i per unit of the parameter)
  float row[3][4];         ///< [m][x]: s's coordinate m per unit of o's coordinate x
  float back[3][3];        ///< [m][i]: 1 / row[m][i]
  float side[3][3];        ///< [m][i]: −∞ if back is positive, else ∞
  float origin[3];         ///< what s's coordinates are relative to
  float slack;             ///< how far planes of s are moved outwards, in units of s
};

/// Two trees where their bodies stand.
struct BoxTreePair {
  BoxTreeNodes tree[2];
  ClipTable cut[2];  ///< for cuts of a and of b
  Placement b_in_a;  ///< for the items of leaves; slack includes the tolerance
  Placement a_in_b;
  BoxPairState roots;
  /// Of aligned boxes (box_aligned_simd.h), whose rounding adds up from level to level.
  float aligned_slack[2];
  bool blind = false;  ///< sizes or places that float cannot compare: everything may touch
};

/// Tolerances are in units of the two frames, rounded up.
BoxTreePair box_tree_pair(const BoxTreeNodes& a, const BoxTreeNodes& b, const RigidPlace& at_a,
                          const RigidPlace& at_b, float tolerance_a, float tolerance_b);

/// Are all intervals of the pair empty? Only then; never where anything is not a number.
bool apart(const BoxPairState& pair);

}  // namespace tact
