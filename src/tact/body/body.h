#pragma once
// What a user adds to a world: rigid, deforming and breaking meshes, and points with radii. Shape:
// what rigid bodies are, wherever they stand, shared by any number of them.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/base/types.h"
#include "tact/base/vec.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/mesh.h"

namespace tact {

class ShapeParts;

/// A mesh that never changes. Copies share it, at the cost of a pointer: any number of bodies,
/// worlds, trackers and queries, on any threads, may use one at once. What they need of it at rest
/// (trees, edges, corner lists) is built by the first who asks, once for all of them, and kept as
/// long as the shape lives, however long nobody asks for it; who asks meanwhile waits. A build that
/// fails leaves the shape as it was.
class TACT_API Shape {
 public:
  /// A Mesh is taken over; a MeshView is read in place: its arrays must stay as they are and
  /// outlive every copy. Throws Error{bad_mesh}, which speaks of `name`. Reads the mesh once.
  explicit Shape(Mesh mesh, const std::string& name = "mesh");
  explicit Shape(const MeshView& mesh, const std::string& name = "mesh");
  /// Polygons with three or more corners, not convex ones too, with gaps and overlaps: each is its
  /// exact ear-clipped triangulation. Answers name triangles; face_of() says which polygon they are
  /// of. Throws Error{bad_mesh} for fewer corners, an index out of range, or what is not finite.
  static Shape of_polygons(std::vector<Vec3> positions,
                           std::span<const std::vector<std::uint32_t>> polygons,
                           const std::string& name = "mesh");

  // No move: it would leave a shape without a mesh behind, and a copy costs as much.
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;
  ~Shape() = default;

  /// How many there are.
  std::size_t triangle_count() const;
  /// Valid as long as a copy lives.
  const MeshView& mesh() const&;
  const MeshView& mesh() const&& = delete;  // it would be gone with it; so would the others
  /// What its vertices occupy at rest.
  const Extent& extent() const&;
  const Extent& extent() const&& = delete;
  /// The polygon, or the face of the file, that a triangle < triangle_count() was cut from; else
  /// the triangle itself.
  std::uint32_t face_of(std::uint32_t triangle) const;
  /// The edges of all triangles, each once and in order: two vertices, the lower first. Made when
  /// first asked for.
  std::span<const Pair> edges() const&;
  std::span<const Pair> edges() const&& = delete;

  /// How many structures were built so far.
  std::size_t builds() const;
  /// That they and the mesh (if it was taken over) take.
  std::size_t bytes() const;

  /// Is it the same one, not only an equal one?
  friend bool operator==(const Shape&, const Shape&) = default;

  /// For the library's own rooms.
  const ShapeParts& parts() const { return *parts_; }

 private:
  explicit Shape(std::shared_ptr<const ShapeParts> parts);

  std::shared_ptr<const ShapeParts> parts_;
};

/// What may change of a body. All are surfaces or points: what lies wholly inside a closed mesh
/// does not touch it, unless that was declared a solid, see BodyDef::solid().
enum class BodyKind : std::uint8_t {
  rigid,      ///< fixed shape, moved by a pose
  deforming,  ///< fixed triangles, positions move freely
  breaking,   ///< triangles and vertices may come and go
  points      ///< no triangles: points with a radius each
};

/// As it is written above.
TACT_API const char* name_of(BodyKind kind);

/// A body to be. Made by rigid(), deforming(), breaking() or points(); the setters chain. Nothing
/// is checked before World::add().
class TACT_API BodyDef {
 public:
  /// A name for error messages.
  BodyDef& name(std::string text) {
    name_ = std::move(text);
    return *this;
  }
  /// An id of the user's own, returned in every contact.
  BodyDef& user(std::uint64_t id) {
    user_ = id;
    return *this;
  }
  /// Look for contacts within the body as well. Off by default.
  BodyDef& self(bool on = true) {
    self_ = on;
    return *this;
  }
  /// Two bodies are tested if each one's mask has a bit of the other's group.
  BodyDef& group(std::uint32_t bits) {
    group_ = bits;
    return *this;
  }
  /// See group(). By default all bits: tested against everybody.
  BodyDef& mask(std::uint32_t bits) {
    mask_ = bits;
    return *this;
  }
  /// The mesh bounds a solid: what its surface winds about is inside. Shells in shells and cavities
  /// (shells that are turned over) are fine. World::add() checks that every edge, by topology id
  /// where there are ids, else by vertex index, belongs to two triangles that pass it in opposite
  /// directions, and that vertices of one id stand at one place; else it throws Error{bad_mesh}
  /// that names an edge. O(n log n), once for each Shape. Moves of deforming bodies look at the
  /// places again, new triangles of breaking ones at everything. Error{unsupported} for points.
  BodyDef& solid(bool on = true) {
    solid_ = on;
    return *this;
  }
  /// Where a rigid body stands at first. Other kinds have no pose: World::add() refuses it.
  BodyDef& pose(const Transform& at) {
    pose_ = at;
    return *this;
  }
  /// The body will be moved with a map for each of these clusters, from where it is now (deforming
  /// bodies and points; others are refused). Every triangle must lie in a cluster with all its
  /// vertices, see Clusters::check().
  BodyDef& clusters(Clusters list) {
    clusters_ = std::move(list);
    return *this;
  }

 private:
  friend class World;
  friend BodyDef rigid(const Shape& shape);
  friend BodyDef rigid(Mesh mesh);
  friend BodyDef rigid(const MeshView& mesh);
  friend BodyDef deforming(Mesh mesh);
  friend BodyDef deforming(const MeshView& mesh);
  friend BodyDef breaking(Mesh mesh);
  friend BodyDef breaking(const MeshView& mesh);
  friend BodyDef points(std::vector<Vec3> positions, std::vector<double> radii);
  friend BodyDef points(const PositionsView& positions, const RadiiView& radii);

  BodyDef(BodyKind kind, Mesh owned);
  BodyDef(BodyKind kind, const MeshView& borrowed);
  explicit BodyDef(const Shape& shape);

  BodyKind kind_;
  bool owns_ = false;
  std::optional<Shape> shape_;  // rigid, if it was given; else the world makes it
  Mesh owned_;
  std::vector<double> owned_radii_;
  MeshView borrowed_;
  RadiiView radii_;
  Clusters clusters_;
  Transform pose_;
  std::string name_;
  std::uint64_t user_ = 0;
  std::uint32_t group_ = 1;
  std::uint32_t mask_ = ~std::uint32_t{0};
  bool self_ = false;
  bool solid_ = false;
};

/// A body that keeps its shape. Bodies that are given the same Shape share its trees: a thousand
/// bolts cost one build, and the memory of one. No mesh is read here.
TACT_API BodyDef rigid(const Shape& shape);
/// A Mesh is taken over; a MeshView is read in place. Each of its arrays (positions, triangles,
/// topology ids) must live until the body is given others of that kind, or is removed: those of a
/// rigid body until then, and the triangles of a deforming one. Of a rigid body World::add() makes
/// a Shape, for this body alone.
TACT_API BodyDef rigid(Mesh mesh);
TACT_API BodyDef rigid(const MeshView& mesh);
/// Likewise: triangles stay, positions move.
TACT_API BodyDef deforming(Mesh mesh);
TACT_API BodyDef deforming(const MeshView& mesh);
/// Likewise: triangles come and go, too.
TACT_API BodyDef breaking(Mesh mesh);
TACT_API BodyDef breaking(const MeshView& mesh);
/// One radius per point, or an empty list for points without extent. Lent radii stay lent until
/// the body is given others, or is removed. points({}, {}) could be either: name a type, as in
/// points(std::vector<Vec3>{}, {}).
TACT_API BodyDef points(std::vector<Vec3> positions, std::vector<double> radii);
TACT_API BodyDef points(const PositionsView& positions, const RadiiView& radii);

}  // namespace tact
