#pragma once
// Which primitives lie in a region, and which point of the bodies is nearest to another.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

// All borrow the bodies' box trees, which are up to date (body/box_trees.h), and look at bodies
// with a bit of `groups` in their group. One thread each.

/// Writes the primitives that touch the region to `out`, sorted by body and primitive. Throw
/// Error{bad_argument} for a region that is none.
void find_in_box(const Task& task, const Extent& box, std::uint32_t groups, Scratch& scratch,
                 std::vector<PrimitiveId>& out);
void find_in_ball(const Task& task, const Ball& ball, std::uint32_t groups, Scratch& scratch,
                  std::vector<PrimitiveId>& out);
/// Those that no half-space leaves wholly outside.
void find_in_all(const Task& task, std::span<const HalfSpace> all_of, std::uint32_t groups,
                 Scratch& scratch, std::vector<PrimitiveId>& out);

/// Nothing where there are no primitives.
std::optional<NearestPoint> find_nearest_point(const Task& task, const Vec3& point,
                                               std::uint32_t groups, Scratch& scratch);

}  // namespace tact
