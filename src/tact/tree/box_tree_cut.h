#pragma once
// Where to cut a box of a BoxTree: the plane of least penalty over the three axes.
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tact/bounds/aabb.h"
#include "tact/tree/box_tree_build.h"

namespace tact {

/// An item within a box that is being cut. The fourth lanes are there for four-wide loops.
struct BoxTreeItem {
  float lo[4];
  float hi[4];  ///< hi[3] is not used; lo[3] neither
  std::uint32_t id;
};

/// A plane and what it does. Items that touch the thick plane from one side are on that side.
struct BoxCut {
  std::uint32_t axis = BoxNode::no_axis;
  float at = 0;
  std::uint32_t left = 0;      ///< n_l
  std::uint32_t right = 0;     ///< n_r
  std::uint32_t crossing = 0;  ///< n_c
};

/// Finds cuts; keeps its memory from box to box.
class BoxCutter {
 public:
  BoxCutter(const BoxTreeOptions& options, float thickness)
      : options_(options), thickness_(thickness) {}

  /// The best plane through the items (their boxes lie within `box`); axis is no_axis if none
  /// leaves at most λ of them on each side.
  BoxCut find(std::span<const BoxTreeItem> items, const Aabb& box);

  /// Is the item on the left of a cut, on the right?
  bool on_left(const BoxTreeItem& item, std::uint32_t axis, float at) const {
    return item.hi[axis] <= at + thickness_;
  }
  bool on_right(const BoxTreeItem& item, std::uint32_t axis, float at) const {
    return item.lo[axis] >= at - thickness_;
  }

 private:
  /// A plane on one axis and its penalty.
  struct Plane {
    float at = 0;
    double penalty = std::numeric_limits<double>::infinity();
  };
  std::span<const BoxTreeItem> sampled(std::span<const BoxTreeItem> items);
  void bisect(std::span<const BoxTreeItem> items, const Aabb& box, float (&at)[3]);
  void sweep(std::span<const BoxTreeItem> items, const Aabb& box, Plane (&planes)[3]);
  std::uint32_t bin(std::span<const BoxTreeItem> items, const Aabb& box, Plane (&planes)[3]);
  Plane sweep_ends(const Aabb& box, std::size_t axis, std::size_t left, std::size_t begun,
                   std::size_t items);
  BoxCut counted(std::span<const BoxTreeItem> items, std::uint32_t axis, float at) const;
  BoxCut balanced(std::span<const BoxTreeItem> items, const Aabb& box, const float (&at)[3]) const;
  double penalty_of(const Aabb& box, std::size_t axis, double at, double left, double right,
                    double crossing) const;

  BoxTreeOptions options_;
  float thickness_;
  std::vector<BoxTreeItem> sample_;
  std::vector<float> starts_;
  std::vector<float> ends_;
};

}  // namespace tact
