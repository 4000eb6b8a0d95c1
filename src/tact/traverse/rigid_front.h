#pragma once
// RigidFront: what is remembered of two rigid bodies from one query to the next (Tropp 2006): the
// pairs of boxes where the last one ended, and for each how far the bodies may move before it has
// to be looked at again.
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "tact/bounds/placement.h"
#include "tact/traverse/rigid_pair.h"
#include "tact/tree/rigid_blocks.h"

namespace tact {

/// Motions are shares of the longest edge of the smaller body's box, as in Tropp 2006, section 5.
struct FrontPolicy {
  /// Motion above which the plain traversal is used. Measured: eight boxes are tested at once for
  /// what looking at two or three remembered pairs costs, so that a front pays only while most of
  /// its margins outlast several queries. The paper, one pair at a time, has 0.14 and 0.2.
  double coherence = 0.004;
  double prune = 0.17;  ///< motion after which the front is pruned
  /// Motion above which a bounded query does not begin where the last one found its pair.
  double trail = 0.05;
  /// Boxes shorter than the motion over this are not remembered, but walked to anew; infinity: all
  /// are, down to the primitives, which the paper finds best for oriented boxes.
  double sprout = std::numeric_limits<double>::infinity();
  /// Bound of the memory, about 2 MB: a longer front does not stay in a cache, and loses.
  std::uint32_t most_pairs = 1U << 14;
  /// Give a front up that costs about what the plain traversal does. The paper does not.
  bool weighs_cost = true;
};

/// Two boxes that are apart: what it takes to test whether they still are along the same direction,
/// in one cache line. The first is a lane of one body, the single is of the other.
struct alignas(64) FrontLane {
  float along[3];   ///< in the frame of the first body, at most one long, towards the single
  float reach;      ///< how far the first box gets along it
  float centre[3];  ///< of the single, in its own frame
  float arm[9];     ///< its three half edges, as vectors
};

/// What else is known of the two.
struct FrontPlace {
  LaneRef first;
  LaneRef single;
  float gap;            ///< along the direction, when it was last computed
  float shift[3];       ///< of the placement then
  std::uint32_t turns;  ///< of the front then
};

/// The pairs whose first boxes are of one of the two bodies.
struct FrontSide {
  std::vector<FrontLane> lanes;
  std::vector<FrontPlace> places;
  /// The value of RigidFront::moved at which a pair must be looked at.
  std::vector<float> expiry;

  std::size_t size() const { return lanes.size(); }
  void clear() {
    lanes.clear();
    places.clear();
    expiry.clear();
  }
};

/// A primitive of one body against a block of primitives of the other, some of which it touches by
/// its box: looked at in every query.
struct HotRow {
  LaneRef single;
  std::uint32_t block;
  bool of_b;           ///< the block is of body b
  std::uint8_t lanes;  ///< of the block: the others are pairs of the front for themselves
};

/// How a query goes about two bodies.
enum class FrontStep : std::uint8_t {
  plain,  ///< from the roots, and nothing is kept
  begin,  ///< from the roots, and the front is kept
  go_on   ///< from the front
};

/// How far a point of `from` within `reach` of its origin can have moved in the other's frame, in
/// units of that frame, rounded up.
double motion_bound(const RelativePose& before, const RelativePose& now, double reach);

struct RigidFront {
  std::array<FrontSide, 2> sides;  ///< first boxes of a, of b
  std::vector<HotRow> rows;

  // Where the bodies stood in the last query, each in the frame of the other.
  RelativePose b_in_a;
  RelativePose a_in_b;
  double moved = 0;              ///< sum of motion bounds, rounded up, in units of a's frame
  double motion = 0;             ///< since the last query
  double begun_at = 0;           ///< `moved` when the front was begun
  std::uint32_t turns = 0;       ///< changes of the rotation
  double tolerance = 0;          ///< that the front was made for
  bool known = false;            ///< the two poses above are those of the last query
  bool valid = false;            ///< the pairs are a front
  std::uint64_t plain_rows = 0;  ///< blocks that the plain traversal tested when the front began
  /// Queries for which the front is given up, because it does not pay at motions such as this;
  /// doubled each time.
  std::uint32_t pause = 0;
  double pause_motion = 0;
  std::uint32_t next_pause = 4;
  /// Where a bounded query last found what it looked for, from the root downwards: the next one
  /// goes there first.
  std::vector<LanePair> trail;
  bool touched = false;  ///< a bounded query found enough

  std::size_t size() const { return sides[0].size() + sides[1].size(); }

  /// Takes note of how close counts, before advance(), and returns what to search with: a little
  /// more, if that is what the front was made for. Another tolerance makes the front void.
  double admit(double wanted);

  /// Takes note of where the bodies stand now, and says how to go about the query.
  FrontStep advance(const RelativePose& b_to_a, const RelativePose& a_to_b, double reach_a,
                    double reach_b, double edge, bool bounded, const FrontPolicy& policy);

  /// For twice what there is: fronts are begun in other places when the same path is played again,
  /// and that should not allocate.
  void make_room();

  /// Not worth it, or too long: plain queries for a while, twice as many as the last time.
  void give_up();

  /// Forgets everything but its memory.
  void clear();
};

}  // namespace tact
