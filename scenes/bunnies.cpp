// Bunnies, after Larsson 2006: two rabbits run into each other and break into their triangles.
#include "scenes/bodies/animal.h"
#include "scenes/motion/breaking.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

Scene two_rabbits(int lod, bool self) {
  const Mesh left = animal(lod + 3);  // LOD 1: 4,096 triangles
  Mesh right = left;
  const Transform turned = pose({0.2, 0.1, 1}, 2.6, {});
  for (Vec3& p : right.positions) p = rounded(turned.apply(p));
  Scene scene;
  for (int side = 0; side < 2; ++side) {
    BreakingMotion motion;
    motion.start = side == 0 ? Vec3{-1.35, 0, 0} : Vec3{1.35, 0.06, 0.1};
    motion.velocity = {side == 0 ? 0.014 : -0.014, 0, 0};
    motion.impact = 47;
    motion.keep = 0.3;
    motion.burst = 0;
    motion.spread = 0.0007;
    motion.spin = 0.2;
    motion.seed = static_cast<std::uint64_t>(7 + side);
    const Mesh& whole = side == 0 ? left : right;
    const Breaking breaking(whole, motion, piece_per_triangle(whole));
    scene.bodies.push_back(
        moving_body(BodyKind::breaking, side == 0 ? "left" : "right", broken(whole),
                    [breaking](int f, std::vector<float>& out) { breaking.write(f, out); }));
    scene.bodies.back().self = self;
  }
  return scene;
}

}  // namespace

Scene bunnies(int lod) { return two_rabbits(lod, false); }
Scene bunnies_self(int lod) { return two_rabbits(lod, true); }

}  // namespace tact::scenes
