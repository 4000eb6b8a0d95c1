#include "tests/support/shapes.h"

namespace tact::testing {

Mesh triangle_at(double z) {
  Mesh mesh;
  mesh.positions = {{-1, -1, z}, {1, -1, z}, {0, 1, z}};
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

Mesh sheet(std::uint32_t cells, double z) {
  Mesh mesh;
  for (std::uint32_t i = 0; i <= cells; ++i) {
    for (std::uint32_t j = 0; j <= cells; ++j) {
      mesh.positions.push_back({2.0 * i / cells - 1, 2.0 * j / cells - 1, z});
    }
  }
  const std::uint32_t row = cells + 1;
  for (std::uint32_t i = 0; i < cells; ++i) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = i * row + j;
      mesh.triangles.push_back({a, a + row, a + row + 1});
      mesh.triangles.push_back({a, a + row + 1, a + 1});
    }
  }
  return mesh;
}

Mesh box(const Vec3& at, double half) {
  Mesh mesh;
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    mesh.positions.push_back({at.x + ((corner & 1U) != 0 ? half : -half),
                              at.y + ((corner & 2U) != 0 ? half : -half),
                              at.z + ((corner & 4U) != 0 ? half : -half)});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

Mesh soup(std::uint32_t triangles, double size, Random& random) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const Vec3 at = random.vector(-1, 1);
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int k = 0; k < 3; ++k) mesh.positions.push_back(at + random.vector(-size, size));
    if (random.chance(20)) mesh.positions.back() = mesh.positions[first];
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

Mesh grid_soup(std::uint32_t triangles, Random& random) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < 2 * triangles; ++i) {
    mesh.positions.push_back({static_cast<double>(random.below(6)) * 0.25 - 0.625,
                              static_cast<double>(random.below(6)) * 0.25 - 0.625,
                              static_cast<double>(random.below(6)) * 0.25 - 0.625});
  }
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const std::uint32_t a = random.below(2 * triangles);
    const std::uint32_t b = random.below(2 * triangles);
    mesh.triangles.push_back({a, b, random.below(2 * triangles)});
  }
  return mesh;
}

Mesh shifted(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.positions) p = p + by;
  return mesh;
}

}  // namespace tact::testing
