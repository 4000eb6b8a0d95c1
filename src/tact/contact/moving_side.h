#pragma once
// MovingSide: a triangle on its way, with the boxes of its vertices' ways.
#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <span>

#include "tact/base/vec.h"
#include "tact/geometry/features.h"
#include "tact/geometry/moving.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// The triangles of a body on their way, and which of their features each of them owns.
struct MovingBody {
  const Primitives* from = nullptr;  ///< where they begin
  const Primitives* to = nullptr;    ///< where they end; the same one if the body stands still
  std::span<const std::uint8_t> features;  ///< see FeatureOwners
};

/// A vertex (the second is 0), an edge (the lower vertex first) or a triangle (the second is 0).
struct FeatureNumbers {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t triangle = 0;  ///< that has it, or is it
  friend constexpr auto operator<=>(const FeatureNumbers&, const FeatureNumbers&) = default;
};

class MovingSide {
 public:
  /// Reads a triangle, unless it is the one that is there. `horizon`: boxes are of the way until
  /// then, rounded outward if it is not all.
  void read(const MovingBody& body, std::uint32_t slot, std::uint32_t triangle, double horizon);

  /// See vertex_bit() and edge_bit().
  std::uint8_t features() const { return features_; }
  std::uint32_t vertex(std::size_t k) const { return vertices_[k]; }
  const MovingTriangle& corners() const { return corners_; }
  /// From corner k to the next one, the lower vertex first.
  MovingEdge edge(std::size_t k) const {
    const std::size_t next = (k + 1) % 3;
    return vertices_[k] < vertices_[next] ? MovingEdge{corners_[k], corners_[next]}
                                          : MovingEdge{corners_[next], corners_[k]};
  }
  FeatureNumbers vertex_numbers(std::size_t k) const { return {vertices_[k], 0, triangle_}; }
  FeatureNumbers edge_numbers(std::size_t k) const {
    const std::size_t next = (k + 1) % 3;
    return {std::min(vertices_[k], vertices_[next]), std::max(vertices_[k], vertices_[next]),
            triangle_};
  }
  FeatureNumbers triangle_numbers() const { return {triangle_, 0, triangle_}; }

  const Extent& vertex_way(std::size_t k) const { return ways_[k]; }
  Extent edge_way(std::size_t k) const { return merged(ways_[k], ways_[(k + 1) % 3]); }
  const Extent& way() const { return way_; }

 private:
  static Extent merged(Extent a, const Extent& b) {
    a.add(b);
    return a;
  }
  void measure(double horizon);

  MovingTriangle corners_;
  std::array<std::uint32_t, 3> vertices_{};
  std::array<Extent, 3> ways_;
  Extent way_;
  double horizon_ = -1;
  std::uint32_t slot_ = ~std::uint32_t{0};
  std::uint32_t triangle_ = ~std::uint32_t{0};
  std::uint8_t features_ = 0;
};

}  // namespace tact
