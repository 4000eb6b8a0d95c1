#include "tact/tree/rest_spheres.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tact {

std::size_t RestSpheres::bytes() const {
  return nodes_.capacity() * sizeof(Node) + contents_.capacity() * sizeof(Contents) +
         (normals_.capacity() + middle_.capacity()) * sizeof(Vec3) +
         (points_.capacity() + triangles_.capacity()) * sizeof(std::uint32_t) +
         corners_.capacity() * sizeof(corners_[0]) + reach_.capacity() * sizeof(double);
}

void RestSpheres::validate() const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("spheres: ") + what);
  };
  for (std::uint32_t node = 0; node < node_count(); ++node) {
    if (nodes_[node].children.count == 0) continue;
    const Range below = nodes_[node].children;
    std::uint32_t points = contents_[node].points.first;
    std::uint32_t triangles = contents_[node].triangles.first;
    std::uint32_t fewest = ~0U;
    std::uint32_t most = 0;
    for (std::uint32_t i = below.first; i < below.end(); ++i) {
      require(nodes_[i].level == nodes_[node].level + 1, "a child is on the wrong level");
      require(contents_[i].points.first == points && contents_[i].triangles.first == triangles,
              "children leave a gap");
      points = contents_[i].points.end();
      triangles = contents_[i].triangles.end();
      fewest = std::min(fewest, contents_[i].items.count);
      most = std::max(most, contents_[i].items.count);
    }
    require(points == contents_[node].points.end() && triangles == contents_[node].triangles.end(),
            "children do not hold what their parent holds");
    require(nodes_[node].cluster == all_clusters || most - fewest <= 1, "a node is not balanced");
  }
}

}  // namespace tact
