#pragma once
// Boxes around points: along the principal axes of the surface that they span, or along the axes of
// the frame. Outward: what is enclosed stays enclosed when the test rounds.
#include <span>

#include "tact/bounds/kdop.h"
#include "tact/bounds/obb.h"

namespace tact {

/// A triangle in the coordinates of a BoundsFrame, rounded to float.
struct FloatTriangle {
  float v[3][3];
  float weight = 0;  ///< what it counts in moments: see weight_of()
};

/// Twice its area; those without area count a little, so that needles and points have a direction,
/// too.
float weight_of(const FloatTriangle& t);

/// Zeroth to second moments of the surface of triangles, by their weights.
struct SurfaceMoments {
  double area = 0;
  double first[3] = {};
  double second[6] = {};  ///< xx, yy, zz, xy, xz, yz

  void add(const FloatTriangle& t);
  /// Without what another has counted.
  SurfaceMoments without(const SurfaceMoments& part) const {
    SurfaceMoments remaining = *this;
    remaining.area -= part.area;
    for (int k = 0; k < 3; ++k) remaining.first[k] -= part.first[k];
    for (int k = 0; k < 6; ++k) remaining.second[k] -= part.second[k];
    return remaining;
  }
};

/// Unit vectors, the first along the largest spread.
struct Axes {
  float axis[3][3];
};
Axes principal_axes(const SurfaceMoments& moments);

/// The box around triangles along given axes, or those of the frame if that box is smaller.
Obb fit_obb(std::span<const FloatTriangle> triangles, const Axes& axes);
/// A single triangle lies in its plane: its box is flat, along its longest edge.
Obb fit_obb(const FloatTriangle& triangle);
CentredBox fit_centred(std::span<const FloatTriangle> triangles);
/// `box` is that of fit_centred().
template <int Extra>
KDop<Extra> fit_kdop(std::span<const FloatTriangle> triangles, const CentredBox& box);

}  // namespace tact
