#pragma once
// Rigid paths: a body that moves a chosen distance per frame, and jumps now and then, for methods
// that live on coherence and must not depend on it.
#include <cstdint>
#include <vector>

#include "tact/base/transform.h"

namespace tact::scenes {

struct PathMotion {
  double reach = 1;    ///< how far from the origin the path goes
  double step = 0.01;  ///< length of the path between two frames; bends make the motion shorter
  double spin = 0;     ///< radians per frame
  int jump_every = 0;  ///< after so many frames the body goes elsewhere at once; 0: never
  std::uint64_t seed = 0;
};

/// The pose in a frame, any frame at any time. Between jumps it moves `step` per frame along
/// straight lines between random points within `reach`.
class RigidPath {
 public:
  RigidPath(const PathMotion& motion, int frames);
  Transform operator()(int frame) const { return poses_[static_cast<std::size_t>(frame)]; }

 private:
  std::vector<Transform> poses_;
};

}  // namespace tact::scenes
