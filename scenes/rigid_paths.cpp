// Torus, pipes, hand and flange, after Tropp 2006, with generated bodies of the paper's sizes.
#include "scenes/rigid_paths.h"

#include <algorithm>
#include <array>

#include "scenes/bodies/refine.h"
#include "scenes/bodies/statue.h"
#include "scenes/bodies/torus.h"
#include "scenes/bodies/tube.h"
#include "scenes/bodies/turned.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/path.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

// Triangles of the body that stands and of the one that moves, by level of detail.
struct Counts {
  std::uint32_t still;
  std::uint32_t moving;
};
constexpr std::array<Counts, 3> torus_counts{{{1280, 512}, {6000, 2048}, {98114, 20000}}};
constexpr std::array<Counts, 3> pipes_counts{{{800, 800}, {4000, 4000}, {143690, 143690}}};
constexpr std::array<Counts, 3> hand_counts{{{1000, 300}, {10000, 404}, {169944, 404}}};
constexpr std::array<Counts, 3> flange_counts{{{220, 220}, {990, 990}, {990, 5306}}};

struct Bodies {
  Mesh still;
  Mesh moving;
  double reach;  // of the path
};

Mesh scaled(Mesh mesh, double by) {
  for (Vec3& p : mesh.positions) p = rounded(p * by);
  return mesh;
}

Mesh ring(std::uint32_t triangles) {
  std::uint32_t across = 4;
  while (2 * across * across < triangles) ++across;
  return torus(triangles / (2 * across), across, 1, 0.3);
}

Bodies bodies_of(RigidScene which, std::size_t lod) {
  switch (which) {
    case RigidScene::torus:
      return {statue(torus_counts[lod].still), scaled(ring(torus_counts[lod].moving), 0.3), 0.9};
    case RigidScene::pipes:
      return {pipes(8, pipes_counts[lod].still), scaled(pipes(5, pipes_counts[lod].moving), 0.6),
              0.8};
    case RigidScene::hand:
      return {pipes(24, hand_counts[lod].still), scaled(hand(hand_counts[lod].moving), 0.25), 0.9};
    case RigidScene::flange:
      break;
  }
  // The larger number of triangles is on the part that goes through the flange's bore.
  return {flange(flange_counts[lod].still / 22), scaled(pipes(1, flange_counts[lod].moving), 0.5),
          0.6};
}

// Half of the motion is a rotation, which moves the rim by as much as the path moves the centre.
PathMotion motion_of(const Mesh& moving, const RigidPathOptions& options, double reach,
                     std::uint64_t seed) {
  Vec3 lo = moving.positions.front();
  Vec3 hi = lo;
  double rim = 0;
  for (const Vec3& p : moving.positions) {
    lo = min(lo, p);
    hi = max(hi, p);
    rim = std::max(rim, length(p));
  }
  const Vec3 edges = hi - lo;
  const double distance = options.motion * std::max({edges.x, edges.y, edges.z});
  PathMotion motion;
  motion.reach = reach;
  motion.step = distance / 2;
  motion.spin = distance / 2 / rim;
  motion.jump_every = options.jumps ? 3 : 0;
  motion.seed = seed;
  return motion;
}

}  // namespace

Scene rigid_path_scene(RigidScene which, int lod, const RigidPathOptions& options) {
  Bodies bodies = bodies_of(which, static_cast<std::size_t>(lod));
  const RigidPath path(
      motion_of(bodies.moving, options, bodies.reach, 40 + static_cast<std::uint64_t>(which)),
      options.frames);
  Scene scene;
  scene.bodies.push_back(
      rigid_body("still", std::move(bodies.still), [](int) { return Transform(); }));
  scene.bodies.push_back(rigid_body("moving", std::move(bodies.moving), path));
  return scene;
}

Scene torus_path(int lod) { return rigid_path_scene(RigidScene::torus, lod); }
Scene pipes_path(int lod) { return rigid_path_scene(RigidScene::pipes, lod); }
Scene hand_path(int lod) { return rigid_path_scene(RigidScene::hand, lod); }
Scene flange_path(int lod) { return rigid_path_scene(RigidScene::flange, lod); }

}  // namespace tact::scenes
