#include "tact/io/mesh_builder.h"

#include <algorithm>
#include <utility>

#include "tact/geometry/polygon.h"

namespace tact {

void MeshBuilder::reserve(std::uint64_t vertices, std::uint64_t vertex_bytes,
                          std::uint64_t triangles, std::uint64_t face_bytes, std::uint64_t left) {
  mesh_.positions.reserve(
      static_cast<std::size_t>(std::min({vertices, left / vertex_bytes, most_items})));
  mesh_.triangles.reserve(
      static_cast<std::size_t>(std::min({triangles, left / face_bytes, most_items})));
}

bool MeshBuilder::add_face(std::span<const std::uint32_t> corners) {
  if (full(corners.size() - 2)) return false;
  if (corners.size() == 3) {
    add_triangle(corners[0], corners[1], corners[2]);
  } else {
    add_polygon(corners);
  }
  return true;
}

void MeshBuilder::add_polygon(std::span<const std::uint32_t> corners) {
  if (!has_polygons_) {  // until now triangle i was face i
    has_polygons_ = true;
    mesh_.face.reserve(mesh_.triangles.capacity());
    for (std::uint32_t i = 0; i < faces_; ++i) mesh_.face.push_back(i);
  }
  polygon_.clear();
  for (const std::uint32_t corner : corners) polygon_.push_back(mesh_.positions[corner]);
  for (const std::array<std::uint32_t, 3>& t : ear_clip(polygon_)) {
    mesh_.triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
  }
  mesh_.face.resize(mesh_.triangles.size(), static_cast<std::uint32_t>(faces_));
  ++faces_;
}

Mesh MeshBuilder::take() {
  // What was reserved and never touched costs nothing but addresses, except in small blocks.
  constexpr std::size_t small = std::size_t{1} << 16;
  if (mesh_.positions.size() < small) mesh_.positions.shrink_to_fit();
  if (mesh_.triangles.size() < small) mesh_.triangles.shrink_to_fit();
  if (mesh_.face.size() < small) mesh_.face.shrink_to_fit();
  return std::exchange(*this, MeshBuilder()).mesh_;
}

}  // namespace tact
