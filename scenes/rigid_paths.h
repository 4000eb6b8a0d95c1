#pragma once
// The four scenes of Tropp 2006: a rigid body on a path through another, at a chosen motion.
#include "scenes/scene.h"

namespace tact::scenes {

enum class RigidScene : std::uint8_t { torus, pipes, hand, flange };

struct RigidPathOptions {
  /// How far a point of the moving body gets in a frame, as a share of the longest edge of its box.
  double motion = 0.03;
  /// A mixture of small motions and jumps to another place, as the paper's original paths have.
  bool jumps = false;
  int frames = 300;
};

/// The paper's triangle counts at level 2; the levels below are for tests.
Scene rigid_path_scene(RigidScene which, int lod, const RigidPathOptions& options = {});

}  // namespace tact::scenes
