#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Splits edges of a closed mesh at their middle, two triangles more for each, until there are
/// exactly `triangles`: for bodies whose count a paper gives. No triangle is split twice in a
/// round, and rounds begin at the first one. The count must be even and not below what there is.
/// Throws std::invalid_argument.
Mesh with_triangle_count(Mesh mesh, std::uint32_t triangles);

}  // namespace tact::scenes
