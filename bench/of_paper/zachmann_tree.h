#pragma once
// The BoxTree of Zachmann 1995, section 4, of a rigid body at rest: the body's box, cut in two
// again and again; leaves hold the edges and the polygons that reach into their boxes.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/bounds/frame.h"
#include "tact/bounds/placement.h"
#include "tact/geometry/primitives.h"

namespace tact::bench {

struct ZachmannOptions {
  int depth = -1;              ///< d_max; negative: by the paper's table, log₂(n / 8) rounded
  std::size_t minimum = 1;     ///< "Min": a box with no more polygons is not cut
  double empty_share = 0.1;    ///< an empty part that is larger is cut off first; 1: never
  double lambda = 0.8;         ///< nor is one cut of which a half would keep more than that
  double thickness = 0x1p-18;  ///< δ, as a share of the body's longest edge
};

/// The paper's table: 100 → 4, 300 → 5, 700 → 6, 1300 → 7, 2000 → 8, 3000 → 9, continued.
int depth_of_paper(std::size_t polygons);

struct ZachmannBox {
  double lo[3];
  double hi[3];
};

struct ZachmannNode {
  static constexpr std::uint32_t none = ~std::uint32_t{0};  ///< a half with nothing in it

  int axis = -1;  ///< of the plane; -1: a leaf
  double cut = 0;
  std::uint32_t below[2] = {none, none};  ///< left and right
  Range polygons;                         ///< of a leaf
  Range edges;

  bool is_leaf() const { return axis < 0; }
};

/// Two vertices, and the polygons that it belongs to.
struct ZachmannEdge {
  std::uint32_t from;
  std::uint32_t to;
  Range owners;
};

class ZachmannTree {
 public:
  ZachmannTree(const Primitives& triangles, const ZachmannOptions& options);

  bool empty() const { return nodes_.empty(); }
  const ZachmannNode& operator[](std::uint32_t node) const { return nodes_[node]; }
  std::span<const std::uint32_t> polygons(const ZachmannNode& leaf) const {
    return std::span(polygons_).subspan(leaf.polygons.first, leaf.polygons.count);
  }
  std::span<const std::uint32_t> edges(const ZachmannNode& leaf) const {
    return std::span(edge_ids_).subspan(leaf.edges.first, leaf.edges.count);
  }
  std::span<const ZachmannEdge> all_edges() const { return edges_; }
  std::span<const std::uint32_t> owners(const ZachmannEdge& edge) const {
    return std::span(owners_).subspan(edge.owners.first, edge.owners.count);
  }
  const ZachmannBox& root() const { return root_; }
  double thickness() const { return thickness_; }
  RigidPlace at(const Transform& pose) const { return {pose, frame_, reach_}; }
  double scale() const { return frame_.scale; }

  std::size_t leaf_count() const;
  /// Pointers to polygons in leaves, for each that there is.
  double pointers() const;
  /// Share of the root's box that was cut off as empty.
  double empty_volume() const;

  /// Throws std::logic_error unless points all over every polygon, and along every edge, are in
  /// leaves that list it.
  void validate(const Primitives& triangles) const;

 private:
  friend class ZachmannBuilder;
  void list_edges(const Primitives& triangles);
  template <class Pick>
  void require_listed(const Vec3& point, std::uint32_t id, Pick&& pick) const;

  std::vector<ZachmannNode> nodes_;
  std::vector<std::uint32_t> polygons_;
  std::vector<std::uint32_t> edge_ids_;
  std::vector<ZachmannEdge> edges_;
  std::vector<std::uint32_t> owners_;
  ZachmannBox root_{};
  BoundsFrame frame_;
  double reach_ = 0;
  double thickness_ = 0;
  std::size_t count_ = 0;
};

}  // namespace tact::bench
