#pragma once
// Methods with a parameter of their own, to compare with: benchmarks and tests make them under
// names of their own (bench/variants.cpp); the registry does not list them.
#include <cstdint>
#include <memory>

#include "tact/bounds/lane_volumes.h"
#include "tact/method/method.h"
#include "tact/traverse/rigid_front.h"

namespace tact {

/// dbvh with another volume around its nodes.
std::unique_ptr<Method> make_dbvh_method_with(Volume volume);

/// obb-coherent or aabb-coherent with thresholds of their own.
std::unique_ptr<Method> make_front_method(bool oriented, const FrontPolicy& policy);
/// aabb with all fifteen axes, not only those of the faces.
std::unique_ptr<Method> make_aabb_all_axes_method();
/// aabb and aabb-coherent with the diagonals of the cube, or of its faces, beside the axes.
std::unique_ptr<Method> make_kdop_14_method(bool coherent);
std::unique_ptr<Method> make_kdop_18_method(bool coherent);

/// boxtree without empty boxes, with boxes aligned on the fly, with true polygon-box tests.
std::unique_ptr<Method> make_boxtree_full_method();
std::unique_ptr<Method> make_boxtree_aligned_method();
std::unique_ptr<Method> make_boxtree_true_method();

/// octree down to a fixed depth.
std::unique_ptr<Method> make_octree_method_of_depth(std::uint32_t depth);

/// stream with leaves of a fixed size, with and without culling.
std::unique_ptr<Method> make_stream_method_with(std::uint32_t leaf_size, bool culling);

}  // namespace tact
