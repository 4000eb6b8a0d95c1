#include "scenes/bodies/subdivide.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tact::scenes {

Mesh subdivide(const Mesh& mesh) {
  Mesh finer;
  finer.positions = mesh.positions;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto next = static_cast<std::uint32_t>(finer.positions.size());
    const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), next);
    // The sum does not depend on the order of a and b.
    if (is_new) finer.positions.push_back((mesh.positions[a] + mesh.positions[b]) * 0.5);
    return found->second;
  };
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::uint32_t ab = middle(a, b);
    const std::uint32_t bc = middle(b, c);
    const std::uint32_t ca = middle(c, a);
    finer.triangles.push_back({a, ab, ca});
    finer.triangles.push_back({ab, b, bc});
    finer.triangles.push_back({ca, bc, c});
    finer.triangles.push_back({ab, bc, ca});
  }
  return finer;
}

Mesh subdivide_on_sphere(Mesh mesh, int levels) {
  const auto lift = [](Mesh& m) {
    for (Vec3& p : m.positions) p = p * (1 / length(p));
  };
  lift(mesh);
  for (int level = 0; level < levels; ++level) {
    mesh = subdivide(mesh);
    lift(mesh);
  }
  return mesh;
}

}  // namespace tact::scenes
