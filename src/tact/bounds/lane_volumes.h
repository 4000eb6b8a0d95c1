#pragma once
// What the nodes of a tree may be bounded by besides their boxes, eight lanes side by side, in the
// coordinates of a BoundsFrame, rounded outward.
#include <cstddef>
#include <cstdint>

namespace tact {

/// A k-DOP is a box and slabs along further directions; a sphere comes beside the box. Two nodes
/// are apart if any part of their volumes is.
enum class Volume : std::uint8_t { box, kdop_14, kdop_18, sphere };

/// Along DopDirections<Extra>.
template <int Extra>
struct alignas(64) Slabs8 {
  float lo[Extra][8];
  float hi[Extra][8];
};

struct alignas(64) Spheres8 {
  float centre[3][8];
  float radius[8];
};

/// Bytes for the lanes of a block.
constexpr std::size_t bytes_of(Volume volume) {
  switch (volume) {
    case Volume::kdop_14:
      return sizeof(Slabs8<4>);
    case Volume::kdop_18:
      return sizeof(Slabs8<6>);
    case Volume::sphere:
      return sizeof(Spheres8);
    case Volume::box:
      break;
  }
  return 0;
}

}  // namespace tact
