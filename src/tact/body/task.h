#pragma once
// Task: what a method works on. The bodies as they stand, and which of them are tested against
// which.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/body.h"
#include "tact/body/structures.h"
#include "tact/bounds/frame.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/primitives.h"

namespace tact {

struct SolidPieces;

/// What is known of a body that is moved by maps, beyond where it stands.
struct MappedShape {
  std::vector<Vec3> rest;        ///< where the points were
  Clusters clusters;             ///< which of them are moved by one map
  std::vector<ClusterMap> maps;  ///< one for each cluster; none if the last move came without
};

/// Where a body came from that was moved from somewhere to somewhere: every vertex in a straight
/// line. Methods answer for where it is; questions about the way read this as well.
struct Motion {
  Primitives from;  ///< where it began: the same triangles
  Extent extent;    ///< of all vertices, at both ends
};

/// A body as a method sees it. Versions come from one counter: a method that remembers the version
/// it last saw knows what it has to do.
struct BodyState {
  BodyId id;                               ///< its handle in the world
  std::uint64_t user = 0;                  ///< the user's own id
  BodyKind kind = BodyKind::rigid;         ///< what it is
  bool self = false;                       ///< are contacts within it asked for?
  std::uint32_t group = 1;                 ///< see BodyDef::group()
  std::uint32_t mask = ~std::uint32_t{0};  ///< see BodyDef::mask()
  Primitives primitives;                   ///< where they stand now
  Extent extent;  ///< of all vertices (or balls), in the world; rigid: an outer bound
  std::optional<Motion> motion;         ///< nothing: it stands still
  const Shape* shape = nullptr;         ///< of rigid bodies, which may share it
  const MappedShape* mapped = nullptr;  ///< of bodies that were given clusters
  const SolidPieces* solid = nullptr;   ///< of bodies that were declared solid
  std::uint64_t shape_version = 0;      ///< changes with the set of primitives, never repeats
  std::uint64_t motion_version = 0;     ///< changes with every move
  /// What the body owns: made, brought up to date and borrowed by methods and questions.
  mutable Structures structures;
};

/// What a structure of the body is to be brought up to date with.
inline Versions versions_of(const BodyState& body, const BoundsFrame& frame) {
  return {body.shape_version, body.motion_version, frame.version};
}
/// Of all the way that it goes, in the world.
inline const Extent& way_of(const BodyState& body) {
  return body.motion ? body.motion->extent : body.extent;
}
/// What it is tested against.
inline BodyRule rule_of(const BodyState& body) { return {body.group, body.mask, body.self}; }

/// A user's say in which bodies are tested: false for two that are not. See World::set_filter().
using BodyFilter = std::function<bool(const BodyId& a, const BodyId& b)>;

/// What is known of pairs of bodies before anybody asks: NearPairs finds it out once per frame.
struct KnownPairs {
  bool listed = false;  ///< false: not since something changed, and `near` says nothing
  /// Two bodies that are tested and whose boxes overlap, a < b, and a body and itself where that is
  /// wanted; sorted.
  std::span<const Pair> near;
  /// Keys of pairs that are not tested whatever their groups say, see is_refused(): those that the
  /// user excluded, and of those whose boxes overlap the ones that the filter refused.
  std::span<const std::uint64_t> refused;
  const BodyFilter* filter = nullptr;  ///< to be asked about pairs further apart
};

/// Totals over the bodies of a task.
struct BodyCensus {
  /// Of one kind.
  struct OfKind {
    std::uint32_t bodies = 0;      ///< how many
    std::uint64_t primitives = 0;  ///< of all of them
  };
  std::array<OfKind, 4> kinds;     ///< by BodyKind
  std::uint64_t latest_shape = 0;  ///< the latest version of a set of primitives that was seen

  /// Of that kind.
  const OfKind& of(BodyKind kind) const { return kinds[static_cast<std::size_t>(kind)]; }
  /// Of all kinds.
  OfKind all() const {
    OfKind sum;
    for (const OfKind& kind : kinds) {
      sum.bodies += kind.bodies;
      sum.primitives += kind.primitives;
    }
    return sum;
  }
  /// Of the kinds that have them.
  std::uint64_t triangles() const { return all().primitives - of(BodyKind::points).primitives; }
};

/// All that a method may know of a world.
struct Task {
  /// By slot; null where there is no body.
  std::vector<const BodyState*> bodies;
  /// The same bodies' primitives, for contact/narrow.
  std::vector<const Primitives*> primitives;
  BoundsFrame frame;  ///< that bounds in float should live in
  Extent scene;       ///< encloses all bodies, now and then more than those; empty: nobody knows
  std::optional<BodyCensus> census;  ///< nothing where nobody counts: see census_of()
  unsigned threads = 1;              ///< to be used at most
  std::uint32_t solids = 0;          ///< how many bodies are solids
  std::uint64_t number = 0;  ///< of the update, from 1 on; 0: nobody counts, so look at all bodies
  std::uint64_t clock = 1;  ///< counts updates and questions: how long nobody asked for a structure
  std::uint64_t updated = 0;  ///< the clock in the last update: what that asked for is in use
  /// Slots of the bodies that came or moved since the last update; may name bodies that are gone.
  std::vector<std::uint32_t> moved;
  mutable Structures common;       ///< of several bodies together
  mutable StructureLeases leases;  ///< what of all this is up to date
  KnownPairs known;                ///< which bodies may meet

  /// Are two bodies, or a body and itself, tested against each other? What the filter says of
  /// bodies that are not near is not in it.
  bool tests(std::uint32_t a, std::uint32_t b) const {
    const BodyState* s = bodies[a];
    const BodyState* t = bodies[b];
    return s != nullptr && t != nullptr &&
           are_tested(a, rule_of(*s), b, rule_of(*t), known.refused);
  }
};

/// The task's census, or, where nobody counts, one taken now by looking at every body.
TACT_API BodyCensus census_of(const Task& task);

/// What is asked of the method beyond the task.
struct Request {
  /// Two slots.
  struct Bodies {
    std::uint32_t a = 0;  ///< one of them
    std::uint32_t b = 0;  ///< equal to a: within the body, whatever its switch says
  };
  std::optional<Bodies> only;  ///< these two, instead of all that the task tests
  /// Candidates at most this far apart, in world units. Room for the rounding of distances is in it
  /// already (a little more than the user asked for); what your bounds round comes on top.
  double tolerance = 0;
  /// Are neighbours within a body wanted, too? If not, a method may leave out triangles that share
  /// a vertex by index and count them as Stats::neighbours; those that it delivers all the same,
  /// and those that share one by topology id and place, are left out later.
  bool neighbours = false;
  /// About the way of bodies that move (see Motion), not about where they are: for questions.
  /// list_body_pairs() compares the boxes of their ways then.
  bool motion = false;
  unsigned threads = 1;  ///< to be used at most
  /// The question is bounded by a number of pairs: a method may look for the likely ones first. Of
  /// one that is bounded by time, `timed` tells.
  bool bounded = false;
  /// There is a deadline: the sink wants no more chunks once it is over, so a chunk should be some
  /// hundred microseconds of work. Whoever hands larger ones to a device looks at the sink earlier.
  bool timed = false;
  /// By slot, or empty: pairs of two bodies that are marked, and pairs within one, are somebody
  /// else's. Only `dbvh` is given it, by methods that leave some bodies to it; list_body_pairs()
  /// leaves such pairs out.
  std::span<const bool> settled;

  /// Are the pairs of these two somebody else's?
  bool is_settled(std::uint32_t a, std::uint32_t b) const {
    return !settled.empty() && settled[a] && settled[b];
  }
};

/// Which pairs of bodies a question is about: every method takes them from here.
struct BodyPairs {
  /// Two bodies, a < b, or a body and itself; sorted. If the request names two, those.
  std::span<const Pair> pairs;
  /// For structures that hold several bodies: what else is not tested, see is_refused(). It is
  /// right for bodies that are as near as the request asks.
  std::span<const std::uint64_t> refused;
};

/// The pairs of bodies whose boxes are as near as the request asks, of those that are tested and
/// not settled. `among`: by slot, only pairs of two that are marked; empty: all. Without a
/// tolerance it is the list of the frame; with one, or about motion, all boxes are swept, O(n log
/// n) and what meets, and a filter is asked about those that are near by that alone. What is not in
/// the task lies in `arena`.
TACT_API BodyPairs list_body_pairs(const Task& task, const Request& request, Arena& arena,
                                   Stats& stats, std::span<const bool> among = {});

/// May these two bodies be in the answer, as far as rules and a filter can tell? The filter is
/// asked only where a tolerance, or a motion, reaches beyond what the frame's list knows.
TACT_API bool admits(const Task& task, const Request& request, std::uint32_t a, std::uint32_t b);

/// Calls f(a, b), a <= b, for every two bodies that the request is about, however far apart: for
/// `brute`, which trusts no box. O(n²).
template <class F>
void for_each_body_pair(const Task& task, const Request& request, F&& f) {
  if (request.only) {
    const auto [a, b] = *request.only;
    f(a < b ? a : b, a < b ? b : a);
    return;
  }
  const auto slots = static_cast<std::uint32_t>(task.bodies.size());
  for (std::uint32_t a = 0; a < slots; ++a) {
    if (task.bodies[a] == nullptr) continue;
    for (std::uint32_t b = a; b < slots; ++b) {
      if (!request.is_settled(a, b) && admits(task, request, a, b)) f(a, b);
    }
  }
}

}  // namespace tact
