#pragma once
// Maps: how the clusters of a deforming body have moved since it was at rest, in a few numbers.
// Written by whoever deforms (ShapeBody, or a model of your own), read by whoever bounds (the
// method `spheres`): neither needs to know the other.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/transform.h"
#include "tact/base/vec.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// A 3 × 3 matrix by rows.
struct Matrix3 {
  double at[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  ///< by row, then column

  /// 1 on the diagonal.
  static constexpr Matrix3 identity() { return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; }
  /// Matrix times column.
  constexpr Vec3 operator*(const Vec3& v) const {
    return {(at[0][0] * v.x + at[0][1] * v.y) + at[0][2] * v.z,
            (at[1][0] * v.x + at[1][1] * v.y) + at[1][2] * v.z,
            (at[2][0] * v.x + at[2][1] * v.y) + at[2][2] * v.z};
  }
  friend constexpr bool operator==(const Matrix3&, const Matrix3&) = default;
};

/// An upper bound of the 2-norm (the most that a vector grows): off by a few units in the last
/// place. Infinite if an entry is not finite.
TACT_API double norm_bound(const Matrix3& matrix);
/// The same within a few per cent, in a quarter of the time.
TACT_API double quick_norm_bound(const Matrix3& matrix);

/// Where a cluster of points went: x ↦ centre + linear·q + quadratic·(q_x², q_y², q_z²) +
/// mixed·(q_x q_y, q_y q_z, q_z q_x), q = x − rest_centre (Spillmann 2006, sections 4 and 5).
struct TACT_API ClusterMap {
  Vec3 rest_centre;                      ///< of the cluster, at rest
  Vec3 centre;                           ///< where rest_centre goes
  Matrix3 linear = Matrix3::identity();  ///< of q
  Matrix3 quadratic;                     ///< of the squares
  Matrix3 mixed;                         ///< of the products
  bool is_quadratic = false;             ///< else the two are zero
  double norm_linear = 1;                ///< 2-norms, rounded up
  double norm_quadratic = 0;             ///< likewise
  double norm_mixed = 0;                 ///< likewise
  /// No point of the cluster is farther from where the map takes it. Bounds the positions as they
  /// stand: whoever moves a point afterwards raises it.
  double drift = 0;

  /// Where the map takes a point at rest.
  Vec3 apply(const Vec3& rest) const { return image(rest - rest_centre); }
  /// The same for a point relative to rest_centre.
  Vec3 image(const Vec3& q) const {
    Vec3 moved = linear * q;
    if (is_quadratic) {
      moved = moved + quadratic * Vec3{q.x * q.x, q.y * q.y, q.z * q.z} +
              mixed * Vec3{q.x * q.y, q.y * q.z, q.z * q.x};
    }
    return centre + moved;
  }
  /// The derivative there: how the surroundings of a point are turned and stretched.
  Matrix3 jacobian(const Vec3& q) const;
  /// Computes the three norms from the matrices.
  void measure_norms();
  /// Are all numbers finite, and norms and drift not negative?
  bool is_finite() const;
};

/// The map of a rigid pose, for points within `reach` of rest_centre; its drift is what rounding in
/// Transform::apply() may amount to.
TACT_API ClusterMap map_of(const Transform& pose, const Vec3& rest_centre, double reach);

/// An upper bound of the distance between points and where the map takes them, for ClusterMap::
/// drift. `points` are indices into both arrays.
TACT_API double measure_drift(const ClusterMap& map, std::span<const Vec3> rest,
                              const PositionsView& positions,
                              std::span<const std::uint32_t> points);

/// Which points belong to which cluster. Clusters may overlap.
class TACT_API Clusters {
 public:
  Clusters() = default;
  /// All of `points` points in one.
  static Clusters one(std::uint32_t points);

  /// One more cluster, of these points. Not checked: see check().
  void add(std::span<const std::uint32_t> points);
  /// How many clusters there are.
  std::size_t size() const { return end_.size(); }
  /// Are there none?
  bool empty() const { return size() == 0; }
  /// The points of a cluster.
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    const std::size_t first = i == 0 ? 0 : end_[i - 1];
    return {points_.data() + first, end_[i] - first};
  }
  /// Adds points to clusters until every triangle lies in one of them with all its vertices: no map
  /// would say where it is otherwise. The points of each cluster become ascending.
  /// Indices must be in range: they are not checked.
  void close_over(const TrianglesView& triangles);
  /// Throws Error{bad_argument} unless every point of `points` is in a cluster, every triangle is
  /// in one with all its vertices, and no index is beyond the points.
  void check(std::uint32_t points, const TrianglesView& triangles = {}) const;

 private:
  std::vector<std::uint32_t> points_;  // of all clusters, one after the other
  std::vector<std::uint32_t> end_;     // of each: most bodies have none, and allocate nothing
};

}  // namespace tact
