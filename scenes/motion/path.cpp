#include "scenes/motion/path.h"

#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"

namespace tact::scenes {

RigidPath::RigidPath(const PathMotion& motion, int frames) {
  Random random(motion.seed);
  const auto anywhere = [&] {
    const Vec3 towards = random.direction();  // named: compilers differ in what they evaluate first
    return towards * random.uniform(0, motion.reach);
  };
  Vec3 at = anywhere();
  Vec3 goal = anywhere();
  const Vec3 axis = random.direction();
  for (int frame = 0; frame < frames; ++frame) {
    poses_.push_back(pose(axis, motion.spin * frame, at));
    if (motion.jump_every > 0 && (frame + 1) % motion.jump_every == 0) {
      at = anywhere();
      goal = anywhere();
      continue;
    }
    for (double left = motion.step; left > 0;) {
      const double distance = length(goal - at);
      if (distance <= left) {
        left -= distance;
        at = goal;
        goal = anywhere();
      } else {
        at = at + (goal - at) * (left / distance);
        break;
      }
    }
  }
}

}  // namespace tact::scenes
