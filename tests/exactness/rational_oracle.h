#pragma once
// An oracle for closed triangles, degenerate or not, that shares nothing with the library:
// separating axes in GMP integers.
#include "tact/geometry/triangle.h"

namespace tact::exactness {

/// Do the closed triangles share a point? Slow; exact for all finite coordinates.
bool touch_by_separating_axes(const Triangle& a, const Triangle& b);

}  // namespace tact::exactness
