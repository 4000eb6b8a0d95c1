// Scenes of bodies whose vertices move.
#include "bench/workloads.h"
#include "scenes/bodies/animal.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/breaking.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"
#include "scenes/motion/waves.h"

namespace tact::bench {
namespace {

using scenes::Body;
using scenes::pi;
using scenes::pose;
using scenes::put;
using scenes::Scene;
using scenes::sine;
using scenes::Wave;
using scenes::Waves;

template <class Where>
Body waving(const char* name, const Mesh& mesh, const Waves& waves, Where where) {
  return scenes::moving_body(BodyKind::deforming, name, mesh,
                             [waves, where](int frame, std::vector<float>& out) {
                               const Transform at = where(frame);
                               out.resize(3 * waves.size());
                               for (std::size_t i = 0; i < waves.size(); ++i) {
                                 put(out, i, at.apply(waves.at(i, frame)));
                               }
                             });
}

Transform second_ring(Meeting meeting, int frame) {
  const double q = frame / 199.0;
  switch (meeting) {
    case Meeting::interlock:
      return pose({1, 0, 0}, pi / 2 + 0.4 * sine(0.05 * frame),
                  {1 + 0.28 * sine(0.04 * frame), 0.05, 0.02});
    case Meeting::touch:
      return pose({0, 1, 0}, 0.3 * sine(0.03 * frame), {2.68, 0.1, 0.03});
    case Meeting::merge:
      return pose({1, 0.3, 0.1}, 0.35, {1.2 - 1.15 * q, 0.1 * (1 - q), 0.03});
  }
  return {};
}

Scene two_rabbits(int levels, double apart, double amplitude, double speed) {
  const Mesh mesh = scenes::animal(levels);
  Wave wave{{}, amplitude, speed};
  for (const Vec3& p : mesh.positions) wave.phase.push_back(6 * p.x + 4 * p.y);
  const Waves waves(mesh, {wave});
  Scene scene;
  scene.bodies.push_back(waving("left", mesh, waves, [](int) { return Transform(); }));
  scene.bodies.push_back(waving("right", mesh, waves, [apart](int) {
    return pose({0.2, 0.1, 1}, 2.0, {apart, 0.05, 0.1});
  }));
  return scene;
}

}  // namespace

Scene waving_tori(Meeting meeting, std::uint32_t around, std::uint32_t across) {
  const Mesh ring = scenes::torus(around, across);
  Scene scene;
  for (int side = 0; side < 2; ++side) {
    Wave wave{{}, 0.03, 0.15};
    for (std::uint32_t i = 0; i < around; ++i) {
      for (std::uint32_t j = 0; j < across; ++j) {
        wave.phase.push_back(8 * (2 * pi * i / around) + 4 * (2 * pi * j / across) + side);
      }
    }
    const Waves waves(ring, {wave});
    scene.bodies.push_back(
        waving(side == 0 ? "first" : "second", ring, waves, [meeting, side](int frame) {
          return side == 0 ? Transform() : second_ring(meeting, frame);
        }));
  }
  return scene;
}

Scene pulsating_rabbits(int levels) { return two_rabbits(levels, 0.75, 0.02, 0.1); }
Scene rabbits_apart(int levels, double apart) { return two_rabbits(levels, apart, 0.01, 0.05); }

Scene broken_rabbits(int levels) {
  Scene scene;
  for (int side = 0; side < 2; ++side) {
    Mesh whole = scenes::animal(levels);
    if (side == 1) {
      const Transform turned = pose({0.2, 0.1, 1}, 2.6, {});
      for (Vec3& p : whole.positions) p = scenes::rounded(turned.apply(p));
    }
    scenes::BreakingMotion motion;
    motion.start = side == 0 ? Vec3{-0.5, 0, 0} : Vec3{0.5, 0.06, 0.1};
    motion.velocity = {side == 0 ? 0.014 : -0.014, 0, 0};
    motion.impact = 2;
    motion.keep = 0.5;
    motion.burst = 0.002;
    motion.spread = 0.004;
    motion.spin = 0.12;
    motion.seed = static_cast<std::uint64_t>(7 + side);
    const scenes::Breaking breaking(whole, motion, scenes::piece_per_triangle(whole));
    // Frame 0 here is 12 frames after the break.
    scene.bodies.push_back(scenes::moving_body(
        BodyKind::breaking, side == 0 ? "left" : "right", scenes::broken(whole),
        [breaking](int f, std::vector<float>& out) { breaking.write(f + 14, out); }));
  }
  return scene;
}

Scene swarm_of_balls(std::uint32_t count) {
  constexpr double radius = 0.5;
  const Mesh ball = scenes::geodesic_sphere(1);
  const double side = std::cbrt(static_cast<double>(count)) * 1.05;
  scenes::Random random(41);
  Scene scene;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 from{random.uniform(0, side), random.uniform(0, side), random.uniform(0, side)};
    const Vec3 velocity = random.normal_vector() * 0.01;
    scene.bodies.push_back(
        scenes::moving_body(BodyKind::deforming, "ball " + std::to_string(i), ball,
                            [ball, from, velocity](int frame, std::vector<float>& out) {
                              out.resize(3 * ball.positions.size());
                              for (std::size_t k = 0; k < ball.positions.size(); ++k) {
                                put(out, k, ball.positions[k] * radius + from + velocity * frame);
                              }
                            }));
  }
  return scene;
}

}  // namespace tact::bench
