#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A closed, smooth body with the outline of a sitting rabbit (trunk, head, two ears, paws, tail),
/// for the scenes that the papers play with scanned rabbits. 16 · 4^levels triangles: 4,096 for
/// levels = 4. It is as large as the unit ball, z up, facing +x.
Mesh animal(int levels);

}  // namespace tact::scenes
