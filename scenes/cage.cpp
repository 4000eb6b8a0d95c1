#include "scenes/cage.h"

#include <array>
#include <cmath>
#include <vector>

#include "scenes/bodies/assembly.h"
#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/tetraflake.h"
#include "scenes/bodies/torus.h"
#include "scenes/bodies/tube.h"
#include "scenes/bodies/turned.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"
#include "scenes/published.h"
#include "tact/pair/pair_tracker.h"

namespace tact::scenes {
namespace {

constexpr double speed = 0.06;  // radii a frame
constexpr double spin = 0.12;   // radians a frame

// The level whose count is nearest, of bodies that grow by a factor.
int level_near(std::uint32_t triangles, std::uint32_t at_level_0, double factor, int deepest) {
  int level = 0;
  double count = at_level_0;
  while (level < deepest && count * std::sqrt(factor) < triangles) {
    count *= factor;
    ++level;
  }
  return level;
}

// Rows of triangles, about twice as many around as along.
std::uint32_t around_of(std::uint32_t triangles) {
  const auto around = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles)));
  return around < 6 ? 6 : around;
}

Mesh assembled(std::uint32_t triangles) {
  const auto joined = [](std::uint32_t around) {
    Mesh mesh;
    for (const Part& part : alternator(around)) append(mesh, part.mesh);
    return mesh;
  };
  std::uint32_t around = 6;
  while (joined(around).triangles.size() < triangles) around += around < 24 ? 2 : around / 6;
  return joined(around);
}

Mesh in_unit_ball(Mesh mesh) {
  Vec3 lo = mesh.positions.front();
  Vec3 hi = lo;
  for (const Vec3& p : mesh.positions) {
    lo = min(lo, p);
    hi = max(hi, p);
  }
  const Vec3 middle = (lo + hi) * 0.5;
  double far = 0;
  for (const Vec3& p : mesh.positions) far = std::max(far, length(p - middle));
  for (Vec3& p : mesh.positions) p = rounded((p - middle) * (1 / far));
  return mesh;
}

struct Motion {
  Vec3 place;
  Vec3 velocity;
  Quaternion turn;
  Vec3 axis;
};

Quaternion turned_by(const Quaternion& q, const Vec3& axis, double radians) {
  const Vec3 u = axis * sine(radians / 2);
  const double w = cosine(radians / 2);
  const Quaternion p{
      w * q.x + u.x * q.w + u.y * q.z - u.z * q.y, w * q.y + u.y * q.w + u.z * q.x - u.x * q.z,
      w * q.z + u.z * q.w + u.x * q.y - u.y * q.x, w * q.w - u.x * q.x - u.y * q.y - u.z * q.z};
  const double scale = 1 / std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w);
  return {p.x * scale, p.y * scale, p.z * scale, p.w * scale};
}

void step(Motion& body, double room) {
  body.place = body.place + body.velocity;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool outwards = body.place[k] * body.velocity[k] > 0;
    if (std::fabs(body.place[k]) > room && outwards) body.velocity[k] = -body.velocity[k];
  }
  body.turn = turned_by(body.turn, body.axis, spin);
}

// Along the line of their centres they exchange velocities, if these bring them together.
void bounce(Motion& a, Motion& b, Random& random) {
  const Vec3 between = b.place - a.place;
  const double far = length(between);
  const Vec3 along = far > 0 ? between * (1 / far) : Vec3{1, 0, 0};
  const double approach = dot(a.velocity - b.velocity, along);
  if (approach > 0) {
    a.velocity = a.velocity - along * approach;
    b.velocity = b.velocity + along * approach;
    a.axis = random.direction();
    b.axis = random.direction();
  }
}

}  // namespace

Mesh cage_body(CageBody which, std::uint32_t triangles) {
  const std::uint32_t around = around_of(triangles);
  const std::uint32_t across = std::max(3U, triangles / (2 * around));
  switch (which) {
    case CageBody::sphere:
      return geodesic_sphere(level_near(triangles, 20, 4, 8));
    case CageBody::torus:
      return in_unit_ball(torus(around, across));
    case CageBody::tetraflake:
      return tetraflake(level_near(triangles, 4, 6, 7));
    case CageBody::cylinder:
      return in_unit_ball(cylinder(around, across - 1));
    case CageBody::alternator:
      break;
  }
  return in_unit_ball(assembled(triangles));
}

Scene cage_scene(CageBody which, std::uint32_t triangles, const CageOptions& options) {
  const Mesh mesh = cage_body(which, triangles);
  const Shape shape(mesh);
  PairTracker tracker(shape, shape);
  Random random(95 + static_cast<std::uint64_t>(which) + 16 * options.seed);
  const double room = options.size - 1;
  std::array<Motion, 2> bodies;
  for (Motion& body : bodies) {
    const Vec3 side = random.direction();
    body.place = side * room;
    body.velocity = random.direction() * speed;
    body.axis = random.direction();
    body.turn = turned_by({}, random.direction(), random.uniform(0, 3));
  }
  bodies[1].place = bodies[0].place * -1;
  std::array<std::vector<Transform>, 2> poses;
  for (int frame = 0; frame < options.frames; ++frame) {
    for (std::size_t i = 0; i < 2; ++i) {
      poses[i].push_back(Transform::from_quaternion(bodies[i].turn, bodies[i].place));
    }
    if (tracker.touching(poses[0].back(), poses[1].back())) bounce(bodies[0], bodies[1], random);
    for (Motion& body : bodies) step(body, room);
  }
  Scene scene;
  for (std::size_t i = 0; i < 2; ++i) {
    scene.bodies.push_back(rigid_body(
        i == 0 ? "first" : "second", mesh,
        [path = std::move(poses[i])](int frame) { return path[static_cast<std::size_t>(frame)]; }));
  }
  return scene;
}

namespace {

Scene at_level(CageBody which, int lod) {
  constexpr std::array<std::uint32_t, 4> triangles{100, 1000, 10000, 100000};
  return cage_scene(which, triangles[static_cast<std::size_t>(lod)]);
}

}  // namespace

Scene cage_tori(int lod) { return at_level(CageBody::torus, lod); }
Scene cage_spheres(int lod) { return at_level(CageBody::sphere, lod); }
Scene cage_tetraflakes(int lod) { return at_level(CageBody::tetraflake, lod); }
Scene cage_cylinders(int lod) { return at_level(CageBody::cylinder, lod); }
Scene cage_alternators(int lod) { return at_level(CageBody::alternator, lod); }

}  // namespace tact::scenes
