#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A ring of radius `ring` around the z axis, as a tube of radius `tube`: 2 · around · across
/// triangles. Vertex i · across + j lies at angle 2πi/around of the ring, 2πj/across of the tube.
Mesh torus(std::uint32_t around, std::uint32_t across, double ring = 1, double tube = 0.35);

}  // namespace tact::scenes
