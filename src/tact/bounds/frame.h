#pragma once
// BoundsFrame: the coordinates that bounds live in. A scene far from zero, or of any size that a
// double can hold, is moved and scaled near the unit box before it is rounded to float, so that
// float boxes stay tight.
#include <cstdint>

#include "tact/base/export.h"
#include "tact/base/vec.h"

namespace tact {

/// Maps a world coordinate x to x · scale − offset. The scale is a power of two, so the product is
/// exact; the subtraction rounds once. Both are monotone, therefore order is never inverted.
struct TACT_API BoundsFrame {
  double scale = 1;  ///< a power of two
  Vec3 offset;       ///< origin · scale
  std::uint64_t version =
      0;  ///< changes whenever the frame does: bounds of another version are void
  /// May float input be mapped in float arithmetic? True if scale and offset are float values.
  bool float_exact = true;

  /// A frame in which `scene` lies within [-1, 1]; the identity if it is empty.
  static BoundsFrame around(const Extent& scene);

  /// Is `scene` near enough to the origin and of about the right size, so that the frame can stay?
  bool suits(const Extent& scene) const;

  /// A world coordinate, in this frame.
  constexpr double map(double x, std::size_t axis) const { return x * scale - offset[axis]; }
};

}  // namespace tact
