#pragma once
// SphereTree: a tree of spheres around a body at rest, whose spheres are moved by the maps of a
// shape-matched deformation (Spillmann 2006), one at a time, when a traversal reaches them. An
// update costs nothing per point, and a sphere costs the same whatever it encloses.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
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
/// to one leaf.
class SphereTree {
 public:
  /// Throws Error{bad_argument} if a point is in no cluster or a triangle in none as a whole (see
  /// Clusters::close_over).
  explicit SphereTree(const SphereTreeShape& shape);

  std::uint32_t root() const { return 0; }
  std::uint32_t node_count() const { return static_cast<std::uint32_t>(contents_.size()); }
  /// Nothing to enclose: the root is there, with an empty sphere.
  bool empty() const { return points_.empty(); }
  bool is_leaf(std::uint32_t node) const { return nodes_[node].children.count == 0; }
  Range children(std::uint32_t node) const { return nodes_[node].children; }
  /// Asks for the memory of a node that will be looked at soon.
  void prefetch(std::uint32_t node) const { __builtin_prefetch(&nodes_[node]); }
  /// Steps from the root.
  std::uint32_t level(std::uint32_t node) const { return nodes_[node].level; }
  std::uint32_t depth() const { return depth_; }
  /// The points that belong to a node: at every level each point is in one of them. A triangle's
  /// vertex may belong to another node and is enclosed all the same.
  std::span<const std::uint32_t> points(std::uint32_t node) const {
    return {points_.data() + contents_[node].points.first, contents_[node].points.count};
  }
  std::span<const std::uint32_t> triangles(std::uint32_t node) const {
    return {triangles_.data() + contents_[node].triangles.first, contents_[node].triangles.count};
  }
  std::size_t clusters() const { return reach_.size(); }
  /// Every sphere of a cluster's branch is within reach of its middle, at rest.
  const Vec3& middle(std::size_t cluster) const { return middle_[cluster]; }
  double reach(std::size_t cluster) const { return reach_[cluster]; }

  /// The body has moved: one map for each cluster, whose rest_centre may be any point. Costs the
  /// same for any number of points.
  void update(std::span<const ClusterMap> maps);
  /// For comparison: until the next update a sphere that is reached is the smallest around the
  /// points below it, computed from `positions`, which must stay as they are.
  void refit_exactly(const PositionsView& positions);

  /// Where a node's sphere is now; moved if nobody asked since the last update, and counted in
  /// nodes_updated then. Thread-safe.
  const Sphere& sphere(std::uint32_t node, Stats& stats) {
    Node& n = nodes_[node];
    if (n.stamp.load(std::memory_order_acquire) != frame_) make_ready(n, node, stats);
    return n.moved;
  }
  /// The same without keeping it: for whoever keeps it elsewhere. Not for the root of several
  /// clusters.
  Sphere moved(std::uint32_t node) const { return carried(nodes_[node], nodes_[node].cluster); }
  /// At rest: the smallest sphere around a node's points.
  Sphere rest(std::uint32_t node) const { return {nodes_[node].centre, nodes_[node].radius}; }
  /// The largest ball around one of them, which maps do not change.
  double ball(std::uint32_t node) const { return nodes_[node].ball; }
  /// The sum of its triangles' normals at rest; zero where there are none.
  Vec3 rest_normal(std::uint32_t node) const { return normals_.empty() ? Vec3{} : normals_[node]; }
  /// Of the last update.
  const ClusterMap& map(std::size_t cluster) const { return maps_[cluster]; }
  /// What is added to every radius of a cluster for rounding.
  double slack(std::size_t cluster) const { return slack_[cluster]; }
  /// The mean normal of the triangles below a node, as its map turns it; zero where there are none
  /// or they cancel. Costs the same for any node (section 6.1).
  Vec3 normal(std::uint32_t node) const;

  /// Throws std::logic_error unless the tree is in order and every sphere that was moved since the
  /// last update encloses its points, and the vertices of its triangles, where they stand.
  void validate(const PositionsView& positions) const;

 private:
  // All that a walk needs of a node, in one place: the memory of a large tree is far away.
  struct Node {
    Sphere moved;  // where the sphere is in the frame of the stamp
    // At rest: around its points, and the largest ball around one of them.
    Vec3 centre;
    double radius = 0;
    double ball = 0;
    /// The frame that `moved` is of, or one more while somebody moves it.
    std::atomic<std::uint32_t> stamp{0};
    std::uint32_t cluster = 0;
    Range children;
    std::uint32_t level = 0;
  };
  static_assert(sizeof(Node) <= 96, "a cache line and a half");
  struct Contents {
    Range points;
    Range triangles;
    Range items;  // of all primitives, in the order of the leaves
  };
  struct Item {
    Vec3 centroid;
    std::uint32_t id = 0;
    bool is_triangle = false;
  };
  class Builder;
  static constexpr std::uint32_t all_clusters = 0xFFFFFFFF;

  void make_ready(Node& n, std::uint32_t node, Stats& stats);
  Sphere carried(const Node& n, std::size_t cluster) const;
  Sphere around_branches(const Node& n, Stats& stats);
  Sphere smallest(std::uint32_t node) const;
  void next_frame();
  void validate_nodes() const;

  std::unique_ptr<Node[]> nodes_;
  std::vector<Contents> contents_;  // by node
  std::vector<Vec3> normals_;       // by node; empty without triangles
  std::vector<std::uint32_t> points_;
  std::vector<std::uint32_t> triangles_;
  std::vector<std::array<std::uint32_t, 3>> corners_;  // of triangles_
  std::vector<double> reach_;                          // by cluster
  std::vector<Vec3> middle_;                           // by cluster: its centre
  std::uint32_t depth_ = 0;

  std::vector<ClusterMap> maps_;
  std::vector<double> slack_;  // by cluster: more than all rounding errors of a moved sphere
  std::uint32_t frame_ = 2;
  bool exact_ = false;
  PositionsView positions_;  // if exact
};

}  // namespace tact
