#include "tests/support/script_shapes.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>

namespace tact::testing {
namespace {

Mesh soup_of(std::uint32_t triangles, double size, Random& random) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const Vec3 at = random.vector(-0.5, 0.5);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int k = 0; k < 3; ++k) mesh.positions.push_back(at + random.vector(-size, size));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

// Rows of a grid; what is left of the last row stays away.
Mesh sheet_of(std::uint32_t triangles, double wave, Random& random) {
  Mesh mesh;
  std::uint32_t cells = 1;
  while (2 * (cells + 1) * (cells + 1) <= triangles) ++cells;
  const std::uint32_t row = cells + 1;
  const double z = random.uniform(-0.3, 0.3);
  for (std::uint32_t i = 0; i < row + 2; ++i) {
    for (std::uint32_t j = 0; j < row; ++j) {
      const double x = static_cast<double>(i) / cells - 0.5;
      mesh.positions.push_back(
          {x, static_cast<double>(j) / cells - 0.5, z + wave * std::sin(9 * x)});
    }
  }
  for (std::uint32_t i = 0; mesh.triangles.size() < triangles && i <= cells; ++i) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = i * row + j;
      mesh.triangles.push_back({a, a + row, a + row + 1});
      mesh.triangles.push_back({a, a + row + 1, a + 1});
    }
  }
  mesh.triangles.resize(std::min<std::size_t>(mesh.triangles.size(), triangles));
  return mesh;
}

Mesh ball_of(std::uint32_t triangles) {
  std::uint32_t rings = 2;
  while (4 * (rings + 1) * (rings + 1) <= triangles) ++rings;
  const std::uint32_t around = 2 * rings;
  Mesh mesh;
  for (std::uint32_t i = 0; i <= rings; ++i) {
    for (std::uint32_t j = 0; j < around; ++j) {
      const double down = 3.14159265358979 * i / rings;
      const double turn = 3.14159265358979 * j / rings;
      mesh.positions.push_back({0.5 * std::sin(down) * std::cos(turn),
                                0.5 * std::sin(down) * std::sin(turn), 0.5 * std::cos(down)});
    }
  }
  for (std::uint32_t i = 0; i < rings; ++i) {
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t a = i * around + j;
      const std::uint32_t b = i * around + (j + 1) % around;
      mesh.triangles.push_back({a, b, a + around});
      mesh.triangles.push_back({b, b + around, a + around});
    }
  }
  mesh.triangles.resize(std::min<std::size_t>(mesh.triangles.size(), triangles));
  return mesh;
}

// All triangles share vertex 0.
Mesh fan_of(std::uint32_t triangles, Random& random) {
  Mesh mesh;
  mesh.positions.push_back(random.vector(-0.2, 0.2));
  for (std::uint32_t i = 0; i <= triangles; ++i) {
    mesh.positions.push_back(random.vector(-0.5, 0.5));
    if (i > 0) mesh.triangles.push_back({0, i, i + 1});
  }
  return mesh;
}

// Triangles between near points of a lattice, each point a vertex that many share.
Mesh lattice_of(std::uint32_t triangles, Random& random) {
  std::uint32_t side = 3;
  while (side * side * side < triangles) ++side;
  Mesh mesh;
  for (std::uint32_t i = 0; i < side * side * side; ++i) {
    const std::uint32_t cell[3] = {i % side, i / side % side, i / (side * side)};
    const Vec3 p{static_cast<double>(cell[0]), static_cast<double>(cell[1]),
                 static_cast<double>(cell[2])};
    mesh.positions.push_back(p * (1.0 / side) - Vec3{0.5, 0.5, 0.5});
  }
  for (std::uint32_t i = 0; i < triangles; ++i) {
    std::uint32_t at[3];
    for (std::uint32_t& k : at) k = random.below(side - 1);
    std::array<std::uint32_t, 3> triangle{};
    for (std::uint32_t& v : triangle) {
      v = at[0] + random.below(2) +
          side * (at[1] + random.below(2) + side * (at[2] + random.below(2)));
    }
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

// A few triangles become a segment, a point, or a copy of another, by index or in place.
void make_untidy(Mesh& mesh, Random& random) {
  const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
  for (std::uint32_t i = 0; i <= count / 8; ++i) {
    std::array<std::uint32_t, 3>& triangle = mesh.triangles[random.below(count)];
    const std::array<std::uint32_t, 3> other = mesh.triangles[random.below(count)];
    switch (random.below(5)) {
      case 0:
        triangle[1] = triangle[0];
        break;
      case 1:
        triangle[2] = triangle[1] = triangle[0];
        break;
      case 2:
        triangle = {other[1], other[2], other[0]};
        break;
      case 3:
        mesh.positions[triangle[2]] =
            (mesh.positions[triangle[0]] + mesh.positions[triangle[1]]) * 0.5;
        break;
      default:
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3 copy = mesh.positions[other[k]];
          triangle[k] = static_cast<std::uint32_t>(mesh.positions.size());
          mesh.positions.push_back(copy);
        }
    }
  }
}

}  // namespace

Place Place::any(Random& random) {
  constexpr double scales[] = {1, 1, 1, 0x1p-20, 1024};
  Place place;
  place.scale = scales[random.below(5)];
  if (random.chance(3)) {
    const double far = random.chance(2) ? 1e6 : 1024 * place.scale;
    place.at = {far, -far, far};
  }
  place.lattice = random.chance(3);
  return place;
}

Vec3 Place::put(const Vec3& p, double grid) const {
  Vec3 q = p;
  for (std::size_t k = 0; lattice && k < 3; ++k) q[k] = std::nearbyint(q[k] / grid) * grid;
  return q * scale + at;
}

double grid_for(std::uint32_t primitives) {
  double grid = 0.25;
  while (1 / (grid * grid * grid) < 4.0 * primitives) grid *= 0.5;
  return grid;
}

Mesh any_shape(std::uint32_t triangles, Random& random) {
  if (triangles == 0) return {};
  const double size = 0.6 / std::cbrt(static_cast<double>(triangles));
  const std::uint32_t dice = random.below(triangles <= 64 ? 6 : 5);
  Mesh mesh = dice == 0   ? sheet_of(triangles, 0, random)
              : dice == 1 ? sheet_of(triangles, 0.2, random)
              : dice == 2 ? ball_of(triangles)
              : dice == 3 ? lattice_of(triangles, random)
              : dice == 4 ? soup_of(triangles, size, random)
                          : fan_of(triangles, random);
  if (random.chance(3)) make_untidy(mesh, random);
  return mesh;
}

void append_triangles(Mesh& mesh, std::uint32_t count, double size, Random& random) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto vertices = static_cast<std::uint32_t>(mesh.positions.size());
    const std::uint32_t old = vertices == 0 ? 0 : random.below(vertices);
    const Vec3 at = vertices == 0 ? Vec3{} : mesh.positions[old];
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      triangle[k] = static_cast<std::uint32_t>(mesh.positions.size());
      mesh.positions.push_back(at + random.vector(-size, size));
    }
    if (vertices != 0 && random.chance(2)) triangle[0] = old;
    mesh.triangles.push_back(triangle);
  }
}

std::vector<std::uint32_t> any_topology(const Mesh& mesh, Random& random) {
  const auto count = static_cast<std::uint32_t>(mesh.positions.size());
  std::vector<std::uint32_t> ids(count);
  const std::uint32_t how = random.below(3);
  std::map<std::tuple<double, double, double>, std::uint32_t> at;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3& p = mesh.positions[i];
    ids[i] = how == 0   ? at.emplace(std::tuple(p.x, p.y, p.z), i).first->second
             : how == 1 ? random.below(count)
                        : i;
  }
  return ids;
}

std::vector<double> any_radii(std::size_t points, double scale, Random& random) {
  const double most = 0.4 / std::cbrt(static_cast<double>(points) + 1) * scale;
  std::vector<double> radii(points);
  for (double& r : radii) r = random.chance(4) ? 0 : random.uniform(0, most);
  return radii;
}

PositionsView lend_positions(std::vector<Vec3>& truth, bool floats, Random& random,
                             std::vector<std::byte>& into) {
  const std::size_t gap = random.chance(3) ? 1 + random.below(16) : 0;  // also unaligned
  const std::size_t size = floats ? sizeof(float) : sizeof(double);
  const std::size_t stride = 3 * size + gap;
  into.assign(truth.size() * stride + 1, std::byte{0xFF});
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto rounded = static_cast<float>(truth[i][k]);
      if (floats) truth[i][k] = double{rounded};
      const double exact = truth[i][k];
      std::memcpy(into.data() + i * stride + k * size,
                  floats ? static_cast<const void*>(&rounded) : &exact, size);
    }
  }
  if (floats) return {reinterpret_cast<const float*>(into.data()), truth.size(), stride};
  return {reinterpret_cast<const double*>(into.data()), truth.size(), stride};
}

TrianglesView lend_triangles(const std::vector<std::array<std::uint32_t, 3>>& triangles,
                             Random& random, std::vector<std::byte>& into) {
  const bool wide = random.chance(3);
  const std::size_t size = wide ? sizeof(std::uint64_t) : sizeof(std::uint32_t);
  const std::size_t stride = 3 * size + (random.chance(3) ? 1 + random.below(8) : 0);
  into.assign(triangles.size() * stride + 1, std::byte{0xFF});
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t index = triangles[i][k];
      std::memcpy(into.data() + i * stride + k * size,
                  wide ? static_cast<const void*>(&index) : &triangles[i][k], size);
    }
  }
  if (wide) return {reinterpret_cast<const std::uint64_t*>(into.data()), triangles.size(), stride};
  return {reinterpret_cast<const std::uint32_t*>(into.data()), triangles.size(), stride};
}

}  // namespace tact::testing
