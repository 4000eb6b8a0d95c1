#include "tact/body/body.h"

#include <utility>

#include "tact/base/error.h"
#include "tact/body/shape_parts.h"
#include "tact/geometry/polygon.h"

namespace tact {
namespace {

// Appends the triangles of polygon `face`, whose corners are checked here.
void add_polygon(std::span<const std::uint32_t> polygon, std::uint32_t face,
                 const std::string& name, std::vector<Vec3>& corners, Mesh& mesh) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::bad_mesh, name + ": polygon " + std::to_string(face) + " " + why);
  };
  if (polygon.size() < 3) refuse("has fewer than three corners");
  corners.clear();
  for (const std::uint32_t vertex : polygon) {
    if (vertex >= mesh.positions.size()) {
      refuse("has a vertex " + std::to_string(vertex) + "; there are " +
             std::to_string(mesh.positions.size()));
    }
    corners.push_back(mesh.positions[vertex]);
  }
  for (const auto& t : ear_clip(corners)) {
    mesh.triangles.push_back({polygon[t[0]], polygon[t[1]], polygon[t[2]]});
    mesh.face.push_back(face);
  }
}

}  // namespace

Shape::Shape(std::shared_ptr<const ShapeParts> parts) : parts_(std::move(parts)) {}
Shape::Shape(Mesh mesh, const std::string& name)
    : parts_(std::make_shared<const ShapeParts>(std::move(mesh), name)) {}
Shape::Shape(const MeshView& mesh, const std::string& name)
    : parts_(std::make_shared<const ShapeParts>(mesh, name)) {}

Shape Shape::of_polygons(std::vector<Vec3> positions,
                         std::span<const std::vector<std::uint32_t>> polygons,
                         const std::string& name) {
  Mesh mesh;
  mesh.positions = std::move(positions);
  std::vector<Vec3> corners;
  for (std::uint32_t face = 0; face < polygons.size(); ++face) {
    add_polygon(polygons[face], face, name, corners, mesh);
  }
  return Shape(std::move(mesh), name);
}

std::size_t Shape::triangle_count() const { return parts_->mesh().triangles.size(); }
const MeshView& Shape::mesh() const& { return parts_->mesh(); }
const Extent& Shape::extent() const& { return parts_->extent(); }
std::uint32_t Shape::face_of(std::uint32_t triangle) const {
  return parts_->faces().empty() ? triangle : parts_->faces()[triangle];
}
std::span<const Pair> Shape::edges() const& { return parts_->edges(); }
std::size_t Shape::builds() const { return parts_->builds(); }
std::size_t Shape::bytes() const { return parts_->bytes(); }

}  // namespace tact
