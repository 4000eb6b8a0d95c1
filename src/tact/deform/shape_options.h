#pragma once
// What a shape-matched body is made of, and how it behaves.
#include <array>
#include <cstdint>
#include <vector>

#include "tact/base/vec.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// What the goals of a cluster may be (Spillmann 2006, section 4).
enum class ShapeMode : std::uint8_t {
  rigid,     ///< turned and moved
  linear,    ///< also stretched and sheared
  quadratic  ///< also bent and twisted
};

struct ShapeOptions {
  ShapeMode mode = ShapeMode::linear;
  /// How much of the way to its goal a point goes in a step: above 0, at most 1.
  double stiffness = 1;
  /// How much of the deformation the goals keep (β): from 0, as rigid, to below 1, where a body
  /// would keep any deformation for good.
  double linear_share = 0.5;
  bool keep_volume = true;  ///< stretched goals keep the volume of the body at rest
  std::uint32_t clusters = 1;
  /// How far a cluster reaches into its neighbours, as a share of the distance to its centre.
  double overlap = 0.25;
  /// How much of the velocity that is no motion as a whole is lost in a second: 0 none.
  double damping = 0;
};

/// Points of a body at rest, and what is known of them.
struct ShapeDef {
  std::vector<Vec3> points;
  std::vector<double> masses;  ///< empty: 1 each; else above 0
  std::vector<double> radii;   ///< empty: 0 each
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// The vertices of a surface.
ShapeDef shape_of(const Mesh& mesh);
/// A cloud, every point of the same radius.
ShapeDef shape_of(std::vector<Vec3> points, double radius);
/// The vertices of a closed surface, and behind them points inside it, on a grid of this spacing.
ShapeDef filled_shape(const Mesh& mesh, double spacing);

}  // namespace tact
