#pragma once
// Features on their way, of the kinds that tests of moving features have to see: contacts at chosen
// times, by exact construction, and what is degenerate all the time or for one moment.
#include <array>

#include "tact/geometry/moving.h"
#include "tests/support/random.h"

namespace tact::testing {

/// A vertex and the corners of a triangle, or the ends of two edges.
struct MovingCase {
  std::array<MovingPoint, 4> p;
  bool edges = false;
};

enum class MovingFamily {
  uniform,           ///< anything in a cube
  grid,              ///< integers up to 3: every coincidence there is
  tiny_grid,         ///< 0 and 1
  contact_at_start,  ///< and then anywhere
  contact_at_end,
  contact_at_both,
  contact_between,  ///< at a multiple of 1/8; features and motions of all degeneracies
  grazing,          ///< a double root of the volume
  triple_root,      ///< everything shrinks to one point, and grows again
  coplanar,         ///< all the time
  collinear,        ///< likewise
  parallel,         ///< edges that stay so; a triangle that keeps its shape
  still,            ///< some or all points stand
  shared,           ///< points that coincide at an end or all the time
  needles,          ///< lengths of 10^-8 beside 10^8
  rounded,          ///< any of those above, turned by real numbers: all is nearly so
  nudged,           ///< contacts missed or made by the last digit of a coordinate
  scaled,           ///< any of these, each axis times a power of two at the ends of double
  any_exponent,     ///< each coordinate of another magnitude, zeros of both signs
};
inline constexpr int moving_family_count = 19;

MovingCase make_moving_case(MovingFamily family, bool edges, Random& random);

/// Other orders of the same, and the motion backwards: all have one answer.
MovingCase reordered(const MovingCase& c, std::uint32_t which);
inline constexpr std::uint32_t reordering_count = 8;
MovingCase reversed(const MovingCase& c);

bool meet(const MovingCase& c);
std::optional<ImpactTime> first_impact(const MovingCase& c, double width = 0x1p-20);

}  // namespace tact::testing
