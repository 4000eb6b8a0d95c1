// A stack of ten boxes, after figure 5 of Spillmann 2006, answered by triangles: it has to stand.
#include "scenes/bodies/box.h"
#include "scenes/motion/float_positions.h"
#include "scenes/simulations.h"

namespace tact::scenes {

SimulatedScene stack(int lod, std::uint64_t /*seed*/) {
  const double thickness = 0.005;  // of each surface
  SimulatedScene scene;
  for (int i = 0; i < 10; ++i) {
    SimulatedBody body;
    body.name = "box " + std::to_string(i);
    body.mesh = box(static_cast<std::uint32_t>(1 + lod), {0.5, 0.5, 0.25});
    const double height = thickness + 0.25 + i * (0.5 + 2 * thickness);
    for (Vec3& p : body.mesh.positions) {
      p = rounded({p.x + 0.02 * (i % 2), p.y, p.z + height});
    }
    body.stuff = Stuff::rigid;
    body.stiffness = 1;
    scene.bodies.push_back(std::move(body));
  }
  scene.walls = {{{0, 0, 1}, 0}};
  scene.thickness = thickness;
  scene.iterations = 20;
  scene.press_frequency = 30;
  scene.press_damping = 2;
  return scene;
}

}  // namespace tact::scenes
