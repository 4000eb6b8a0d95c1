#pragma once
// The shapes of scripts: meshes of any number of triangles, tidy and untidy, and where they stand.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tact/geometry/mesh.h"
#include "tests/support/random.h"

namespace tact::testing {

/// Where in space, how large, and whether on a lattice, so that much touches by a hair and ties are
/// exact. The scales and places are such that lattices stay exact.
struct Place {
  double scale = 1;
  Vec3 at;
  bool lattice = false;

  static Place any(Random& random);
  /// From coordinates of about one to the world, on multiples of `grid` if this is a lattice.
  Vec3 put(const Vec3& p, double grid) const;
  /// And back.
  Vec3 lift(const Vec3& p) const { return (p - at) * (1 / scale); }
  /// Would floats keep the shape of a body that stands here?
  bool suits_floats() const { return at == Vec3{}; }
};

/// The lattice that is as fine as so many primitives need not to lie in heaps.
double grid_for(std::uint32_t primitives);

/// So many triangles within about one of zero: a soup, a sheet, a ball, a fan, a lattice of shared
/// vertices; some of them with degenerate and doubled triangles. With few contacts for each.
Mesh any_shape(std::uint32_t triangles, Random& random);
/// Appends triangles like these, with vertices of their own or of the mesh, where the mesh is.
void append_triangles(Mesh& mesh, std::uint32_t count, double size, Random& random);
/// Ids that tell more vertices apart, or fewer, than indices do.
std::vector<std::uint32_t> any_topology(const Mesh& mesh, Random& random);
/// Radii with which a cloud of so many points has few contacts for each.
std::vector<double> any_radii(std::size_t points, double scale, Random& random);

/// Arrays as a caller may have them: float or double, packed or not. The truth becomes what the
/// array holds.
PositionsView lend_positions(std::vector<Vec3>& truth, bool floats, Random& random,
                             std::vector<std::byte>& into);
TrianglesView lend_triangles(const std::vector<std::array<std::uint32_t, 3>>& triangles,
                             Random& random, std::vector<std::byte>& into);

}  // namespace tact::testing
