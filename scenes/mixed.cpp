// Mixed: one of each kind in one place. A rigid ring tumbles through a pulsating ball and a rabbit
// that breaks into chunks, in a swarm of points.
#include "scenes/bodies/animal.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/breaking.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"
#include "scenes/motion/waves.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

Body ring(int lod) {
  const auto across = static_cast<std::uint32_t>(8 << lod);
  return rigid_body("ring", torus(2 * across, across), [](int frame) {
    return pose({0.3, 1, 0.2}, 0.05 * frame, {1.2 * cosine(0.05 * frame), 0.2, 0});
  });
}

Body pulsating_ball(int lod) {
  Mesh mesh = geodesic_sphere(lod + 1);
  for (Vec3& p : mesh.positions) p = rounded(p * 0.7);
  Wave wave{{}, 0.12, 0.2};
  for (const Vec3& p : mesh.positions) wave.phase.push_back(9 * p.z + 5 * p.x);
  const Waves waves(mesh, {wave});
  return moving_body(BodyKind::deforming, "ball", mesh,
                     [waves](int frame, std::vector<float>& out) {
                       out.resize(3 * waves.size());
                       const Vec3 where{0.4 * sine(0.03 * frame), 0, 0.3};
                       for (std::size_t i = 0; i < waves.size(); ++i) {
                         put(out, i, waves.at(i, frame) + where);
                       }
                     });
}

Body rabbit(int lod) {
  const Mesh whole = animal(lod + 2);
  BreakingMotion motion;
  motion.start = {0, -1.4, 0.2};
  motion.velocity = {0, 0.025, 0};
  motion.impact = 40;
  motion.burst = 0.01;
  motion.spread = 0.008;
  motion.spin = 0.08;
  motion.seed = 21;
  const Breaking breaking(whole, motion, piece_by_chunk(whole, 24, 22));
  Body body = moving_body(BodyKind::breaking, "rabbit", broken(whole),
                          [breaking](int f, std::vector<float>& out) { breaking.write(f, out); });
  body.self = true;
  return body;
}

Body swarm(int lod) {
  const std::size_t count = std::size_t{100} << (2 * lod);
  Random random(31);
  std::vector<Vec3> from;
  std::vector<Vec3> velocity;
  std::vector<float> radii;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 towards = random.direction();  // named: compilers differ in what they evaluate first
    from.push_back(towards * random.uniform(0.2, 1.8));
    velocity.push_back(random.normal_vector() * 0.006);
    radii.push_back(static_cast<float>(random.uniform(0.005, 0.04)));
  }
  Body body = moving_body(BodyKind::points, "swarm", {},
                          [from, velocity](int frame, std::vector<float>& out) {
                            out.resize(3 * from.size());
                            for (std::size_t i = 0; i < from.size(); ++i) {
                              put(out, i, from[i] + velocity[i] * frame);
                            }
                          });
  body.radii = radii;
  return body;
}

}  // namespace

Scene mixed(int lod) {
  Scene scene;
  scene.bodies.push_back(ring(lod));
  scene.bodies.push_back(pulsating_ball(lod));
  scene.bodies.push_back(rabbit(lod));
  scene.bodies.push_back(swarm(lod));
  return scene;
}

}  // namespace tact::scenes
