#pragma once
// An oracle for features that move in straight lines, which shares nothing with the library:
// barycentric coordinates by dot products, in GMP integers, decided at the isolated roots of
// square-free polynomials and, where the points stay coplanar, at every time that matters and
// between.
#include <memory>

#include "tact/geometry/moving.h"

namespace tact::testing {

/// What it found out about two features.
class MovingAnswer {
 public:
  struct State;
  explicit MovingAnswer(std::shared_ptr<State> state);

  /// Do they meet in [0, 1]?
  bool meet() const;
  /// Does the bracket hold the first time, not at its lower end unless it is one number?
  bool first_is_in(const ImpactTime& bracket) const;
  /// Were the four points coplanar all the time?
  bool coplanar() const;

 private:
  std::shared_ptr<State> state_;
};

/// Slow; exact for all finite coordinates.
MovingAnswer oracle_vertex_triangle(const MovingPoint& v, const MovingTriangle& triangle);
MovingAnswer oracle_edge_edge(const MovingEdge& a, const MovingEdge& b);

}  // namespace tact::testing
