#include "scenes/bodies/sheet.h"

#include "scenes/bodies/grid.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {

Mesh sheet(std::uint32_t cells) {
  Mesh mesh;
  const std::uint32_t row = cells + 1;
  for (std::uint32_t i = 0; i <= cells; ++i) {
    for (std::uint32_t j = 0; j <= cells; ++j) {
      mesh.positions.push_back(rounded({2.0 * i / cells - 1, 2.0 * j / cells - 1, 0}));
      if (i == cells || j == cells) continue;
      const std::uint32_t a = i * row + j;
      if ((i + j) % 2 == 0) {
        add_cell(mesh, a, a + row, a + row + 1, a + 1);
      } else {
        add_cell(mesh, a + row, a + row + 1, a + 1, a);
      }
    }
  }
  return mesh;
}

}  // namespace tact::scenes
