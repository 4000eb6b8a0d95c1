#pragma once
// The scenario of Zachmann 1995, section 5: two equal bodies bounce in a cage that is so tight that
// they are near each other all the time and touch now and then.
#include <cstdint>

#include "scenes/scene.h"

namespace tact::scenes {

enum class CageBody : std::uint8_t { sphere, torus, tetraflake, cylinder, alternator };

/// A body of about so many triangles, within the unit ball.
Mesh cage_body(CageBody which, std::uint32_t triangles);

struct CageOptions {
  int frames = 100;
  std::uint64_t seed = 0;
  /// Half the edge of the cage, in radii of the bodies, which stay inside.
  double size = 1.75;
};

/// Two of them, and where they are in each frame. Walls turn them back; when they touch they
/// exchange what brought them together and get a new spin.
Scene cage_scene(CageBody which, std::uint32_t triangles, const CageOptions& options = {});

}  // namespace tact::scenes
