#pragma once
// The loop over the points of two patches, eight at a time.
#include <span>

#include "tact/base/vec.h"

namespace tact {

/// How far two sets of points overlap along an axis, a in its direction and b against it: negative
/// where they are apart. Each set: all x, then all y, then all z, of a multiple of eight points,
/// not 0. The same for every instruction set.
double overlap_along(std::span<const float> a, std::span<const float> b, const Vec3& axis);

}  // namespace tact
