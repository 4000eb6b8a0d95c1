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
/// other. Their differences make a polygon, a triangle or a parallelogram, and they meet if and
/// only if it holds the origin.
struct MovingPair {
  std::array<MovingPoint, 4> point;
  bool edges = false;

  /// How many corners the polygon has.
  std::size_t corners() const { return edges ? 4 : 3; }
};

/// A corner of the polygon is point[to] - point[from]; they follow each other around it.
struct PolygonCorner {
  std::uint8_t from;
  std::uint8_t to;
};
inline constexpr std::array<PolygonCorner, 4> vertex_polygon{{{0, 1}, {0, 2}, {0, 3}, {0, 0}}};
inline constexpr std::array<PolygonCorner, 4> edge_polygon{{{0, 2}, {0, 3}, {1, 3}, {1, 2}}};
inline const PolygonCorner& polygon_corner(const MovingPair& pair, std::size_t i) {
  return pair.edges ? edge_polygon[i] : vertex_polygon[i];
}

/// What a stage found out; `time` where they meet.
enum class MovingVerdict : std::uint8_t { apart, meet, open };
struct MovingFinding {
  MovingVerdict verdict = MovingVerdict::open;
  ImpactTime time;
};

/// The first stages, in double: leave few pairs open. A bracket is at most `width` wide.
MovingFinding filter_moving(const MovingPair& pair, double width);

/// The last stage: any finite coordinates, big integers.
bool meet_exactly(const MovingPair& pair);
std::optional<ImpactTime> first_impact_exactly(const MovingPair& pair, double width);

}  // namespace tact::exact
