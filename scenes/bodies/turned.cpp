#include "scenes/bodies/turned.h"

#include <vector>

#include "scenes/bodies/grid.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/sine.h"

namespace tact::scenes {
namespace {

void add_circle(Mesh& mesh, const ProfileVertex& p, std::uint32_t around) {
  for (std::uint32_t j = 0; j < around; ++j) {
    const double angle = 2 * pi * j / around;
    mesh.positions.push_back(rounded({p.radius * cosine(angle), p.radius * sine(angle), p.height}));
  }
}

void add_belt(Mesh& mesh, std::uint32_t lower, std::uint32_t upper, std::uint32_t around) {
  for (std::uint32_t j = 0; j < around; ++j) {
    const std::uint32_t next = (j + 1) % around;
    add_cell(mesh, lower + j, lower + next, upper + next, upper + j);
  }
}

// Profile along a side, from -1 to 1.
template <class Radius>
std::vector<ProfileVertex> side(std::uint32_t along, Radius&& radius) {
  std::vector<ProfileVertex> profile;
  for (std::uint32_t i = 0; i <= along; ++i) {
    const double z = 2.0 * i / along - 1;
    profile.push_back({radius(z), z});
  }
  return profile;
}

}  // namespace

Mesh turned(std::span<const ProfileVertex> profile, std::uint32_t around, double bottom,
            double top) {
  Mesh mesh;
  mesh.positions.push_back(rounded({0, 0, bottom}));
  for (const ProfileVertex& p : profile) add_circle(mesh, p, around);
  const auto pole = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.push_back(rounded({0, 0, top}));
  for (std::uint32_t j = 0; j < around; ++j) {
    mesh.triangles.push_back({0, 1 + (j + 1) % around, 1 + j});
  }
  for (std::uint32_t i = 1; i < profile.size(); ++i) {
    add_belt(mesh, 1 + (i - 1) * around, 1 + i * around, around);
  }
  const std::uint32_t last = pole - around;
  for (std::uint32_t j = 0; j < around; ++j) {
    mesh.triangles.push_back({pole, last + j, last + (j + 1) % around});
  }
  return mesh;
}

Mesh turned_ring(std::span<const ProfileVertex> loop, std::uint32_t around) {
  Mesh mesh;
  const auto count = static_cast<std::uint32_t>(loop.size());
  for (const ProfileVertex& p : loop) add_circle(mesh, p, around);
  for (std::uint32_t i = 0; i < count; ++i) {
    add_belt(mesh, i * around, (i + 1) % count * around, around);
  }
  return mesh;
}

Mesh cylinder(std::uint32_t around, std::uint32_t along) {
  return turned(side(along, [](double) { return 1.0; }), around, -1, 1);
}

Mesh hyperboloid(std::uint32_t around, std::uint32_t along, double waist) {
  const auto radius = [waist](double z) {
    return std::sqrt(waist * waist + (1 - waist * waist) * z * z);
  };
  return turned(side(along, radius), around, -1, 1);
}

Mesh flange(std::uint32_t around) {
  const ProfileVertex loop[] = {{1, -0.1},    {1, 0.1},     {0.55, 0.1}, {0.5, 0.15},
                                {0.5, 0.55},  {0.45, 0.6},  {0.35, 0.6}, {0.3, 0.55},
                                {0.3, -0.05}, {0.35, -0.1}, {0.7, -0.1}};
  return turned_ring(loop, around);
}

}  // namespace tact::scenes
