#pragma once
// Polygons as triangles. A polygon means its exact ear-clipped triangulation, everywhere.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/vec.h"

namespace tact {

/// The n - 2 triangles (indices into `polygon`, its winding kept) of a polygon with n >= 3 corners.
/// All decisions are exact signs in the projection along the axis that the polygon's normal is
/// closest to. A convex polygon becomes a fan around its first corner. Where the outline crosses
/// itself or has no area there is no right answer; the result is then still n - 2 triangles, always
/// the same ones. Linear in the number of corners for convex polygons, as a rule between n log n
/// and n √n for others.
std::vector<std::array<std::uint32_t, 3>> ear_clip(std::span<const Vec3> polygon);

}  // namespace tact
