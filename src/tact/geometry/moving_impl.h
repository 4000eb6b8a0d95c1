#pragma once
// What a vertex and a triangle, and two edges, have in common: four points, and for each corner
// that may be passed a pair of vectors. Private to geometry; docs/continuous.md has the
// mathematics.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tact/geometry/moving.h"

namespace tact::exact {

/// Two features that move: a vertex and a triangle's corners, or the ends of one edge and of the
/// other. They meet at a time if and only if their four points are coplanar then and no weight is
/// negative.
struct MovingPair {
  std::array<MovingPoint, 4> point;
  bool edges = false;
};

/// A weight is the cross product of the vectors from `base` to `x` and to `y`, twice the area of
/// that triangle.
struct Weight {
  std::uint8_t base;
  std::uint8_t x;
  std::uint8_t y;
};
/// Of a vertex and a triangle: barycentric coordinates of the vertex, times the normal.
inline constexpr std::array<Weight, 3> vertex_weights{{{0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};
/// Of two edges: s, 1 - s, u and 1 - u of the point that they share, times the normal.
inline constexpr std::array<Weight, 4> edge_weights{{{0, 2, 3}, {1, 3, 2}, {2, 1, 0}, {3, 0, 1}}};

/// How many weights there are.
inline std::size_t weight_count(const MovingPair& pair) { return pair.edges ? 4 : 3; }
inline const Weight& weight(const MovingPair& pair, std::size_t j) {
  return pair.edges ? edge_weights[j] : vertex_weights[j];
}
/// The normal is the sum of so many weights, the first ones.
inline std::size_t normal_weights(const MovingPair& pair) { return pair.edges ? 2 : 3; }

/// The last stage: any finite coordinates, big integers.
bool meet_exactly(const MovingPair& pair);
std::optional<ImpactTime> first_impact_exactly(const MovingPair& pair, double width);

}  // namespace tact::exact
