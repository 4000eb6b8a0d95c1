#pragma once
// Closed bodies of revolution about z, and what is made of them.
#include <cstdint>
#include <span>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A point of a profile: distance from the axis, and height.
struct ProfileVertex {
  double radius;
  double height;
};

/// The profile turned about z, from a pole below to one above (both at radius 0, which the profile
/// itself leaves out): 2 · around · profile.size() triangles, closed, wound outwards if the profile
/// goes up. For a ring the profile is a loop, and there are no poles.
Mesh turned(std::span<const ProfileVertex> profile, std::uint32_t around, double bottom,
            double top);
Mesh turned_ring(std::span<const ProfileVertex> loop, std::uint32_t around);

/// A closed cylinder of radius 1 from z = -1 to 1: 2 · around · (along + 1) triangles.
Mesh cylinder(std::uint32_t around, std::uint32_t along);

/// One sheet, closed at its ends: x² + y² = waist² + (1 - waist²) z², z from -1 to 1. As many
/// triangles as a cylinder.
Mesh hyperboloid(std::uint32_t around, std::uint32_t along, double waist = 0.3);

/// A pipe's flange: a disc with a hub and a bore, `around` · 22 triangles. About as large as the
/// unit ball.
Mesh flange(std::uint32_t around);

}  // namespace tact::scenes
