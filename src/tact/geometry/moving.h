#pragma once
// Exact tests between closed features that move: a vertex and a triangle, or two edges, whose
// corners go in straight lines. docs/continuous.md has the mathematics.
#include <array>
#include <optional>

#include "tact/base/vec.h"

namespace tact {

/// A point on its way in a straight line: at time t in [0, 1] it is at (1 - t) from + t to, a real
/// number that nothing rounds. All coordinates are finite.
struct MovingPoint {
  Vec3 from;
  Vec3 to;
};
using MovingEdge = std::array<MovingPoint, 2>;
using MovingTriangle = std::array<MovingPoint, 3>;

/// Holds the first time at which two features meet: nothing meets before lo, nor at lo unless lo ==
/// hi. 0 <= lo <= hi <= 1.
struct ImpactTime {
  double lo = 0;
  double hi = 0;
};

/// Do the vertex and the closed triangle share a point at some time in [0, 1]? Exact for all finite
/// coordinates; a triangle may be or become the segment or point that it is then. The order of
/// corners does not matter, nor does exchanging from and to. Any thread; no errors.
bool meet_vertex_triangle(const MovingPoint& v, const MovingTriangle& triangle);
/// Likewise for two closed edges, in any order; an edge may be or become a point.
bool meet_edge_edge(const MovingEdge& a, const MovingEdge& b);

/// When they first meet, at most `width` apart (more only where doubles are not as dense: never in
/// [0, 1] for a width of 2^-52 or more; a smaller one gives neighbouring doubles). Nothing if they
/// never do. Costs as much as the question whether, and a few more steps for each digit.
std::optional<ImpactTime> first_impact_vertex_triangle(const MovingPoint& v,
                                                       const MovingTriangle& triangle,
                                                       double width = 0x1p-20);
std::optional<ImpactTime> first_impact_edge_edge(const MovingEdge& a, const MovingEdge& b,
                                                 double width = 0x1p-20);

}  // namespace tact
