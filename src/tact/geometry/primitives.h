#pragma once
// Primitives: the triangles or points of one body as they stand in the world now. Reads the user's
// arrays in place; how (float or double, 32- or 64-bit, posed or not) is decided once, not per
// read.
#include <cstdint>

#include "tact/base/transform.h"
#include "tact/geometry/mesh_view.h"
#include "tact/geometry/points_view.h"
#include "tact/geometry/triangle.h"

namespace tact {

enum class PrimitiveKind : std::uint8_t { triangles, points };

/// A point and the radius within which it touches.
struct Ball {
  Vec3 centre;
  double radius = 0;
};

class Primitives {
 public:
  Primitives() = default;
  /// Checked arrays (geometry/validate.h), borrowed. A null pose means the identity.
  static Primitives triangles(const MeshView& mesh, const Transform* pose);
  static Primitives points(const PositionsView& positions, const RadiiView& radii,
                           const Transform* pose);

  PrimitiveKind kind() const { return kind_; }
  std::uint32_t size() const { return size_; }
  const MeshView& mesh() const { return mesh_; }
  const RadiiView& radii() const { return radii_; }
  bool posed() const { return posed_; }
  const Transform& pose() const { return pose_; }

  /// The nine coordinates of triangle i, written `stride` doubles apart.
  void gather(std::uint32_t i, double* out, std::size_t stride) const {
    gather_(*this, i, out, stride);
  }
  Triangle triangle(std::uint32_t i) const {
    double v[9];
    gather_(*this, i, v, 1);
    return {Vec3{v[0], v[1], v[2]}, Vec3{v[3], v[4], v[5]}, Vec3{v[6], v[7], v[8]}};
  }
  Ball ball(std::uint32_t i) const {
    const Vec3 p = mesh_.positions[i];
    return {posed_ ? pose_.apply(p) : p, radii_[i]};
  }

  /// The topology ids of the corners of triangle i.
  std::array<std::uint64_t, 3> topology(std::uint32_t i) const;
  /// Do two triangles of this body share a vertex?
  bool neighbours(std::uint32_t i, std::uint32_t j) const { return share_(*this, i, j); }
  /// Asks for the memory of a primitive that will be read soon: first, well ahead, for its indices,
  /// then for its vertices, and for their topology if neighbours() will be asked.
  void prefetch_indices(std::uint32_t i) const {
    __builtin_prefetch(mesh_.triangles.data() + i * mesh_.triangles.stride());
  }
  void prefetch_vertices(std::uint32_t i, bool topology) const { prefetch_(*this, i, topology); }

 private:
  using Gather = void (*)(const Primitives&, std::uint32_t, double*, std::size_t);
  template <class T, class I, bool Posed>
  static void gather_triangle(const Primitives& self, std::uint32_t i, double* out,
                              std::size_t stride);
  using Share = bool (*)(const Primitives&, std::uint32_t, std::uint32_t);
  using Prefetch = void (*)(const Primitives&, std::uint32_t, bool);
  template <class I, bool Mapped>
  static bool share_vertex(const Primitives& self, std::uint32_t i, std::uint32_t j);
  template <class I>
  static void prefetch_triangle(const Primitives& self, std::uint32_t i, bool topology);
  template <class T, class I>
  void choose();

  MeshView mesh_;
  RadiiView radii_;
  Transform pose_;
  Gather gather_ = nullptr;
  Share share_ = nullptr;
  Prefetch prefetch_ = nullptr;
  std::uint32_t size_ = 0;
  PrimitiveKind kind_ = PrimitiveKind::triangles;
  bool posed_ = false;
};

}  // namespace tact
