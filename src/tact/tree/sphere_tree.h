#pragma once
// SphereTree: a tree of spheres around a body at rest, whose spheres are moved by the maps of a
// shape-matched deformation (Spillmann 2006), one at a time, when a traversal reaches them. An
// update costs nothing per point, and a sphere costs the same whatever it encloses.
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/bounds/sphere.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/mesh.h"
#include "tact/tree/paged_array.h"
#include "tact/tree/rest_spheres.h"

namespace tact {

/// The spheres of one body: what moves of them, over a tree at rest that is its own or its shape's.
/// Where a sphere went is computed, and memory for it made, where a query gets.
class SphereTree {
 public:
  /// With a tree of its own. Throws as RestSpheres does.
  explicit SphereTree(const SphereTreeShape& shape)
      : SphereTree(std::make_unique<const RestSpheres>(shape)) {}
  /// Over one that others have as well, which must stay where it is while this is used.
  explicit SphereTree(const RestSpheres& shared);

  std::uint32_t root() const { return 0; }
  const RestSpheres& at_rest() const { return *rest_; }
  std::uint32_t node_count() const { return rest_->node_count(); }
  /// Nothing to enclose: the root is there, with an empty sphere.
  bool empty() const { return rest_->points().empty(); }
  bool is_leaf(std::uint32_t node) const { return rest_->node(node).children.count == 0; }
  Range children(std::uint32_t node) const { return rest_->node(node).children; }
  /// Asks for the memory of a node that will be looked at soon.
  void prefetch(std::uint32_t node) const {
    __builtin_prefetch(&rest_->node(node));
    moved_.prefetch(node);
  }
  /// Steps from the root.
  std::uint32_t level(std::uint32_t node) const { return rest_->node(node).level; }
  std::uint32_t depth() const { return rest_->depth(); }
  /// The points that belong to a node: at every level each point is in one of them. A triangle's
  /// vertex may belong to another node and is enclosed all the same.
  std::span<const std::uint32_t> points(std::uint32_t node) const {
    const Range own = rest_->contents(node).points;
    return rest_->points().subspan(own.first, own.count);
  }
  std::span<const std::uint32_t> triangles(std::uint32_t node) const {
    const Range own = rest_->contents(node).triangles;
    return rest_->triangles().subspan(own.first, own.count);
  }
  std::size_t clusters() const { return rest_->clusters(); }
  /// Every sphere of a cluster's branch is within reach of its middle, at rest.
  const Vec3& middle(std::size_t cluster) const { return rest_->middle(cluster); }
  double reach(std::size_t cluster) const { return rest_->reach(cluster); }

  /// The body has moved: one map for each cluster, whose rest_centre may be any point. Costs the
  /// same for any number of points.
  void update(std::span<const ClusterMap> maps);
  /// For comparison: until the next update a sphere that is reached is the smallest around the
  /// points below it, computed from `positions`, which must stay as they are.
  void refit_exactly(const PositionsView& positions);

  /// Where a node's sphere is now; moved if nobody asked since the last update, and counted in
  /// nodes_updated then. Thread-safe.
  const Sphere& sphere(std::uint32_t node, Stats& stats) {
    Moved& at = moved_[node];
    if (at.stamp.load(std::memory_order_acquire) != frame_) make_ready(at, node, stats);
    return at.sphere;
  }
  /// The same without keeping it: for whoever keeps it elsewhere. Not for the root of several
  /// clusters.
  Sphere moved(std::uint32_t node) const {
    return carried(rest_->node(node), rest_->node(node).cluster);
  }
  /// At rest: the smallest sphere around a node's points.
  Sphere rest(std::uint32_t node) const {
    return {rest_->node(node).centre, rest_->node(node).radius};
  }
  /// The largest ball around one of them, which maps do not change.
  double ball(std::uint32_t node) const { return rest_->node(node).ball; }
  /// The sum of its triangles' normals at rest; zero where there are none.
  Vec3 rest_normal(std::uint32_t node) const {
    return rest_->normals().empty() ? Vec3{} : rest_->normals()[node];
  }
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
  using Node = RestSpheres::Node;
  // A node's sphere in the frame of the stamp, which is one more while somebody moves it.
  struct Moved {
    Sphere sphere;
    std::atomic<std::uint32_t> stamp{0};
  };
  static constexpr std::uint32_t moved_a_page = 64;
  static constexpr std::uint32_t all_clusters = RestSpheres::all_clusters;

  explicit SphereTree(std::unique_ptr<const RestSpheres> own);
  void make_ready(Moved& at, std::uint32_t node, Stats& stats);
  Sphere carried(const Node& n, std::size_t cluster) const;
  Sphere around_branches(const Node& n, Stats& stats);
  Sphere smallest(std::uint32_t node) const;
  void next_frame();

  std::unique_ptr<const RestSpheres> own_;  // null: shared
  const RestSpheres* rest_;
  PagedArray<Moved, moved_a_page> moved_;  // by node
  std::vector<ClusterMap> maps_;
  std::vector<double> slack_;  // by cluster: more than all rounding errors of a moved sphere
  std::uint32_t frame_ = 2;
  bool exact_ = false;
  PositionsView positions_;  // if exact
};

}  // namespace tact
