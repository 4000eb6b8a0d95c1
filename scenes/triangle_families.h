#pragma once
// Pairs of triangles that are hard to judge in double: each family aims at one way to be wrong.
// Deterministic from a seed on every machine.
#include <cstdint>
#include <string_view>

#include "scenes/motion/random.h"
#include "tact/geometry/triangle.h"

namespace tact::scenes {

enum class Family : std::uint8_t {
  random,              ///< coordinates in [-1, 1)
  near,                ///< small triangles close to each other, as a broad phase leaves them
  lattice,             ///< small integers: everything coincides now and then
  vertex_on_triangle,  ///< a corner computed to lie on the other triangle
  vertex_on_edge,      ///< a corner computed to lie on an edge of the other
  edge_through_edge,   ///< two edges computed to cross
  shared_plane,        ///< all six corners in one plane, exactly or nearly
  shared_vertex,
  shared_edge,
  needles,          ///< one or both far longer than wide
  mixed_exponents,  ///< coordinates from 2^-300 to 2^300
  zeros,            ///< few small values, with zeros of both signs
  denormals,        ///< the above in the smallest doubles there are
  extremes,         ///< the above in the largest ones
  degenerate        ///< segments and points, apart, touching and crossing
};
inline constexpr int family_count = 15;

std::string_view name_of(Family family);

struct TrianglePair {
  Triangle a;
  Triangle b;
};

/// One pair of a family, its corners and triangles in random order.
TrianglePair make_pair(Family family, Random& random);

}  // namespace tact::scenes
