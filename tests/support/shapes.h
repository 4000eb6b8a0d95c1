#pragma once
// Small meshes whose contacts can be counted by hand, or whose shape does not matter.
#include <cstdint>

#include "tact/geometry/mesh.h"
#include "tests/support/random.h"

namespace tact::testing {

/// One triangle, in the plane z = `z`, around the z axis.
Mesh triangle_at(double z);

/// `cells` × `cells` squares of two triangles each over [-1, 1]², in the plane z = `z`.
Mesh sheet(std::uint32_t cells, double z);

/// A closed box with corners ±half around `at`: 12 triangles.
Mesh box(const Vec3& at, double half);

/// Triangles of about `size` anywhere in [-1, 1]³ that share no vertex; some of them degenerate.
Mesh soup(std::uint32_t triangles, double size, Random& random);

/// Coordinates on a coarse grid: triangles that touch, coincide and lie in one plane abound.
Mesh grid_soup(std::uint32_t triangles, Random& random);

/// Moves every vertex.
Mesh shifted(Mesh mesh, const Vec3& by);

}  // namespace tact::testing
