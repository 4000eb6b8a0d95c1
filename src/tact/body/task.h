#pragma once
// Task: what a method works on. The bodies as they stand, and which of them are tested against
// which.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tact/base/body_id.h"
#include "tact/base/pair_rule.h"
#include "tact/base/types.h"
#include "tact/body/body.h"
#include "tact/body/shape.h"
#include "tact/body/structures.h"
#include "tact/bounds/frame.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// What is known of a body that is moved by maps, beyond where it stands.
struct MappedShape {
  std::vector<Vec3> rest;
  Clusters clusters;
  std::vector<ClusterMap> maps;  ///< one for each cluster; none if the last move came without
};

/// A body as a method sees it. Versions come from one counter: a method that remembers the version
/// it last saw knows what it has to do.
struct BodyState {
  BodyId id;
  std::uint64_t user = 0;  ///< the user's own id
  BodyKind kind = BodyKind::rigid;
  bool self = false;
  std::uint32_t group = 1;
  std::uint32_t mask = ~std::uint32_t{0};
  Primitives primitives;  ///< where they stand now
  Extent extent;          ///< of all vertices (or balls), in the world; rigid: an outer bound
  const Shape* shape = nullptr;         ///< of rigid bodies, which may share it
  const MappedShape* mapped = nullptr;  ///< of bodies that were given clusters
  std::uint64_t shape_version = 0;      ///< changes with the set of primitives, never repeats
  std::uint64_t motion_version = 0;     ///< changes with every move
  /// What the body owns: made, brought up to date and borrowed by methods and questions.
  mutable Structures structures;
};

inline Versions versions_of(const BodyState& body, const BoundsFrame& frame) {
  return {body.shape_version, body.motion_version, frame.version};
}
inline BodyRule rule_of(const BodyState& body) { return {body.group, body.mask, body.self}; }

/// A user's say in which bodies are tested: false for two that are not. See World::set_filter().
using BodyFilter = std::function<bool(const BodyId& a, const BodyId& b)>;

/// What is known of pairs of bodies before anybody asks: NearPairs finds it out once per frame.
struct KnownPairs {
  bool listed = false;  ///< false: nobody did, and `near` says nothing
  /// Two bodies that are tested and whose boxes overlap, a < b, and a body and itself where that is
  /// wanted; sorted.
  std::span<const Pair> near;
  /// Keys of pairs that are not tested whatever their groups say, see is_refused(): those that the
  /// user excluded, and of those whose boxes overlap the ones that the filter refused.
  std::span<const std::uint64_t> refused;
  const BodyFilter* filter = nullptr;  ///< to be asked about pairs further apart
};

struct Task {
  /// By slot; null where there is no body.
  std::vector<const BodyState*> bodies;
  /// The same bodies' primitives, for contact/narrow.
  std::vector<const Primitives*> primitives;
  BoundsFrame frame;
  unsigned threads = 1;
  std::uint64_t number = 0;  ///< of the update, from 1 on; 0: nobody counts, so look at all bodies
  /// Slots of the bodies that came or moved since the last update; may name bodies that are gone.
  std::vector<std::uint32_t> moved;
  mutable Structures common;       ///< of several bodies together
  mutable StructureLeases leases;  ///< what of all this is up to date
  KnownPairs known;

  /// Are two bodies, or a body and itself, tested against each other? What the filter says of
  /// bodies that are not near is not in it.
  bool tests(std::uint32_t a, std::uint32_t b) const {
    const BodyState* s = bodies[a];
    const BodyState* t = bodies[b];
    if (s == nullptr || t == nullptr) return false;
    if (a == b) return s->self;
    return tact::tests(rule_of(*s), rule_of(*t)) && !is_refused(known.refused, a, b);
  }
};

/// What is asked of the method beyond the task.
struct Request {
  struct Bodies {
    std::uint32_t a = 0;
    std::uint32_t b = 0;  ///< equal to a: within the body, whatever its switch says
  };
  std::optional<Bodies> only;  ///< these two, instead of all that the task tests
  double tolerance = 0;        ///< candidates at most this far apart, in world units
  /// Are neighbours within a body wanted, too? If not, a method may leave out triangles that share
  /// a vertex by index and count them as Stats::neighbours; those that it delivers all the same,
  /// and those that share one by topology id and place, are left out later.
  bool neighbours = false;
  unsigned threads = 1;
  /// Only so many pairs are wanted: a method may look for the likely ones first.
  bool bounded = false;
  /// There is a deadline: a method looks at the sink more often than it otherwise would.
  bool timed = false;
  /// By slot, or empty: pairs of two bodies that are marked, and pairs within one, are somebody
  /// else's.
  std::span<const bool> settled;

  bool is_settled(std::uint32_t a, std::uint32_t b) const {
    return !settled.empty() && settled[a] && settled[b];
  }
};

}  // namespace tact
