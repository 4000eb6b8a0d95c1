#pragma once
// The commonest way to gather corners, four triangles at a time: positions as float, 32-bit
// indices.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/geometry/mesh.h"

namespace tact {

/// The corners of as many of the first of `ids` as make up fours, as Primitives::gather() writes
/// them. Says how many those are.
std::size_t gather_floats(const TrianglesView& triangles, const PositionsView& positions,
                          std::span<const std::uint32_t> ids, double* out, std::size_t stride);

}  // namespace tact
