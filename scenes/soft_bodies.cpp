// The other scenes of Spillmann 2006 with soft bodies: two of 8k to 160k points that run into each
// other (figure 6), three with 19k points (figure 9), a flower against a rigid body (figure 4).
#include <array>

#include "scenes/bodies/flower.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/statue.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/simulations.h"

namespace tact::scenes {
namespace {

Mesh placed(Mesh mesh, const Transform& at) {
  for (Vec3& p : mesh.positions) p = rounded(at.apply(p));
  return mesh;
}

// Closed, without a hole.
constexpr std::uint32_t triangles_for(std::uint32_t points) { return 2 * (points - 2); }

SimulatedBody soft(const char* name, Mesh mesh) {
  SimulatedBody body;
  body.name = name;
  body.mesh = std::move(mesh);
  return body;
}

}  // namespace

SimulatedScene pressed(int lod, std::uint64_t /*seed*/) {
  constexpr std::array<std::uint32_t, 6> points{1000, 4000, 8000, 20000, 40000, 80000};  // each
  const Mesh animal = four_legged(triangles_for(points[static_cast<std::size_t>(lod)]));
  SimulatedScene scene;
  scene.bodies.push_back(soft("left", placed(animal, pose({0, 0, 1}, 0, {-1.3, 0, 0}))));
  scene.bodies.push_back(soft("right", placed(animal, pose({0, 0, 1}, pi, {1.3, 0.1, 0.05}))));
  scene.bodies[0].velocity = {1, 0, 0};
  scene.bodies[1].velocity = {-1, 0, 0};
  scene.gravity = {};
  scene.level = 6;
  return scene;
}

SimulatedScene trio(int lod, std::uint64_t /*seed*/) {
  const std::uint32_t points = lod == 0 ? 700 : 6333;  // with the ring: 18,974
  SimulatedScene scene;
  scene.bodies.push_back(
      soft("ring", placed(lod == 0 ? torus(35, 20, 0.9, 0.4) : torus(119, 53, 0.9, 0.4),
                          pose({0, 0, 1}, 0, {0, 0, 0.6}))));
  scene.bodies.push_back(soft(
      "animal", placed(four_legged(triangles_for(points)), pose({0, 1, 0}, 0.3, {0.3, 0, 2}))));
  scene.bodies.push_back(
      soft("figure", placed(statue(triangles_for(points)), pose({1, 0, 0}, 0.4, {-0.2, 0.1, 4}))));
  scene.walls = {{{0, 0, 1}, 0}};
  scene.level = 6;
  return scene;
}

SimulatedScene flower(int lod, std::uint64_t /*seed*/) {
  SimulatedScene scene;
  scene.bodies.push_back(
      soft("flower", placed(blossom(lod + 3), pose({1, 0, 0}, 0.2, {0.1, 0, 1.5}))));
  scene.bodies[0].stuff = Stuff::quadratic;
  scene.bodies[0].stiffness = 0.5;
  scene.bodies[0].linear_share = 0.8;
  scene.bodies[0].keep_volume = false;  // thin: it would swell where it is bent
  Mesh ball = geodesic_sphere(lod + 2);
  for (Vec3& p : ball.positions) p = p * 0.5;
  scene.bodies.push_back(soft("ball", placed(std::move(ball), pose({1, 0, 0}, 0, {0, 0, 0.5}))));
  scene.bodies[1].stuff = Stuff::rigid;
  scene.bodies[1].stiffness = 1;
  scene.bodies[1].density = 4;
  scene.walls = {{{0, 0, 1}, 0}};
  scene.level = 6;
  return scene;
}

}  // namespace tact::scenes
