#include "tact/geometry/moving.h"

#include "tact/geometry/moving_impl.h"

namespace tact {
namespace {

exact::MovingPair moving_pair(const MovingPoint& v, const MovingTriangle& t) {
  return {{v, t[0], t[1], t[2]}, false};
}
exact::MovingPair moving_pair(const MovingEdge& a, const MovingEdge& b) {
  return {{a[0], a[1], b[0], b[1]}, true};
}

}  // namespace

bool meet_vertex_triangle(const MovingPoint& v, const MovingTriangle& triangle) {
  return exact::meet_exactly(moving_pair(v, triangle));
}

bool meet_edge_edge(const MovingEdge& a, const MovingEdge& b) {
  return exact::meet_exactly(moving_pair(a, b));
}

std::optional<ImpactTime> first_impact_vertex_triangle(const MovingPoint& v,
                                                       const MovingTriangle& triangle,
                                                       double width) {
  return exact::first_impact_exactly(moving_pair(v, triangle), width);
}

std::optional<ImpactTime> first_impact_edge_edge(const MovingEdge& a, const MovingEdge& b,
                                                 double width) {
  return exact::first_impact_exactly(moving_pair(a, b), width);
}

}  // namespace tact
