#include "scenes/motion/waves.h"

#include "scenes/motion/sine.h"

namespace tact::scenes {

std::vector<Vec3> vertex_normals(const Mesh& mesh) {
  std::vector<Vec3> normals(mesh.positions.size());
  for (const auto& t : mesh.triangles) {
    const Vec3& a = mesh.positions[t[0]];
    const Vec3 n = cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
    for (const std::uint32_t vertex : t) normals[vertex] = normals[vertex] + n;
  }
  for (Vec3& n : normals) {
    if (const double size = length(n); size > 0) n = n * (1 / size);
  }
  return normals;
}

Waves::Waves(const Mesh& rest, std::vector<Wave> waves)
    : rest_(rest.positions), normals_(vertex_normals(rest)), waves_(std::move(waves)) {}

Vec3 Waves::at(std::size_t i, int frame) const {
  double height = 0;
  for (const Wave& wave : waves_) {
    height += wave.amplitude * sine(wave.phase[i] - wave.speed * frame);
  }
  return rest_[i] + normals_[i] * height;
}

}  // namespace tact::scenes
