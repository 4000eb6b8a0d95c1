#pragma once
// Mesh: a triangle mesh that owns its arrays, for loaders, generators and callers without their
// own.
#include <array>
#include <cstdint>
#include <vector>

#include "tact/base/vec.h"
#include "tact/geometry/mesh_view.h"

namespace tact {

struct Mesh {
  std::vector<Vec3> positions;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> topology;  ///< empty, or one id per vertex (see MeshView)
  /// The face of the file that each triangle was cut from; empty: triangle i is face i.
  std::vector<std::uint32_t> face{};

  /// Refers to the arrays, so the mesh must outlive it: a temporary has no view.
  MeshView view() const& {
    return {std::span<const Vec3>(positions),
            std::span<const std::array<std::uint32_t, 3>>(triangles), topology};
  }
  MeshView view() const&& = delete;
};

}  // namespace tact
