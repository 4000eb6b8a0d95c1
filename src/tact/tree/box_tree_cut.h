#pragma once
// Where to cut a box of a BoxTree: the plane of least penalty over the three axes.
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "tact/bounds/aabb.h"
#include "tact/tree/box_tree_build.h"
#include "tact/tree/box_tree_kernels.h"

namespace tact {

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

  ThickPlane plane(const BoxCut& cut) const { return {cut.axis, cut.at, thickness_}; }

 private:
  /// Of planes across one axis of a box.
  class Penalty {
   public:
    Penalty(const BoxTreeOptions& options, const Aabb& box, std::size_t axis);
    double operator()(double at, double left, double right, double crossing) const {
      if (balance_) return std::fabs(left - right) + gamma_ * crossing;
      return ((at - low_) * around_ + across_) * (left + crossing) +
             ((high_ - at) * around_ + across_) * (right + crossing);
    }

   private:
    bool balance_;
    double gamma_;
    double low_;
    double high_;
    double around_;  // of the box's edges along the plane: their sum
    double across_;  // and their product
  };
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
  Plane next_to(float limit, const Aabb& box, std::size_t axis, std::size_t left, std::size_t begun,
                std::size_t items) const;
  void collect(std::span<const BoxTreeItem> items, const BoxBinning& binning, std::size_t axis,
               int limit);
  BoxCut counted(std::span<const BoxTreeItem> items, std::uint32_t axis, float at) const;
  BoxCut balanced(std::span<const BoxTreeItem> items, const Aabb& box, const float (&at)[3]) const;

  BoxTreeOptions options_;
  float thickness_;
  std::vector<BoxTreeItem> sample_;
  std::vector<float> starts_;
  std::vector<float> ends_;
};

}  // namespace tact
