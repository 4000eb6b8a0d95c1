#pragma once
// The box of the part of a polygon that lies within a box: what "true polygon-box tests" in the
// construction of a BoxTree ask for.
#include <array>
#include <cstddef>
#include <span>

#include "tact/base/vec.h"
#include "tact/bounds/aabb.h"

namespace tact {

/// Of a triangle or a segment, in frame coordinates, within `box` grown by `margin`, which must be
/// more than double rounds; nothing() if it does not get there. Rounded outward.
Aabb clipped_box(std::span<const Vec3> corners, const Aabb& box, double margin);

}  // namespace tact
