#pragma once
// Shape: what a rigid body is, wherever it stands: its triangles and, once somebody needs them, the
// trees that are built over them.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tact/base/types.h"
#include "tact/geometry/extent.h"
#include "tact/geometry/mesh.h"

namespace tact {

class ShapeParts;

/// A mesh that never changes. Copies share it, at the cost of a pointer: any number of bodies,
/// worlds, trackers and queries, on any threads, may use one at once. What they need of it at rest
/// (trees, edges, corner lists) is built by the first who asks, once for all of them, and kept as
/// long as the shape lives; who asks meanwhile waits. A build that fails leaves the shape as it
/// was.
class Shape {
 public:
  /// A Mesh is taken over; a MeshView is read in place: its arrays must stay as they are and
  /// outlive every copy. Throws Error{bad_mesh}, which speaks of `name`. Reads the mesh once.
  explicit Shape(Mesh mesh, const std::string& name = "mesh");
  explicit Shape(const MeshView& mesh, const std::string& name = "mesh");
  /// Polygons with three or more corners, not convex ones too, with gaps and overlaps: each is its
  /// exact ear-clipped triangulation. Answers name triangles; face_of() says which polygon they are
  /// of. Throws Error{bad_mesh} for fewer corners or an index out of range.
  static Shape of_polygons(std::vector<Vec3> positions,
                           std::span<const std::vector<std::uint32_t>> polygons,
                           const std::string& name = "mesh");

  // No move: it would leave a shape without a mesh behind, and a copy costs as much.
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;
  ~Shape() = default;

  std::size_t triangle_count() const;
  /// Valid as long as a copy lives.
  const MeshView& mesh() const;
  /// What its vertices occupy at rest.
  const Extent& extent() const;
  /// The polygon, or the face of the file, that a triangle was cut from; else the triangle itself.
  std::uint32_t face_of(std::uint32_t triangle) const;
  /// The edges of all triangles, each once and in order: two vertices, the lower first. Made when
  /// first asked for.
  std::span<const Pair> edges() const;

  /// How many structures were built so far, and the bytes that they and the mesh (if it was taken
  /// over) take.
  std::size_t builds() const;
  std::size_t bytes() const;

  /// Is it the same one, not only an equal one?
  friend bool operator==(const Shape&, const Shape&) = default;

  /// For the library's own rooms.
  const ShapeParts& parts() const { return *parts_; }

 private:
  explicit Shape(std::shared_ptr<const ShapeParts> parts);

  std::shared_ptr<const ShapeParts> parts_;
};

}  // namespace tact
