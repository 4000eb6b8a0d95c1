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
/// out[i] = the box of primitive ids[i].
void fit_boxes(const Primitives& primitives, const BoundsFrame& frame,
               std::span<const std::uint32_t> ids, std::span<Aabb> out);

/// out[i] = a box around primitive range.first + i all the way from where it is in `from` to where
/// it is in `to`, every vertex (or centre, and radius) in a straight line. The two are the same
/// primitives, before and after. A pose in each of them says where its vertices begin and end; the
/// way between is straight all the same.
void fit_swept_boxes(const Primitives& from, const Primitives& to, const BoundsFrame& frame,
                     Range range, std::span<Aabb> out);

}  // namespace tact
