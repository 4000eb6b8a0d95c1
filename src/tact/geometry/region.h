#pragma once
// Exact tests of primitives against regions: closed boxes, balls, and half-spaces.
#include "tact/base/vec.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Have the closed box (not empty) and the closed primitive a point in common? Exact for all finite
/// input.
bool box_meets(const Extent& box, const Triangle& t);
bool box_meets(const Extent& box, const Ball& ball);

/// Sign of normal · p - offset: 1 outside of the half-space, 0 on its plane, -1 inside.
int side_of_plane(const Vec3& normal, double offset, const Vec3& p);
/// Is the closed ball wholly outside of the closed half-space? The normal is not zero.
bool lies_outside(const Vec3& normal, double offset, const Ball& ball);

}  // namespace tact
