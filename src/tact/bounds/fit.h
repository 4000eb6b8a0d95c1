#pragma once
// Boxes around primitives, in a BoundsFrame, rounded outward.
#include <span>

#include "tact/base/types.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/frame.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// An upper bound of `amount` world units in frame units, in float; never more than about 2^100,
/// which is more than any scene measures that suits the frame.
float frame_amount(const BoundsFrame& frame, double amount);

/// The box of a set of points, grown by `amount` world units on every side.
Aabb fit(const Extent& extent, const BoundsFrame& frame, double amount = 0);

/// out[i] = the box of primitive range.first + i.
void fit_boxes(const Primitives& primitives, const BoundsFrame& frame, Range range,
               std::span<Aabb> out);

}  // namespace tact
