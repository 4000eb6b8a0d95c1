#pragma once
// RestSpheres: a tree of spheres around a body at rest. What does not move of a SphereTree: bodies
// of one shape share it.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/bounds/sphere.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// What a tree is built over. Read while it is built, not kept.
struct SphereTreeShape {
  std::span<const Vec3> rest;          ///< points of the body at rest
  TrianglesView triangles;             ///< over these points; none: a cloud
  RadiiView radii;                     ///< of the points, which maps do not change
  const Clusters* clusters = nullptr;  ///< null: all points in one
  std::uint32_t leaf_size = 4;         ///< primitives
};

/// Wrapped: a node's sphere is the smallest around the points below it, not around the spheres
/// below it, which may protrude. Balanced: children hold equal numbers of primitives, triangles or
/// points that no triangle has. The root of a body of several clusters has a branch for each of
/// them. A node that holds a triangle encloses its three vertices; each point and triangle belongs
/// to one leaf. Never changes once it is built.
class RestSpheres {
 public:
  static constexpr std::uint32_t all_clusters = 0xFFFFFFFF;

  /// All that a walk needs of a node, in one cache line.
  struct alignas(64) Node {
    Vec3 centre;                ///< of the smallest sphere around its points
    double radius = 0;          ///< of that sphere
    double ball = 0;            ///< the largest around one of the points, which maps do not change
    std::uint32_t cluster = 0;  ///< whose map moves it, or all_clusters
    Range children;
    std::uint32_t level = 0;  ///< steps from the root
    std::uint32_t leaf = 0;   ///< its number among the leaves, if it is one
  };
  static_assert(sizeof(Node) == 64);
  /// What is below a node, among points, triangles and all primitives in the order of the leaves.
  struct Contents {
    Range points;
    Range triangles;
    Range items;
  };

  /// Throws Error{bad_argument} if a point is in no cluster or a triangle in none as a whole (see
  /// Clusters::close_over).
  explicit RestSpheres(const SphereTreeShape& shape);

  std::uint32_t node_count() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t leaf_count() const { return leaves_; }
  std::uint32_t depth() const { return depth_; }
  const Node& node(std::uint32_t node) const { return nodes_[node]; }
  const Contents& contents(std::uint32_t node) const { return contents_[node]; }
  std::span<const std::uint32_t> points() const { return points_; }
  std::span<const std::uint32_t> triangles() const { return triangles_; }
  /// Of triangles().
  std::span<const std::array<std::uint32_t, 3>> corners() const { return corners_; }
  /// By node; empty without triangles.
  std::span<const Vec3> normals() const { return normals_; }
  std::size_t clusters() const { return reach_.size(); }
  const Vec3& middle(std::size_t cluster) const { return middle_[cluster]; }
  double reach(std::size_t cluster) const { return reach_[cluster]; }
  /// What it takes beside itself.
  std::size_t bytes() const;

  /// Throws std::logic_error unless children hold what their parents hold, in equal parts.
  void validate() const;

 private:
  struct Item {
    Vec3 centroid;
    std::uint32_t id = 0;
    bool is_triangle = false;
  };
  class Builder;

  std::vector<Node> nodes_;
  std::vector<Contents> contents_;  // by node
  std::vector<Vec3> normals_;       // by node; empty without triangles
  std::vector<std::uint32_t> points_;
  std::vector<std::uint32_t> triangles_;
  std::vector<std::array<std::uint32_t, 3>> corners_;  // of triangles_
  std::vector<double> reach_;                          // by cluster
  std::vector<Vec3> middle_;                           // by cluster: its centre
  std::uint32_t leaves_ = 0;
  std::uint32_t depth_ = 0;
};

}  // namespace tact
