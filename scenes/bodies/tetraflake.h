#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// The tetraflake of Zachmann 1995: a tetrahedron on each of whose sides one of half the size
/// stands, and so on, `levels` times: 4 · 6^levels triangles. It fills more and more of the cube
/// around the first one. Equal corners are one vertex. Within the unit ball.
Mesh tetraflake(int levels);

}  // namespace tact::scenes
