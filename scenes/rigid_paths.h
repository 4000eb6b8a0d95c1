#pragma once
// The four scenes of Tropp 2006: a rigid body on a path through another, at a chosen motion. As in
// the paper's planning problems the body gets through, with little room to spare: now and then it
// touches.
#include "scenes/scene.h"

namespace tact::scenes {

enum class RigidScene : std::uint8_t { torus, pipes, hand, flange };

struct RigidPathOptions {
  /// How far a corner of the moving body's box gets in a frame, as a share of its longest edge.
  double motion = 0.03;
  /// Every third motion is a jump to another part of the path, as in the paper's original paths.
  bool jumps = false;
  int frames = 300;
};

/// The paper's triangle counts at level 2; the levels below are for tests.
Scene rigid_path_scene(RigidScene which, int lod, const RigidPathOptions& options = {});

}  // namespace tact::scenes
