#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Newell's teapot from its 32 Bézier patches, `cells` × `cells` cells each: 64 · cells² - 8 ·
/// cells triangles (the flat ones at the poles of lid and bottom left out), 4,032 for 8 cells.
/// Trunk, lid, handle and spout are separate surfaces; handle and spout pierce the trunk. z up, 6.4
/// long.
Mesh teapot(std::uint32_t cells);

}  // namespace tact::scenes
