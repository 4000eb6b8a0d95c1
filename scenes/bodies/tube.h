#pragma once
// Closed tubes along a path, and bodies made of several of them.
#include <cstdint>
#include <span>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// A point of a path, and how thick the tube is there.
struct TubePoint {
  Vec3 at;
  double radius;
};

/// A tube with round sections of `around` vertices, pointed at its two ends:
/// 2 · around · (path.size() - 2) triangles, wound outwards. The first and the last point are the
/// tips. The path may bend, but not turn back.
Mesh tube(std::span<const TubePoint> path, std::uint32_t around);

/// Appends the triangles and vertices of `part`.
void append(Mesh& mesh, const Mesh& part);

/// `count` bent pipes through each other's bends, after the pipes of Tropp 2006, exactly
/// `triangles` (an even number) in all, as large as the unit ball.
Mesh pipes(std::uint32_t count, std::uint32_t triangles);

/// A palm and five bent fingers, separate closed surfaces that pierce each other, after the hand of
/// Tropp 2006, exactly `triangles` (an even number, at least 300) in all. As large as the unit
/// ball, fingers towards +x.
Mesh hand(std::uint32_t triangles);

}  // namespace tact::scenes
