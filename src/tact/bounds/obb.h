#pragma once
// Oriented and axis-aligned boxes as a centre, axes and half edges, in the coordinates of a rigid
// body's own BoundsFrame, and eight of them side by side.
#include <algorithm>
#include <cstddef>

namespace tact {

struct Placement;

/// The points p with |axis[i] · (p − centre)| <= half[i]. The axes are orthonormal up to the
/// rounding of float, which whoever fits or tests a box allows for.
struct Obb {
  float centre[3];
  float axis[3][3];  ///< axis[i] is a unit vector
  float half[3];

  float longest() const { return std::max({half[0], half[1], half[2]}); }
};

/// The same with the axes of the frame.
struct CentredBox {
  float centre[3];
  float half[3];

  float longest() const { return std::max({half[0], half[1], half[2]}); }
  /// Half the surface area, over four.
  double cost() const {
    return double{half[0]} * double{half[1]} + double{half[1]} * double{half[2]} +
           double{half[2]} * double{half[0]};
  }
};

/// Eight oriented boxes side by side. Unused lanes are boxes without extent.
struct alignas(32) Obb8 {
  using Box = Obb;
  using Place = Placement;  ///< how a box of another body is placed among them

  float centre[3][8];
  float axis[3][3][8];
  float half[3][8];

  void set(std::size_t lane, const Obb& box) {
    for (int i = 0; i < 3; ++i) {
      centre[i][lane] = box.centre[i];
      half[i][lane] = box.half[i];
      for (int k = 0; k < 3; ++k) axis[i][k][lane] = box.axis[i][k];
    }
  }
  Obb get(std::size_t lane) const {
    Obb box;
    for (int i = 0; i < 3; ++i) {
      box.centre[i] = centre[i][lane];
      box.half[i] = half[i][lane];
      for (int k = 0; k < 3; ++k) box.axis[i][k] = axis[i][k][lane];
    }
    return box;
  }
};

/// Eight boxes with the axes of the frame.
struct alignas(32) CentredBox8 {
  using Box = CentredBox;
  using Place = Placement;

  float centre[3][8];
  float half[3][8];

  void set(std::size_t lane, const CentredBox& box) {
    for (int i = 0; i < 3; ++i) {
      centre[i][lane] = box.centre[i];
      half[i][lane] = box.half[i];
    }
  }
  CentredBox get(std::size_t lane) const {
    CentredBox box;
    for (int i = 0; i < 3; ++i) {
      box.centre[i] = centre[i][lane];
      box.half[i] = half[i][lane];
    }
    return box;
  }
};

}  // namespace tact
