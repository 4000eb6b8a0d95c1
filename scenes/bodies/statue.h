#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A closed body with the outline of a sitting figure on a base, for the scenes that Zhang 2007
/// plays with scanned buddhas: exactly `triangles` (even, at least 1,280), 20,000 there. As large
/// as the unit ball, z up.
Mesh statue(std::uint32_t triangles);

/// A closed body with four legs, neck, head and tail, for the animals of Zhang 2007: exactly
/// `triangles` (even, at least 1,280), 50,000 there. As large as the unit ball, z up, facing +x.
Mesh four_legged(std::uint32_t triangles);

}  // namespace tact::scenes
