#pragma once
// The boxes of bodies, and lists of their pairs. list_body_pairs() is declared with the task.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/task.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// The box of a body's extent; nothing where there is no body or it has no primitives.
Aabb box_of_body(const BodyState* body, const BoundsFrame& frame);
/// The box of all the way that it goes.
Aabb box_of_way(const BodyState* body, const BoundsFrame& frame);

/// By a and then b, in O(pairs + slots) and memory of the arena where there are many.
void sort_body_pairs(std::span<Pair> pairs, std::size_t slots, Arena& arena);

}  // namespace tact
