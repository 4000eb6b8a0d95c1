#pragma once
// The one way to number the triangles of a surface that is a grid: tori, cloths, tubes.
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// Two triangles for the cell with the vertices a b (one row) and d c (the next one).
inline void add_cell(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                     std::uint32_t d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

}  // namespace tact::scenes
