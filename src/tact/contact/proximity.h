#pragma once
// Where two surfaces are close: vertices over triangles and edges across edges, with the weights by
// which an impulse is shared among their corners (after Bridson 2002, which Spillmann 2006 takes
// for surfaces).
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/base/vec.h"

namespace tact {

/// The triangles of a closed surface, wound outwards, and their edges, each once.
struct SurfaceTopology {
  using Triangle = std::array<std::uint32_t, 3>;

  std::vector<Triangle> triangles;
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<Triangle> edges_of;                          ///< of each triangle
  std::vector<std::array<std::uint32_t, 2>> triangles_of;  ///< of each edge, the first and last

  static SurfaceTopology from(std::span<const Triangle> triangles);
};

/// A surface as it stands.
struct SurfaceState {
  const SurfaceTopology* topology = nullptr;
  std::span<const Vec3> positions;
};

/// Are the boxes around two triangles closer than `reach`?
bool boxes_near(const SurfaceState& a, std::uint32_t triangle_a, const SurfaceState& b,
                std::uint32_t triangle_b, double reach);

/// A place where two surfaces are close.
struct Proximity {
  std::array<std::uint32_t, 3> a{};  ///< vertices of a; weight 0: none
  std::array<std::uint32_t, 3> b{};
  std::array<float, 3> weight_a{};
  std::array<float, 3> weight_b{};
  Vec3 point;           ///< halfway between the two
  Vec3 normal;          ///< of length 1, from a to b
  double distance = 0;  ///< along the normal; negative: inside each other
};

/// Turns pairs of triangles that are near into proximities. Keeps its memory.
class ProximityFinder {
 public:
  /// Appends what lies within `reach`, or inside by no more than `deepest`, once each, in a fixed
  /// order. Of the triangles that a vertex is behind, the nearest one counts.
  void find(const SurfaceState& a, const SurfaceState& b, std::span<const Pair> near_triangles,
            double reach, double deepest, std::vector<Proximity>& found);

 private:
  void find_vertices(const SurfaceState& of, const SurfaceState& over, bool swapped, double reach,
                     double deepest, std::vector<Proximity>& found);
  void find_edges(const SurfaceState& a, const SurfaceState& b, double reach,
                  std::vector<Proximity>& found);

  std::vector<Pair> keys_;
};

}  // namespace tact
