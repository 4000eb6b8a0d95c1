#include "scenes/bodies/refine.h"

#include <array>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

std::size_t longest_side(const Mesh& mesh, const std::array<std::uint32_t, 3>& t) {
  std::size_t longest = 0;
  double most = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const double size = length_sq(mesh.positions[t[(i + 1) % 3]] - mesh.positions[t[i]]);
    if (size > most) {
      most = size;
      longest = i;
    }
  }
  return longest;
}

// Cuts triangle `t` at its edge from corner `from` to the next one; the second half is appended.
void cut(Mesh& mesh, std::uint32_t t, std::uint32_t from, std::uint32_t middle) {
  const std::array<std::uint32_t, 3> old = mesh.triangles[t];
  std::size_t i = 0;
  while (old[i] != from) ++i;
  const std::uint32_t to = old[(i + 1) % 3];
  const std::uint32_t tip = old[(i + 2) % 3];
  mesh.triangles[t] = {from, middle, tip};
  mesh.triangles.push_back({middle, to, tip});
}

}  // namespace

Mesh with_triangle_count(Mesh mesh, std::uint32_t triangles) {
  if (triangles < mesh.triangles.size() || (triangles - mesh.triangles.size()) % 2 != 0) {
    throw std::invalid_argument("cannot refine to this number of triangles");
  }
  while (mesh.triangles.size() < triangles) {
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    std::map<Edge, std::uint32_t> side;  // whose edge it is, in this direction
    for (std::uint32_t t = 0; t < count; ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        side[{mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]}] = t;
      }
    }
    std::vector<bool> split(count);
    for (std::uint32_t t = 0; t < count && mesh.triangles.size() < triangles; ++t) {
      const std::size_t i = longest_side(mesh, mesh.triangles[t]);
      const std::uint32_t from = mesh.triangles[t][i];
      const std::uint32_t to = mesh.triangles[t][(i + 1) % 3];
      const auto other = side.find({to, from});
      if (split[t] || other == side.end() || split[other->second]) continue;
      const auto middle = static_cast<std::uint32_t>(mesh.positions.size());
      mesh.positions.push_back(rounded((mesh.positions[from] + mesh.positions[to]) * 0.5));
      split[t] = true;
      split[other->second] = true;
      cut(mesh, t, from, middle);
      cut(mesh, other->second, to, middle);
    }
  }
  return mesh;
}

}  // namespace tact::scenes
