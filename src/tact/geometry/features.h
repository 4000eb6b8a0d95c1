#pragma once
// FeatureOwners: each vertex and each edge of a mesh is one triangle's, so that whoever looks at
// pairs of triangles looks at each pair of features once.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

/// Bits of a triangle's mask: vertex k, and the edge from vertex k to the next one.
constexpr std::uint8_t vertex_bit(std::size_t k) { return static_cast<std::uint8_t>(1U << k); }
constexpr std::uint8_t edge_bit(std::size_t k) { return static_cast<std::uint8_t>(8U << k); }

/// Of one mesh. The owner is the first triangle that has the vertex or edge; an edge has two
/// different vertices. Vertices that no triangle has are nobody's: they are no part of the surface.
class FeatureOwners {
 public:
  /// O(triangles + vertices), for meshes whose vertices have few edges each; allocates only where
  /// there are more than ever before. Indices have been checked.
  void assign(const TrianglesView& triangles, std::size_t vertices);
  /// A mask for each triangle.
  std::span<const std::uint8_t> masks() const { return masks_; }

 private:
  // An edge in a triangle, listed with its lower vertex.
  struct Side {
    std::uint32_t other;  // vertex
    std::uint32_t triangle;
    std::uint8_t bit;
  };

  std::vector<std::uint8_t> masks_;
  std::vector<std::uint8_t> seen_;  // by vertex
  std::vector<std::size_t> end_;    // by vertex: of its sides
  std::vector<Side> sides_;
};

}  // namespace tact
