#include "scenes/bodies/geodesic_sphere.h"

#include "scenes/bodies/subdivide.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {

Mesh geodesic_sphere(int levels) {
  const double g = (1 + std::sqrt(5.0)) / 2;  // corners of three golden rectangles
  Mesh icosahedron;
  icosahedron.positions = {{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
                           {0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
                           {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}};
  icosahedron.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                           {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                           {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                           {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  Mesh sphere = subdivide_on_sphere(std::move(icosahedron), levels);
  for (Vec3& p : sphere.positions) p = rounded(p);
  return sphere;
}

}  // namespace tact::scenes
