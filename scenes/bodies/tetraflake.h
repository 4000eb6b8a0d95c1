#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Sierpiński's tetrahedron, after Zachmann 1995: four half-sized copies in the corners of each
/// tetrahedron, `levels` times; 4^(levels + 1) triangles. Tetrahedra that meet in a corner share
/// the vertex. Its corners lie on the unit sphere.
Mesh tetraflake(int levels);

}  // namespace tact::scenes
