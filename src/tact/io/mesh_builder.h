#pragma once
// A mesh as a loader finds it: polygons are cut, and it is kept from which face each triangle is.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact {

/// The most vertices or triangles that a mesh can have: indices have 32 bits.
inline constexpr std::uint64_t most_items = 0xffffffff;

class MeshBuilder {
 public:
  std::vector<Vec3>& positions() { return mesh_.positions; }
  /// Faces so far, which is the number of the next one.
  std::uint64_t faces() const { return faces_; }

  /// Space for what a file announces; `left`: the bytes that are left to announce it with, of which
  /// each item takes at least `vertex_bytes` or `face_bytes`.
  void reserve(std::uint64_t vertices, std::uint64_t vertex_bytes, std::uint64_t triangles,
               std::uint64_t face_bytes, std::uint64_t left);

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh_.triangles.push_back({a, b, c});
    if (has_polygons_) mesh_.face.push_back(static_cast<std::uint32_t>(faces_));
    ++faces_;
  }
  /// Lets fill(span) write up to `count` triangles, of which it returns how many it did. Only as
  /// long as there were no polygons.
  template <class Fill>
  std::size_t add_triangles(std::size_t count, Fill&& fill) {
    const std::size_t before = mesh_.triangles.size();
    mesh_.triangles.resize(before + count);
    const std::size_t done =
        fill(std::span<std::array<std::uint32_t, 3>>(mesh_.triangles.data() + before, count));
    mesh_.triangles.resize(before + done);
    faces_ += done;
    return done;
  }
  /// Three corners or more, all of them indices of positions. False if the mesh is full.
  bool add_face(std::span<const std::uint32_t> corners);
  bool full(std::uint64_t more) const { return mesh_.triangles.size() + more > most_items; }

  /// The mesh; the builder is empty afterwards.
  Mesh take();

 private:
  void add_polygon(std::span<const std::uint32_t> corners);

  Mesh mesh_;
  std::uint64_t faces_ = 0;
  bool has_polygons_ = false;
  std::vector<Vec3> polygon_;
};

}  // namespace tact
