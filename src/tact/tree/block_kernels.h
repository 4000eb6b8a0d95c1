#pragma once
// The loop over the blocks of a body whose only cluster moves by a linear map.
#include <span>

#include "tact/tree/sphere_blocks.h"

namespace tact {

/// Spheres and, at the last level, normals: the same bits as SphereTree::moved() has, and normal()
/// but for the rounding to float.
void move_blocks(std::span<const RestBlock> rest, const ClusterMap& map, double slack,
                 std::span<SphereBlock> blocks);

}  // namespace tact
