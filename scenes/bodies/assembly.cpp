#include "scenes/bodies/assembly.h"

#include "scenes/bodies/torus.h"
#include "scenes/bodies/turned.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"

namespace tact::scenes {
namespace {

Mesh placed(Mesh mesh, const Vec3& scale, const Transform& pose) {
  for (Vec3& p : mesh.positions) {
    p = rounded(pose.apply({p.x * scale.x, p.y * scale.y, p.z * scale.z}));
  }
  return mesh;
}

// Where the i-th of n things around the axis stands.
Transform station(std::uint32_t i, std::uint32_t n, double radius, double height) {
  const double angle = 2 * pi * i / n;
  return pose({0, 0, 1}, angle, {radius * cosine(angle), radius * sine(angle), height});
}

}  // namespace

std::vector<Part> alternator(std::uint32_t around) {
  const ProfileVertex shell[] = {{1, -0.6},   {1, 0.6},     {0.94, 0.64},
                                 {0.88, 0.6}, {0.88, -0.6}, {0.94, -0.64}};
  const ProfileVertex groove[] = {{0.3, 0.72}, {0.3, 0.76}, {0.24, 0.8}, {0.3, 0.84}, {0.3, 0.88}};
  std::vector<Part> parts;
  parts.push_back({"housing", turned_ring(shell, 2 * around), false});
  parts.push_back({"shaft", placed(cylinder(around, around / 2), {0.08, 0.08, 1}, {}), true});
  parts.push_back(
      {"rotor", placed(hyperboloid(2 * around, around, 0.9), {0.5, 0.5, 0.4}, {}), true});
  parts.push_back({"pulley", turned(groove, around, 0.72, 0.88), true});
  for (std::uint32_t i = 0; i < 12; ++i) {
    parts.push_back({"blade " + std::to_string(i),
                     placed(cylinder(around / 2, 2), {0.02, 0.12, 0.05}, station(i, 12, 0.38, 0.5)),
                     true});
  }
  for (std::uint32_t i = 0; i < 18; ++i) {
    parts.push_back(
        {"coil " + std::to_string(i),
         placed(torus(around, around / 2, 1, 0.3), {0.06, 0.08, 0.3}, station(i, 18, 0.68, 0)),
         false});
  }
  return parts;
}

}  // namespace tact::scenes
