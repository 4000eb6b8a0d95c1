#pragma once
// RigidFront: what is remembered of two rigid bodies from one query to the next (Tropp 2006): the
// rows of box tests where the last one ended, and for each how far the bodies may move before it
// has to be looked at again.
#include <cstdint>
#include <limits>
#include <vector>

#include "tact/bounds/placement.h"
#include "tact/tree/rigid_blocks.h"

namespace tact {

/// Thresholds, as shares of the longest edge of the smaller body's box (Tropp 2006, section 5).
struct FrontPolicy {
  double coherence = 0.14;             ///< motion above which the plain traversal is used
  double prune = 0.17;                 ///< motion after which the front is pruned
  std::uint32_t most_rows = 1U << 16;  ///< bound of the memory: about 20 MB
};

/// One test of the front: a lane of one body, the single, against the eight lanes of a block of the
/// other. A row takes the place of eight nodes of the paper's bounding volume test tree.
template <class Eight>
struct alignas(32) FrontRow {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Of the lanes that are apart: a direction in the frame of the eight, at most one long, how far
  // the lane's box gets along it, and the gap when it was last computed.
  float along[3][8];
  float reach[8];
  float gap[8];
  std::uint32_t child[8];      ///< the row below a lane that touches, or none
  typename Eight::Box single;  ///< a copy, so that a look at the row needs nothing else
  LaneRef single_ref;
  std::uint32_t block;  ///< of the eight
  float shift[3];       ///< of the placement when the gaps were computed
  std::uint32_t turns;  ///< of the front when the gaps were computed
  std::uint8_t touching;
  std::uint8_t crossed;  ///< lanes that only a cross product separates: they have no direction
  bool of_b;             ///< the eight are of body b, the single of a
  bool fresh;            ///< not tested yet
  bool single_leaf;      ///< the single is a primitive
};

/// How a query goes about two bodies.
enum class FrontStep : std::uint8_t {
  plain,  ///< they moved too far: from the roots, and nothing is kept
  begin,  ///< from the roots, and the front is kept
  go_on   ///< from the front
};

/// How far a point of `from` within `reach` of its origin can have moved in the other's frame, in
/// units of that frame, rounded up.
double motion_bound(const RelativePose& before, const RelativePose& now, double reach);

template <class Eight>
struct RigidFront {
  std::vector<FrontRow<Eight>> rows;
  /// By row: the value of `moved` at which it must be looked at; minus infinity: in every query.
  std::vector<float> expiry;
  std::vector<FrontRow<Eight>> spare;  ///< for pruning
  std::vector<std::uint32_t> stack;

  // Where the bodies stood in the last query, a in the frame of b and the reverse.
  RelativePose b_in_a;
  RelativePose a_in_b;
  double moved = 0;         ///< sum of motion bounds, rounded up, in units of a's frame
  double pruned_at = 0;     ///< its value when the front was last pruned
  std::uint32_t turns = 0;  ///< changes of the rotation
  double tolerance = 0;     ///< of the query; another one makes the front void
  bool known = false;       ///< the two poses above are those of the last query
  bool valid = false;       ///< the rows are a front
  /// Where a bounded query found what it looked for: the row that the next one tries first.
  std::uint32_t witness = FrontRow<Eight>::none;

  /// Takes note of where the bodies stand now, and says how to go about the query.
  FrontStep advance(const RelativePose& b_to_a, const RelativePose& a_to_b, double reach_a,
                    double reach_b, double edge, const FrontPolicy& policy);

  /// Forgets everything but its memory.
  void clear() {
    rows.clear();
    expiry.clear();
    moved = 0;
    pruned_at = 0;
    valid = false;
    known = false;
    witness = FrontRow<Eight>::none;
  }
};

}  // namespace tact
