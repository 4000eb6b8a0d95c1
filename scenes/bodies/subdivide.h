#pragma once
#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Cuts each triangle into four at the middles of its edges; triangle i becomes 4i … 4i + 3.
Mesh subdivide(const Mesh& mesh);

/// `levels` times subdivided, every vertex put back on the unit sphere each time.
Mesh subdivide_on_sphere(Mesh mesh, int levels);

}  // namespace tact::scenes
