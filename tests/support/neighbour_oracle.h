#pragma once
// What neighbours within a body have in common beyond what they share, for the oracle: whatever
// doubles cannot tell for certain, integers of any size do (common_part.h). Nothing of the library.
#include <array>
#include <cstdint>
#include <vector>

#include "tact/geometry/triangle.h"

namespace tact::testing {

/// A triangle of a body: where its corners stand, and which vertices they are.
struct NamedTriangle {
  const Triangle& at;
  const std::array<std::uint32_t, 3>& id;
};

/// Corners that are one vertex and stand in one place, of a and of b, each counted once.
struct SharedCorners {
  std::vector<std::uint8_t> of_a;
  std::vector<std::uint8_t> of_b;
};
SharedCorners shared_corners(const NamedTriangle& a, const NamedTriangle& b);

/// Should these two be a contact? If they have a point in common beyond the simplex of the corners
/// that they share, of which there is at least one, or share all three.
bool neighbours_touch(const NamedTriangle& a, const NamedTriangle& b, const SharedCorners& shared);

/// The quick half of it: true only where they certainly have no more than that in common.
bool clearly_apart(const Triangle& a, const Triangle& b, const SharedCorners& shared);

}  // namespace tact::testing
