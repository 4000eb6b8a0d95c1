#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// The unit sphere: an icosahedron, subdivided `levels` times. 20 · 4^levels triangles.
Mesh geodesic_sphere(int levels);

}  // namespace tact::scenes
