#pragma once
// Positions as whole numbers of steps from a corner of the box that they fill, and how far off that
// puts them.
#include <array>
#include <cstdint>

#include "tact/base/transform.h"
#include "tact/base/vec.h"

namespace tact::report {

/// Coordinates as the page has them: off the middle of the scene, which a double holds, and of
/// about the size 1, so that single precision suffices 10^6 away as well as for parts of 10^-6.
struct Coordinates {
  Vec3 origin;
  double scale = 1;  ///< a power of two

  /// Of a box; an empty one gives the identity.
  static Coordinates around(const Extent& extent);
  Vec3 in(const Vec3& p) const { return p * scale - origin * scale; }
  /// A pose as the page has it: of points off `middle`, rows of three and where that goes.
  std::array<float, 12> in(const Transform& pose, const Vec3& middle) const;
};

/// Axis by axis: a flat body has no step along its normal, and no error there.
struct Grid {
  Vec3 low;
  Vec3 step;
  unsigned bits = 16;

  using Cell = std::array<std::uint16_t, 3>;
  Cell cell_of(const Vec3& p) const;
  /// Where the page puts it.
  Vec3 place_of(const Cell& cell) const {
    return {low.x + cell[0] * step.x, low.y + cell[1] * step.y, low.z + cell[2] * step.z};
  }
  /// The most that a coordinate is off by, single precision in the page included.
  double error() const;
};

/// From 2 to 16 bits a coordinate.
Grid grid_over(const Extent& extent, unsigned bits);

}  // namespace tact::report
