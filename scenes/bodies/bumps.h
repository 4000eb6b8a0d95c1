#pragma once
// Smooth closed bodies whose parts grow out of a trunk: every point is a distance in its direction.
#include <algorithm>
#include <span>

#include "tact/base/vec.h"

namespace tact::scenes {

/// A part that grows in the direction `towards`, as far as `height`, falling to nothing where the
/// cosine of the angle to it is `edge`.
struct Bump {
  Vec3 towards;
  double height;
  double edge;
};

/// How far the body goes in a direction (of length 1) from its middle.
inline double radius_with(std::span<const Bump> parts, double trunk, const Vec3& direction) {
  double r = trunk;
  for (const Bump& part : parts) {
    const double c = dot(direction, part.towards) / length(part.towards);
    const double t = std::max(0.0, (c - part.edge) / (1 - part.edge));
    r += part.height * t * t * (3 - 2 * t);
  }
  return r;
}

}  // namespace tact::scenes
