#pragma once
// The directions across which the items of a BoxTree are flat: the plane of a polygon, and the slab
// of several of them.
#include <cstddef>
#include <span>

#include "tact/base/vec.h"
#include "tact/bounds/aabb.h"
#include "tact/bounds/flat_box.h"
#include "tact/bounds/frame.h"

namespace tact {

/// A box as a centre and half edges, rounded outward.
CentredBox centred(const float* lo, const float* hi);

/// Several items in one box.
struct FlatGroup {
  FlatBox flat{};
  Aabb box = Aabb::nothing();
  Vec3 direction;    ///< sum of the items' normals, whichever way they face
  double items = 0;  ///< how many
};

/// Up to eight items side by side: triangles, or segments, which have no planes.
struct EightItems {
  double corner[9][8];  ///< as they are given, in rows: x, y and z of the three corners
  float lo[3][8];       ///< the box of the part that counts
  float hi[3][8];
  std::size_t lanes;
  bool triangles;

  /// Repeats the last item in the lanes that are not used.
  void fill_up();
};

/// The boxes and planes of the items in a frame, and what is around all of them. Triangles that are
/// not plane enough have no plane.
FlatGroup flatten(const EightItems& items, const BoundsFrame& frame, FlatBoxes8<ThinSlabs8>& out);

/// Around groups. Has no slab where their directions differ too much.
FlatGroup merged(std::span<const FlatGroup> groups);

}  // namespace tact
