#pragma once
// Which bodies overlap which, by their extents alone: the first step of methods that keep nothing.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/task.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// A body that overlaps another, or whose own pairs are wanted.
struct OverlappingBody {
  std::uint32_t slot = 0;
  BodyRule rule;
  Aabb box = Aabb::nothing();           ///< grown like all boxes
  std::uint32_t partners = 0;           ///< bodies that it overlaps and is tested against
  std::span<Aabb8> partner_boxes;       ///< theirs
  Aabb partners_box = Aabb::nothing();  ///< encloses them
};

struct BodyOverlaps {
  std::span<OverlappingBody> bodies;  ///< in the order of their slots
  /// Encloses every part of a body that may touch anything.
  Aabb region = Aabb::nothing();
  /// Every box, of a body or a primitive, is to be grown by this on every side: half the tolerance.
  float grow = 0;
  bool filtered = false;  ///< there are two among them that are not tested against each other
  std::span<const std::uint64_t> refused;  ///< whatever their groups say, see is_refused()
};

/// Everything lies in `arena`.
BodyOverlaps find_overlaps(const Task& task, const Request& request, Arena& arena, Stats& stats);

}  // namespace tact
