#pragma once
// Task: what a method works on. The bodies as they stand, and which of them are tested against
// which.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tact/base/body_id.h"
#include "tact/body/body.h"
#include "tact/body/shape.h"
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
};

struct Task {
  /// By slot; null where there is no body.
  std::vector<const BodyState*> bodies;
  /// The same bodies' primitives, for contact/narrow.
  std::vector<const Primitives*> primitives;
  BoundsFrame frame;
  unsigned threads = 1;

  /// Are two bodies, or a body and itself, tested against each other?
  bool tests(std::uint32_t a, std::uint32_t b) const {
    const BodyState* s = bodies[a];
    const BodyState* t = bodies[b];
    if (s == nullptr || t == nullptr) return false;
    if (a == b) return s->self;
    return (s->group & t->mask) != 0 && (t->group & s->mask) != 0;
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

/// Calls f(a, b), a <= b, for every two bodies that the request is about.
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
      if (task.tests(a, b)) f(a, b);
    }
  }
}

}  // namespace tact
