// Spheres, after Larsson 2006: twelve bodies come from the corners of an icosahedron, run into
// their neighbours, and break into triangles that fly on through each other.
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/motion/breaking.h"
#include "scenes/published.h"

namespace tact::scenes {

Scene spheres(int lod) {
  const Mesh sphere = geodesic_sphere(lod + 2);  // LOD 1: 1,280 triangles
  const Mesh corners = geodesic_sphere(0);
  Scene scene;
  for (std::size_t i = 0; i < 12; ++i) {
    BreakingMotion motion;
    motion.start = corners.positions[i] * 3.6;
    motion.velocity = corners.positions[i] * -0.045;  // the spheres touch in frame 38
    motion.impact = 39;
    motion.keep = 0.1;
    motion.burst = 0.03;
    motion.spread = 0.028;
    motion.spin = 0.15;
    motion.seed = 100 + i;
    const Breaking breaking(sphere, motion, piece_per_triangle(sphere));
    scene.bodies.push_back(
        moving_body(BodyKind::breaking, "sphere " + std::to_string(i), broken(sphere),
                    [breaking](int f, std::vector<float>& out) { breaking.write(f, out); }));
  }
  return scene;
}

}  // namespace tact::scenes
