#pragma once
#include <array>
#include <cstdint>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A ring of radius `ring` around the z axis, as a tube of radius `tube`: 2 · around · across
/// triangles. Vertex i · across + j lies at angle 2πi/around of the ring, 2πj/across of the tube.
Mesh torus(std::uint32_t around, std::uint32_t across, double ring = 1, double tube = 0.35);

struct RingSize {
  std::uint32_t around;
  std::uint32_t across;
};

/// Of the scenes of two rings, by level of detail.
inline constexpr std::array<RingSize, 4> ring_sizes{{{20, 10}, {44, 22}, {125, 60}, {320, 156}}};

}  // namespace tact::scenes
