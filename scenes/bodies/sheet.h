#pragma once
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A square sheet of side 2 in the plane z = 0, centred: 2 · cells² triangles, the diagonals
/// alternating. Vertex i · (cells + 1) + j lies at x = 2i/cells - 1, y = 2j/cells - 1.
Mesh sheet(std::uint32_t cells);

}  // namespace tact::scenes
