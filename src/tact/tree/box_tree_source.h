#pragma once
// What a BoxTree is built of: triangles at rest, or segments. Read in place, whenever a corner is
// needed: copies would cost more memory than the tree.
#include <array>
#include <cstdint>
#include <span>

#include "tact/bounds/frame.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/box_tree_kernels.h"

namespace tact {

class BoxTreeSource {
 public:
  explicit BoxTreeSource(const Primitives& triangles)
      : triangles_(Primitives::triangles(triangles.mesh(), nullptr)) {}
  /// Item i is from points[2 i] to points[2 i + 1].
  explicit BoxTreeSource(std::span<const Vec3> segments) : segments_(segments) {}

  std::uint32_t size() const {
    return segments_.empty() ? triangles_.size() : static_cast<std::uint32_t>(segments_.size() / 2);
  }
  bool of_triangles() const { return segments_.empty(); }
  const BoundsFrame& frame() const { return frame_; }
  void set_frame(const BoundsFrame& frame) { frame_ = frame; }

  /// The nine coordinates of an item's corners, as they are given, `stride` doubles apart.
  void gather(std::uint32_t i, double* out, std::size_t stride) const {
    if (of_triangles()) return triangles_.gather({&i, 1}, out, stride);
    const Corners corners = given(i);
    for (std::size_t k = 0; k < 9; ++k) out[k * stride] = corners.at[k / 3][k % 3];
  }

  /// The corners of an item, in the coordinates of the frame.
  struct Corners {
    std::array<Vec3, 3> at;
    std::size_t count;
    operator std::span<const Vec3>() const { return {at.data(), count}; }
  };
  Corners corners(std::uint32_t i) const {
    Corners out = given(i);
    for (Vec3& p : out.at) p = {frame_.map(p.x, 0), frame_.map(p.y, 1), frame_.map(p.z, 2)};
    return out;
  }

  /// Of all items, as they are given.
  Extent extent() const {
    Extent all;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const Corners corners = given(i);
      all.add(min(min(corners.at[0], corners.at[1]), corners.at[2]));
      all.add(max(max(corners.at[0], corners.at[1]), corners.at[2]));
    }
    return all;
  }

  /// The box of an item in the frame, rounded outward.
  BoxTreeItem item(std::uint32_t i) const {
    const Corners corners = this->corners(i);
    const Vec3 lo = min(min(corners.at[0], corners.at[1]), corners.at[2]);
    const Vec3 hi = max(max(corners.at[0], corners.at[1]), corners.at[2]);
    BoxTreeItem out{};
    for (std::size_t k = 0; k < 3; ++k) {
      out.lo[k] = round_down(static_cast<float>(lo[k]));
      out.hi[k] = round_up(static_cast<float>(hi[k]));
    }
    out.set_id(i);
    return out;
  }

 private:
  // A segment has its second end twice.
  Corners given(std::uint32_t i) const {
    if (segments_.empty()) return {triangles_.triangle(i), 3};
    const Vec3* const p = segments_.data() + std::size_t{2} * i;
    return {{p[0], p[1], p[1]}, 2};
  }

  Primitives triangles_;
  std::span<const Vec3> segments_;
  BoundsFrame frame_;
};

}  // namespace tact
