#pragma once
// What a World holds of a body, and how its own files check and copy arrays.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tact/base/in_use.h"
#include "tact/body/census.h"
#include "tact/body/near_pairs.h"
#include "tact/body/scene_extent.h"
#include "tact/body/shape_parts.h"
#include "tact/body/solid_pieces.h"
#include "tact/geometry/validate.h"
#include "tact/world/world.h"

namespace tact {

// A body owns its arrays or borrows them; `state.primitives` refers to whichever is in force.
struct World::Body {
  std::string name;
  Mesh mesh;
  std::vector<Vec3> from;  // of a motion that was copied
  std::vector<double> radii;
  std::optional<Shape> shape;  // of a rigid body, whose arrays are there
  std::unique_ptr<MappedShape> mapped;
  std::vector<std::array<std::uint32_t, 3>> corners;  // see Primitives::lend_corners
  bool corners_fit = false;                           // to the triangles of now
  std::unique_ptr<const SolidPieces> pieces;          // of a solid that has no shape
  BodyState state;

  // Of a body that is asked for contacts within: makes neighbours quick to tell. The last thing in
  // a change that may throw: after it, `to` has to come into force.
  void lend_corners(Primitives& to, bool self, bool same_triangles) {
    const bool fits = corners_fit && same_triangles;
    if (!self || to.kind() == PrimitiveKind::points || to.knows_corners()) {
      corners_fit = fits;
      return;
    }
    if (shape) {
      to.lend_corners(shape->parts().corners());
      return;
    }
    if (!fits) {
      corners.resize(to.size());
      to.write_corners(corners);
      corners_fit = true;
    }
    to.lend_corners(corners);
  }
};

// In place, so that a body that is copied every frame allocates only once.
inline void copy_into(std::vector<Vec3>& copy, const PositionsView& positions) {
  copy.resize(positions.size());
  for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = positions[i];
}

// A ball whose reach leaves the range of double has no box and no meaning.
Extent check_points(const PositionsView& positions, const RadiiView& radii,
                    const std::string& name);

}  // namespace tact
