#pragma once
// What every kernel reads boxes from: positions as packed floats, in place where they are that
// already, and the map from there into a BoundsFrame. bounds/packed_simd.h has the reading.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/bounds/frame.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Packed positions of one frame, mapped by x · scale − offset in float. Refers to the user's array
/// or to a buffer, both of which must outlive it.
struct PackedPositions {
  const float* xyz = nullptr;     ///< x y z x y z …; null where there are none
  std::uint32_t last_vertex = 0;  ///< reading four floats there would pass the end
  float tail[4] = {};             ///< what is there instead
  float scale = 1;
  float offset[4] = {};
};

/// The same vertices before and after a motion, both under the same map. Between the two each goes
/// in a straight line.
struct PackedMotion {
  PackedPositions from;
  PackedPositions to;
};

/// Can the positions of these triangles be read where they are, and mapped in float? They are
/// floats without gaps, nobody posed them, and the frame has a float map.
bool readable_in_place(const Primitives& primitives, const BoundsFrame& frame);

/// Positions that are readable_in_place().
PackedPositions in_place(const Primitives& primitives, const BoundsFrame& frame);
/// Positions in a buffer, of vertices in the frame already; or, with `map_of`, as they are in
/// place. Not empty.
PackedPositions in_buffer(std::span<const float> xyz, const BoundsFrame* map_of = nullptr);

/// Writes the positions of all vertices, where they stand, mapped into the frame: three floats
/// each. Nearest rounding is enough: boxes are rounded outward after the minimum and maximum.
void map_positions(const Primitives& primitives, const BoundsFrame& frame, float* out);

/// In place if they are readable there, or else mapped into `buffer`, once a frame. None of points,
/// which have a radius each, and none where there are no vertices.
PackedPositions packed_positions(const Primitives& primitives, const BoundsFrame& frame,
                                 std::vector<float>& buffer);

}  // namespace tact
