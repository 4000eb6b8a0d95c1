#include "tact/geometry/moving.h"

#include <algorithm>

#include "tact/geometry/moving_impl.h"

namespace tact {
namespace {

exact::MovingPair moving_pair(const MovingPoint& v, const MovingTriangle& t) {
  return {{v, t[0], t[1], t[2]}, false};
}
exact::MovingPair moving_pair(const MovingEdge& a, const MovingEdge& b) {
  return {{a[0], a[1], b[0], b[1]}, true};
}

bool meet(const exact::MovingPair& pair) {
  const exact::MovingVerdict verdict = exact::filter_moving(pair, 1).verdict;
  if (verdict != exact::MovingVerdict::open) return verdict == exact::MovingVerdict::meet;
  return exact::meet_exactly(pair);
}

std::optional<ImpactTime> first_impact(const exact::MovingPair& pair, double width) {
  const exact::MovingFinding found = exact::filter_moving(pair, std::min(width, 0.5));
  if (found.verdict == exact::MovingVerdict::open) return exact::first_impact_exactly(pair, width);
  if (found.verdict == exact::MovingVerdict::apart) return {};
  return found.time;
}

}  // namespace

bool meet_vertex_triangle(const MovingPoint& v, const MovingTriangle& triangle) {
  return meet(moving_pair(v, triangle));
}

bool meet_edge_edge(const MovingEdge& a, const MovingEdge& b) { return meet(moving_pair(a, b)); }

std::optional<ImpactTime> first_impact_vertex_triangle(const MovingPoint& v,
                                                       const MovingTriangle& triangle,
                                                       double width) {
  return first_impact(moving_pair(v, triangle), width);
}

std::optional<ImpactTime> first_impact_edge_edge(const MovingEdge& a, const MovingEdge& b,
                                                 double width) {
  return first_impact(moving_pair(a, b), width);
}

}  // namespace tact
