// Teapot, after Larsson 2006: 272 frames, the first 125 of them a plain translation; then the pot
// breaks into triangles that hit each other.
#include "scenes/bodies/teapot.h"
#include "scenes/motion/breaking.h"
#include "scenes/published.h"

namespace tact::scenes {

Scene teapot_breaks(int lod) {
  const Mesh pot = teapot(4U << lod);  // LOD 1: 4,032 triangles
  BreakingMotion motion;
  motion.velocity = {0.03, 0.01, 0.005};
  motion.impact = 124;
  motion.keep = 0.5;
  motion.burst = -0.0045;  // the pot is crushed: the pieces fly inwards
  motion.spread = 0.0025;
  motion.spin = 0.15;
  motion.seed = 9;
  const Breaking breaking(pot, motion, piece_per_triangle(pot));
  Scene scene;
  scene.bodies.push_back(
      moving_body(BodyKind::breaking, "teapot", broken(pot),
                  [breaking](int f, std::vector<float>& out) { breaking.write(f, out); }));
  scene.bodies.back().self = true;
  return scene;
}

}  // namespace tact::scenes
