// Scenes of rigid bodies in many poses.
#include <algorithm>
#include <vector>

#include "bench/workloads.h"
#include "scenes/bodies/animal.h"
#include "scenes/bodies/teapot.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"

namespace tact::bench {
namespace {

using scenes::pi;
using scenes::pose;
using scenes::Scene;

constexpr double ring_radius = 1;
constexpr double tube_radius = 0.35;

// Is a vertex of the posed ring inside the solid ring at the origin?
bool probe_touches(const std::vector<Vec3>& probe, const Transform& at) {
  return std::any_of(probe.begin(), probe.end(), [&](const Vec3& v) {
    const Vec3 p = at.apply(v);
    const double q = std::sqrt(p.x * p.x + p.y * p.y) - ring_radius;
    return q * q + p.z * p.z <= tube_radius * tube_radius;
  });
}

struct Approach {
  Vec3 axis;
  double angle = 0;
  Vec3 from;
  Vec3 direction;
  double start = 0;
  double step = 0;

  Transform at(double s) const { return pose(axis, angle, from + direction * s); }
};

// Half of them come from outside, the others are linked and move until they touch from within.
Approach random_approach(scenes::Random& random, bool linked) {
  Approach a;
  a.direction = random.direction();
  a.axis = random.direction();
  a.angle = random.uniform(0, 2 * pi);
  a.start = 2.8;
  a.step = -0.02;
  if (linked) {
    a.axis = Vec3{1, 0, 0} + random.direction() * 0.2;
    a.angle = pi / 2;
    a.from = {1, 0, 0};
    a.start = 0;
    a.step = 0.01;
  }
  return a;
}

Transform close_pose(scenes::Random& random, const std::vector<Vec3>& probe, bool linked,
                     bool touching) {
  const Approach a = random_approach(random, linked);
  double s = a.start;
  for (int guard = 0; guard < 300 && !probe_touches(probe, a.at(s)); ++guard) s += a.step;
  double clear = s - a.step;
  double touch = s;
  for (int i = 0; i < 10; ++i) {
    const double middle = (clear + touch) / 2;
    (probe_touches(probe, a.at(middle)) ? touch : clear) = middle;
  }
  const double forward = a.step > 0 ? 1 : -1;
  const double depth = random.uniform(0.003, 0.05);
  return a.at(touch + (touching ? forward : -forward) * depth);
}

Mesh in_unit_ball(Mesh mesh) {
  Vec3 lo = mesh.positions.front();
  Vec3 hi = lo;
  for (const Vec3& p : mesh.positions) {
    lo = min(lo, p);
    hi = max(hi, p);
  }
  const Vec3 centre = (lo + hi) * 0.5;
  double reach = 0;
  for (const Vec3& p : mesh.positions) reach = std::max(reach, length(p - centre));
  for (Vec3& p : mesh.positions) p = scenes::rounded((p - centre) * (1 / reach));
  return mesh;
}

Vec3 on_path(double angle) {
  return {0.8 * scenes::cosine(angle), 0.55 * scenes::sine(2 * angle),
          0.45 * scenes::sine(3 * angle + 0.4)};
}

}  // namespace

Scene close_tori(std::uint32_t around, std::uint32_t across, int frames) {
  const Mesh ring = scenes::torus(around, across, ring_radius, tube_radius);
  const std::vector<Vec3> probe = scenes::torus(90, 36, ring_radius, tube_radius).positions;
  scenes::Random random(12345);
  std::vector<Transform> poses;
  for (int i = 0; i < frames; ++i)
    poses.push_back(close_pose(random, probe, i % 4 >= 2, i % 2 != 0));
  for (std::size_t i = poses.size(); i > 1; --i) std::swap(poses[i - 1], poses[random.bits() % i]);
  Scene scene;
  scene.bodies.push_back(scenes::rigid_body("still", ring, [](int) { return Transform(); }));
  scene.bodies.push_back(scenes::rigid_body("moving", ring, [poses](int f) {
    return poses[static_cast<std::size_t>(f) % poses.size()];
  }));
  return scene;
}

Scene path_through(Mesh still, Mesh moving, double motion) {
  constexpr int frames = 500;
  std::vector<Transform> poses;
  double angle = 0;
  for (int f = 0; f < frames; ++f) {
    poses.push_back(pose({0.3, 1, 0.2}, 0.7 * motion * f, on_path(angle)));
    constexpr double step = 1e-3;
    for (double left = motion; left > 0; angle += step) {
      left -= length(on_path(angle + step) - on_path(angle));
    }
  }
  Scene scene;
  scene.bodies.push_back(
      scenes::rigid_body("still", in_unit_ball(std::move(still)), [](int) { return Transform(); }));
  scene.bodies.push_back(scenes::rigid_body(
      "moving", in_unit_ball(std::move(moving)),
      [poses](int f) { return poses[static_cast<std::size_t>(f) % poses.size()]; }));
  return scene;
}

Scene rabbit_through_teapot(double motion) {
  return path_through(scenes::teapot(27), scenes::animal(5), motion);
}

}  // namespace tact::bench
