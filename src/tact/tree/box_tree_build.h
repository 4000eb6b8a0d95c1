#pragma once
// The construction of a BoxTree (Zachmann 1995, section 4): boxes of polygons or of edges in, a
// partition of space out, whose leaves list what reaches into them.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/bounds/frame.h"
#include "tact/bounds/placement.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/box_tree_nodes.h"

namespace tact {

class BoxTreeSource;

/// What makes one plane better than another.
enum class BoxPenalty : std::uint8_t {
  balance,  ///< |n_l − n_r| + γ n_c, as in the paper
  surface,  ///< surface of each half times the items in it; balance where λ forbids that cut
};

struct BoxTreeOptions {
  int depth = -1;             ///< cuts above a leaf, at most; negative: box_tree_depth()
  std::uint32_t minimum = 1;  ///< a box with no more items is not cut
  /// Nor is one of whose items a half would keep more than this share.
  double lambda = 0.8;
  /// Of BoxPenalty::balance: how much worse a crossing item is than an unbalanced one.
  double gamma = 0;
  /// An empty part is cut off if it is more than this share of the box; 1: never.
  double empty_share = 0.1;
  /// Half the thickness of a plane, as a share of the body's size.
  double thickness = 0x1p-18;
  BoxPenalty penalty = BoxPenalty::surface;
  /// A box with at most so many blocks of eight items is not cut by traversals: what is below is
  /// tested eight boxes at a time.
  std::uint32_t wide_blocks = 64;
  /// Polygons themselves, not only their boxes, decide which boxes they reach.
  bool true_tests = false;

  friend bool operator==(const BoxTreeOptions&, const BoxTreeOptions&) = default;
};

/// The table of Zachmann 1995, section 5: 100 → 4, 300 → 5, 700 → 6, 1300 → 7, 2000 → 8, 3000 → 9,
/// which is log₂(n / 8), rounded. Beyond it, as measured: log₂(n / 32), but not below 9.
int box_tree_depth(std::size_t items);

/// What the paper reports of a tree.
struct BoxTreeShape {
  std::size_t leaves = 0;
  std::size_t depth = 0;    ///< cuts of both kinds above the deepest leaf
  double pointers = 0;      ///< per item
  double empty_volume = 0;  ///< share of the root's box that was cut off as empty
};

/// The tree of the items of one body, built once, in the body's own frame; a pose never touches it.
class BoxHierarchy {
 public:
  BoxHierarchy() = default;
  /// Reads the triangles at rest, whatever their pose.
  explicit BoxHierarchy(const Primitives& triangles, const BoxTreeOptions& options = {});
  /// Of segments: item i is from points[2 i] to points[2 i + 1].
  explicit BoxHierarchy(std::span<const Vec3> segments, const BoxTreeOptions& options = {});

  BoxTreeNodes nodes() const { return {nodes_, blocks_, bundles_, root_, thickness_}; }
  bool empty() const { return nodes_.empty(); }
  std::size_t node_count() const { return nodes_.size(); }
  const BoundsFrame& frame() const { return frame_; }
  /// How far from the origin of the frame the body's points get, in its units.
  double reach() const { return reach_; }
  RigidPlace at(const Transform& pose) const { return {pose, frame_, reach_}; }
  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(BoxNode) + blocks_.capacity() * sizeof(BoxBlock) +
           bundles_.capacity() * sizeof(BoxBundle);
  }
  BoxTreeShape shape() const;

  /// Throws std::logic_error unless many points of every triangle are in a leaf that lists it, in
  /// the box that the leaf keeps of it, and unless nodes and counts fit together.
  void validate(const Primitives& triangles) const;
  void validate(std::span<const Vec3> segments) const;

 private:
  void build(BoxTreeSource source, const BoxTreeOptions& options);
  void check_nodes(std::size_t items) const;
  void check_item(const FlatBox& item, std::span<const FlatBox> path,
                  std::span<const Vec3> corners) const;
  void check_bundles(std::span<const Vec3> corners, std::size_t per_item) const;
  void check_point(const Vec3& point, std::uint32_t id) const;

  std::vector<BoxNode> nodes_;
  std::vector<BoxBlock> blocks_;
  std::vector<BoxBundle> bundles_;
  Aabb root_ = Aabb::nothing();
  BoundsFrame frame_;
  double reach_ = 0;
  float thickness_ = 0;
  std::size_t items_ = 0;
};

}  // namespace tact
