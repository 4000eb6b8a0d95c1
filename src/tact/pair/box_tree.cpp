#include "tact/pair/box_tree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tact/base/error.h"
#include "tact/geometry/polygon.h"
#include "tact/pair/box_tree_impl.h"

namespace tact {
namespace {

std::vector<Pair> edges_of(const MeshView& mesh) {
  std::vector<Pair> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto corners = mesh.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto p = static_cast<std::uint32_t>(corners[k]);
      const auto q = static_cast<std::uint32_t>(corners[(k + 1) % 3]);
      edges.push_back({std::min(p, q), std::max(p, q)});
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

std::shared_ptr<const BoxTree::Parts> BoxTree::with_trees(std::shared_ptr<Parts> parts,
                                                          const BoxTreeOptions& options) {
  parts->rest = check_mesh(parts->view, "mesh");
  parts->polygons = BoxHierarchy(Primitives::triangles(parts->view, nullptr), options);
  parts->edges = edges_of(parts->view);
  std::vector<Vec3> segments;
  segments.reserve(2 * parts->edges.size());
  for (const Pair& edge : parts->edges) {
    segments.push_back(parts->view.positions[edge.a]);
    segments.push_back(parts->view.positions[edge.b]);
  }
  parts->segments = BoxHierarchy(std::span<const Vec3>(segments), options);
  return parts;
}

BoxTree::BoxTree(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

std::shared_ptr<const BoxTree::Parts> BoxTree::made(Mesh mesh, const BoxTreeOptions& options) {
  auto parts = std::make_shared<Parts>();
  parts->owned = std::move(mesh);
  parts->view = parts->owned.view();
  return with_trees(std::move(parts), options);
}

BoxTree::BoxTree(Mesh mesh, const BoxTreeOptions& options)
    : parts_(made(std::move(mesh), options)) {}

BoxTree::BoxTree(const MeshView& mesh, const BoxTreeOptions& options) {
  auto parts = std::make_shared<Parts>();
  parts->view = mesh;
  parts_ = with_trees(std::move(parts), options);
}

BoxTree BoxTree::of_polygons(std::vector<Vec3> positions,
                             std::span<const std::vector<std::uint32_t>> polygons,
                             const BoxTreeOptions& options) {
  Mesh mesh;
  mesh.positions = std::move(positions);
  std::vector<Vec3> corners;
  for (std::uint32_t face = 0; face < polygons.size(); ++face) {
    const std::vector<std::uint32_t>& polygon = polygons[face];
    const std::string name = "polygon " + std::to_string(face);
    if (polygon.size() < 3) {
      throw Error(ErrorCode::bad_mesh, name + " has fewer than three corners");
    }
    corners.clear();
    for (const std::uint32_t vertex : polygon) {
      if (vertex >= mesh.positions.size()) {
        throw Error(ErrorCode::bad_mesh, name + " has a vertex " + std::to_string(vertex) +
                                             "; there are " +
                                             std::to_string(mesh.positions.size()));
      }
      corners.push_back(mesh.positions[vertex]);
    }
    for (const auto& t : ear_clip(corners)) {
      mesh.triangles.push_back({polygon[t[0]], polygon[t[1]], polygon[t[2]]});
      mesh.face.push_back(face);
    }
  }
  return BoxTree(made(std::move(mesh), options));
}

std::size_t BoxTree::triangle_count() const { return parts_->view.triangles.size(); }
std::uint32_t BoxTree::face_of(std::uint32_t triangle) const {
  return parts_->owned.face.empty() ? triangle : parts_->owned.face[triangle];
}
std::span<const Pair> BoxTree::edges() const { return parts_->edges; }
const BoxHierarchy& BoxTree::polygon_tree() const { return parts_->polygons; }

}  // namespace tact
