#pragma once
// Pairs of triangles that are hard to judge in double: each family aims at one way to be wrong.
// Deterministic from a seed on every machine.
#include <cstdint>
#include <string_view>

#include "tact/geometry/triangle.h"

namespace tact::scenes {

/// A small generator (splitmix64) whose numbers do not depend on the standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  std::uint64_t below(std::uint64_t n) { return bits() % n; }
  /// In [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

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
