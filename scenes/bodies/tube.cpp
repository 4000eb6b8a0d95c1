#include "scenes/bodies/tube.h"

#include <vector>

#include "scenes/bodies/grid.h"
#include "scenes/bodies/refine.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/sine.h"

namespace tact::scenes {
namespace {

Vec3 unit(const Vec3& v) { return v * (1 / length(v)); }

// A direction across `along`, as close to `like` as may be.
Vec3 across(const Vec3& along, const Vec3& like) {
  const Vec3 remaining = like - along * dot(like, along);
  if (length_sq(remaining) > 1e-6) return unit(remaining);
  return across(along, std::fabs(along.x) < 0.8 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
}

// Around and along for a tube of about so many triangles, never more.
std::uint32_t sections(std::uint32_t triangles, std::uint32_t around) {
  return triangles / (2 * around);
}

// A finger or palm: thick in the middle of its sections, bent downwards.
Mesh limb(const Vec3& from, const Vec3& to, double radius, double bend, std::uint32_t triangles) {
  std::uint32_t around = 5;
  while (2 * (around + 3) * (around + 3) * 3 < triangles) around += 3;
  const std::uint32_t count = sections(triangles, around) + 2;
  std::vector<TubePoint> path;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / (count - 1);
    const Vec3 sag{0, 0, -bend * t * t};
    const double round = std::sqrt(std::fmax(0.0, 1 - (2 * t - 1) * (2 * t - 1)));
    path.push_back({from + (to - from) * t + sag,
                    radius * std::sqrt(round) * (1 + 0.08 * cosine(6 * pi * t))});
  }
  return tube(path, around);
}

}  // namespace

Mesh tube(std::span<const TubePoint> path, std::uint32_t around) {
  Mesh mesh;
  const auto last = static_cast<std::uint32_t>(path.size() - 1);
  mesh.positions.push_back(rounded(path.front().at));
  Vec3 side{0, 0, 1};
  for (std::uint32_t i = 1; i < last; ++i) {
    const Vec3 along = unit(path[i + 1].at - path[i - 1].at);
    side = across(along, side);
    const Vec3 other = cross(along, side);
    for (std::uint32_t j = 0; j < around; ++j) {
      const double angle = 2 * pi * j / around;
      const Vec3 out = side * cosine(angle) + other * sine(angle);
      mesh.positions.push_back(rounded(path[i].at + out * path[i].radius));
    }
  }
  const auto tip = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.push_back(rounded(path.back().at));
  for (std::uint32_t j = 0; j < around; ++j) {
    mesh.triangles.push_back({0, 1 + (j + 1) % around, 1 + j});
  }
  for (std::uint32_t i = 0; i + 2 < last; ++i) {
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t next = (j + 1) % around;
      const std::uint32_t lower = 1 + i * around;
      add_cell(mesh, lower + j, lower + next, lower + around + next, lower + around + j);
    }
  }
  for (std::uint32_t j = 0; j < around; ++j) {
    mesh.triangles.push_back({tip, tip - around + j, tip - around + (j + 1) % around});
  }
  return mesh;
}

void append(Mesh& mesh, const Mesh& part) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
  for (const auto& [a, b, c] : part.triangles) {
    mesh.triangles.push_back({a + first, b + first, c + first});
  }
}

Mesh pipes(std::uint32_t count, std::uint32_t triangles) {
  constexpr std::uint32_t around = 24;
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t rings = sections(triangles / count, around);
    const double phase = 2 * pi * i / count;
    std::vector<TubePoint> path;
    for (std::uint32_t k = 0; k < rings + 2; ++k) {
      const double t = static_cast<double>(k) / (rings + 1);
      const double angle = phase + 4 * t;
      const double reach = 0.75 + 0.15 * sine(3 * phase);
      path.push_back(
          {{reach * cosine(angle), reach * sine(angle), 1.2 * t - 0.6 + 0.2 * sine(9 * t + phase)},
           0.07 + 0.02 * cosine(40 * t)});
    }
    append(mesh, tube(path, around));
  }
  return with_triangle_count(std::move(mesh), triangles);
}

Mesh hand(std::uint32_t triangles) {
  const std::uint32_t finger = triangles / 7;
  Mesh mesh = limb({-0.9, 0, 0}, {0.25, 0, 0}, 0.42, 0.02, triangles - 5 * finger);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const double y = 0.3 - 0.2 * i;
    const double reach = i == 0 || i == 3 ? 0.78 : 0.95;
    append(mesh, limb({0.05, y, 0}, {reach, 1.25 * y, 0.05}, 0.09, 0.12, finger));
  }
  append(mesh, limb({-0.5, 0.3, 0}, {0.15, 0.72, 0.1}, 0.1, 0.1, finger));
  return with_triangle_count(std::move(mesh), triangles);
}

}  // namespace tact::scenes
