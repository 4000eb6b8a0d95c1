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
  /// Motions of all sizes, after table 1 of the paper (its column for oriented boxes): its median
  /// and its share of motions above a tenth of that edge. `motion` is not used then.
  bool original = false;
  int frames = 300;
};

/// What table 1 says of a path, and the path here: shares of that edge.
struct PathMotions {
  double median = 0;
  double large = 0;  ///< share of the frames that move by more than a tenth
};
PathMotions motions_of_paper(RigidScene which);
PathMotions motions_of(RigidScene which, int lod, const RigidPathOptions& options);

/// The paper's triangle counts at level 2; the levels below are for tests.
Scene rigid_path_scene(RigidScene which, int lod, const RigidPathOptions& options = {});

}  // namespace tact::scenes
