#include "scenes/bodies/torus.h"

#include "scenes/bodies/grid.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/sine.h"

namespace tact::scenes {

Mesh torus(std::uint32_t around, std::uint32_t across, double ring, double tube) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < around; ++i) {
    for (std::uint32_t j = 0; j < across; ++j) {
      const double u = 2 * pi * i / around;
      const double v = 2 * pi * j / across;
      const double r = ring + tube * cosine(v);
      mesh.positions.push_back(rounded({r * cosine(u), r * sine(u), tube * sine(v)}));
      const std::uint32_t i1 = (i + 1) % around;
      const std::uint32_t j1 = (j + 1) % across;
      add_cell(mesh, i * across + j, i1 * across + j, i1 * across + j1, i * across + j1);
    }
  }
  return mesh;
}

}  // namespace tact::scenes
