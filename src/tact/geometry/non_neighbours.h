#pragma once
// Which pairs of triangles share no corner: most candidates within a body do, and are left out
// unless their common corners have moved apart.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/geometry/mesh.h"

namespace tact {

/// Of the pairs of triangles i[k] and j[k], at most 256, those that have no 32-bit corner in
/// common: writes their k in order, says how many there are. May write to `out` as many as there
/// are pairs.
std::size_t find_non_neighbours(const TrianglesView& corners, std::span<const std::uint32_t> i,
                                std::span<const std::uint32_t> j, std::uint8_t* out);

}  // namespace tact
