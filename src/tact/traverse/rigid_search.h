#pragma once
// The traversals of two rigid trees behind plain functions: the instruction set is chosen once per
// call.
#include <cstdint>
#include <span>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/traverse/rigid_front.h"
#include "tact/traverse/rigid_pair.h"

namespace tact {

/// Where candidates go, and under which names.
struct RigidOut {
  CandidateWriter& writer;
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  /// A bounded query: candidates are tested as soon as a block has been walked, so that the walk
  /// can stop.
  bool eager = false;

  Flow operator()(std::uint32_t primitive_a, std::uint32_t primitive_b) const {
    return writer.push(ordered(body_a, primitive_a, body_b, primitive_b));
  }
  Flow row_ends() const { return eager ? writer.deliver() : writer.flow(); }
};

/// What a traversal needs besides the pair.
struct RigidSearch {
  bool all_axes = true;  ///< fifteen axes, or the six of the faces
  FrontPolicy policy;
  double edge = 0;  ///< longest edge of the smaller body's box, in units of a's frame
  double unit = 1;  ///< of a's frame, in the user's
};

/// From the roots: the pairs of lanes to walk, at least `enough` of them if there are, breadth
/// first. Empty if the bodies are apart. Pairs of primitives on the way go to `out`.
template <class Eight>
void open_lanes(const RigidPair<Eight>& pair, const RigidSearch& search, std::size_t enough,
                const RigidOut& out, ArenaVector<LanePair>& open, Arena& arena, Stats& stats);

/// Everything below the open pairs.
template <class Eight>
Flow walk_lanes(const RigidPair<Eight>& pair, const RigidSearch& search,
                std::span<const LanePair> open, const RigidOut& out, Arena& arena, Stats& stats);

/// As RigidFront::advance said it: from the front of the last query, which is brought up to date,
/// or from the roots. Where an eager sink stops the walk is remembered.
template <class Eight>
void walk_front(const RigidPair<Eight>& pair, const RigidSearch& search, FrontStep step,
                RigidFront& front, const RigidOut& out, Arena& arena, Stats& stats);

/// The least distance so far, in units of a's frame, rounded up, and the direction in which it was
/// found: from a to b, in a's frame, at most one long; zero where there is none.
struct NearestSoFar {
  float distance = 0;
  float along[3] = {0, 0, 0};
};

/// Measures two primitives, and says what is the least so far.
class NearestMeasure {
 public:
  virtual ~NearestMeasure() = default;
  virtual NearestSoFar operator()(std::uint32_t primitive_a, std::uint32_t primitive_b) = 0;
};

/// Measures every two primitives that may be nearer than `best` and than all measured before.
template <class Eight>
void walk_nearest(const RigidPair<Eight>& pair, const NearestSoFar& best, NearestMeasure& measure,
                  Arena& arena, Stats& stats);

}  // namespace tact
