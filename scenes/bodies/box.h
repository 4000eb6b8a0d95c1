#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A closed box from -half to half, its faces cut into `cells` × `cells` squares:
/// 12 · cells² triangles, 6 · cells² + 2 points, wound outwards.
Mesh box(std::uint32_t cells, const Vec3& half);

}  // namespace tact::scenes
