// Pile, after figure 8 and table 1 of Spillmann 2006: 300 soft bodies with 131k points in all fall
// into a box.
#include "scenes/bodies/torus.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"
#include "scenes/simulations.h"

namespace tact::scenes {

SimulatedScene pile(int lod, std::uint64_t seed) {
  const int across = lod == 0 ? 2 : 6;
  const int deep = lod == 0 ? 2 : 5;
  const int layers = lod == 0 ? 5 : 10;
  const double apart = 2.1;
  const Mesh ring = torus(23, 19, 0.6, 0.35);  // 437 points; 300 of them: 131,100
  Random random(seed);
  SimulatedScene scene;
  for (int i = 0; i < across * deep * layers; ++i) {
    SimulatedBody body;
    body.name = "ring " + std::to_string(i);
    body.mesh = ring;
    const Vec3 axis = random.direction();
    const double turn = random.uniform(0, pi);
    const int column = i % (across * deep);
    const int row = column / across;
    const int layer = i / (across * deep);
    const Vec3 place{(column % across + 0.5) * apart, (row + 0.5) * apart, (layer + 0.5) * apart};
    const Transform at = pose(axis, turn, place);
    for (Vec3& p : body.mesh.positions) p = rounded(at.apply(p));
    scene.bodies.push_back(std::move(body));
  }
  scene.walls = {{{0, 0, 1}, 0},
                 {{1, 0, 0}, 0},
                 {{-1, 0, 0}, -across * apart},
                 {{0, 1, 0}, 0},
                 {{0, -1, 0}, -deep * apart}};
  scene.level = 6;
  scene.press_frequency = 16;  // harder than usual: else what falls last presses rings into rings
  return scene;
}

}  // namespace tact::scenes
