#pragma once
// Points of a triangle that no double may stand for: one in each part that other triangles cut it
// into, and how a ray from just beside it passes through triangles. Exact for every finite input.
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tact/base/vec.h"

namespace tact {

namespace exact {
struct RationalPoint;
}

/// A point in the interior of a triangle, held as rational numbers. Cheap to copy.
class SurfacePoint {
 public:
  SurfacePoint(std::shared_ptr<const exact::RationalPoint> point, std::size_t axis, int front);

  /// A box of doubles that it lies in: a few roundings wide, or not at all where it is a double.
  const Extent& extent() const { return extent_; }
  /// Is it the corner of extent()?
  bool is_double() const { return extent_.lo == extent_.hi; }
  /// The axis along which its triangle is thinnest: a point just beside it lies along that.
  std::size_t axis() const { return axis_; }
  /// On which side along the axis the front is: 1 or -1.
  int front() const { return front_; }
  const exact::RationalPoint& exact() const { return *point_; }

 private:
  std::shared_ptr<const exact::RationalPoint> point_;
  Extent extent_;
  std::size_t axis_;
  int front_;
};

/// At least one point in each of the parts into which `t` is cut by what it has in common with
/// `others`: segments, and of those in its plane the edges. None of them lies on a cut. Nothing for
/// a triangle without area. Grows with the third power of the number of others that matter.
std::vector<SurfacePoint> sample_cells(const Triangle& t, std::span<const Triangle> others);

/// As cross_along_x(), of the ray from a point moved off `p` by less than any number, to the front
/// of p's own triangle (`to_front`) or to its back. Void for a triangle through p that is neither
/// in the plane of p's own nor without area.
int cross_beside(const Triangle& t, const SurfacePoint& p, bool to_front);

}  // namespace tact
