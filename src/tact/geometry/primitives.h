#pragma once
// Primitives: the triangles or points of one body as they stand in the world now. Reads the user's
// arrays in place; how (float or double, 32- or 64-bit, posed or not) is decided once, not per
// read. ContactGeometry: what is said of two primitives that touch, besides that they do.
#include <cstdint>
#include <span>

#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// What the primitives of a body are.
enum class PrimitiveKind : std::uint8_t {
  triangles,  ///< closed, degenerate ones too
  points      ///< with a radius each
};

/// A point and the radius within which it touches.
struct Ball {
  Vec3 centre;        ///< in the world
  double radius = 0;  ///< not negative
};

/// Cheap to copy; refers to arrays that must outlive it. Any thread may read.
class TACT_API Primitives {
 public:
  Primitives() = default;
  /// Borrowed arrays that somebody has checked, as World::add() does: finite, no index out of
  /// range. A null pose means the identity.
  static Primitives triangles(const MeshView& mesh, const Transform* pose);
  /// Likewise, of points.
  static Primitives points(const PositionsView& positions, const RadiiView& radii,
                           const Transform* pose);

  /// Triangles or points.
  PrimitiveKind kind() const { return kind_; }
  /// How many there are.
  std::uint32_t size() const { return size_; }
  /// The arrays that are read; without triangles for points.
  const MeshView& mesh() const { return mesh_; }
  /// Of points.
  const RadiiView& radii() const { return radii_; }
  /// Do the arrays stand somewhere else than in the world?
  bool posed() const { return posed_; }
  /// From the arrays into the world; the identity if not posed().
  const Transform& pose() const { return pose_; }

  /// The corners of triangles, one triangle after the other, in nine rows `stride` doubles apart: x
  /// y z of the first corners, of the second, of the third.
  void gather(std::span<const std::uint32_t> ids, double* out, std::size_t stride) const {
    gather_(*this, ids, out, stride);
  }
  /// Where the indices of triangle i are, and the coordinates of a vertex: to ask for them ahead.
  const std::byte* indices_at(std::uint32_t i) const {
    return mesh_.triangles.data() + i * mesh_.triangles.stride();
  }
  /// Likewise.
  const std::byte* position_at(std::uint64_t vertex) const {
    return mesh_.positions.data() + vertex * mesh_.positions.stride();
  }
  /// The corners as they stand in the world.
  Triangle triangle(std::uint32_t i) const {
    double v[9];
    gather_(*this, {&i, 1}, v, 1);
    return {Vec3{v[0], v[1], v[2]}, Vec3{v[3], v[4], v[5]}, Vec3{v[6], v[7], v[8]}};
  }
  /// A point as it stands in the world.
  Ball ball(std::uint32_t i) const { return {place(i), radii_[i]}; }

  /// The topology ids of the corners of triangle i.
  std::array<std::uint64_t, 3> topology(std::uint32_t i) const;
  /// Of the pairs of triangles i[k] and j[k] of this body, at most 256, those that are no
  /// neighbours: that share no vertex, or none that stands at one place for both (see MeshView).
  /// Writes their k in order, says how many there are. May write to `out` as many as there are
  /// pairs. Coordinates are read only of pairs that share an id, and only where ids were given.
  std::size_t non_neighbours(std::span<const std::uint32_t> i, std::span<const std::uint32_t> j,
                             std::uint8_t* out) const;
  /// Do two triangles of this body share a vertex that stands at one place for both?
  bool neighbours(std::uint32_t i, std::uint32_t j) const {
    std::uint8_t at;
    return non_neighbours({&i, 1}, {&j, 1}, &at) == 0;
  }
  /// Triangles may share a vertex that they do not share by index.
  bool has_ids() const { return !mesh_.topology.empty(); }
  /// Can non_neighbours() read topology() of all triangles somewhere, or must it look it up?
  bool knows_corners() const { return corners_.size() == size_; }
  /// Lends it what write_corners() wrote.
  void lend_corners(std::span<const std::array<std::uint32_t, 3>> corners) { corners_ = corners; }
  /// topology() of every triangle, for lend_corners().
  void write_corners(std::span<std::array<std::uint32_t, 3>> out) const;

 private:
  using Ids = std::span<const std::uint32_t>;
  using Gather = void (*)(const Primitives&, Ids, double*, std::size_t);
  template <class T, class I, bool Posed>
  static void gather_triangles(const Primitives& self, Ids ids, double* out, std::size_t stride);
  static void gather_plain(const Primitives& self, Ids ids, double* out, std::size_t stride);
  template <class T, class I>
  void choose();
  // A vertex as it stands in the world: what gather() gives.
  Vec3 place(std::uint64_t vertex) const {
    const Vec3 p = mesh_.positions[static_cast<std::size_t>(vertex)];
    return posed_ ? pose_.apply(p) : p;
  }
  std::size_t share_no_id(Ids i, Ids j, std::uint8_t* out) const;
  bool share_a_place(std::uint32_t i, std::uint32_t j) const;

  MeshView mesh_;
  TrianglesView corners_;  // ids that non_neighbours() compares; empty: have to be looked up
  RadiiView radii_;
  Transform pose_;
  Gather gather_ = nullptr;
  std::uint32_t size_ = 0;
  PrimitiveKind kind_ = PrimitiveKind::triangles;
  bool posed_ = false;
};

/// How two primitives touch.
enum class ContactKind : std::uint8_t {
  crossing,  ///< their interiors meet in a segment, in two different planes
  touching,  ///< only a boundary is involved, or one of them is degenerate or a point
  coplanar,  ///< two triangles of one plane that share at least a point
  /// Two triangles with the same three corners; or neighbours within a body that lie in one plane
  /// and overlap in an area: a fold. Neighbours have to be asked for.
  coincident,
  near,        ///< they do not touch, but are no further apart than the tolerance asked for
  undescribed  ///< they are one of these, but only ids were asked for (Detail::pairs)
};

/// The end points of what two primitives have in common (equal where it is a point). For a coplanar
/// overlap its longest chord; for `near` the closest points, first of a, then of b.
struct Segment {
  Vec3 from;  ///< one end
  Vec3 to;    ///< the other
};

/// Computed in double from the exact decision: kind is exact, the rest is rounded.
struct ContactGeometry {
  ContactKind kind = ContactKind::touching;  ///< how they touch
  Segment segment;  ///< where they touch, in the world; a point where both ends are equal
  /// Unit vector from a to b: moving b by depth · normal takes the shallower triangle out from
  /// behind the other's plane. Zero where neither primitive has a plane.
  Vec3 normal;
  /// How far the shallower triangle lies behind the other's plane (winding gives the front). A
  /// measure of the two triangles, not of the bodies. For `near`, minus the distance.
  double depth = 0;
};

}  // namespace tact
