#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A closed body like an open blossom with five petals, z up, as wide as the unit ball:
/// 20 · 4^levels triangles.
Mesh blossom(int levels);

}  // namespace tact::scenes
