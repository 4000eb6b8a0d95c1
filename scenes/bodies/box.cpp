#include "scenes/bodies/box.h"

#include <array>
#include <map>

#include "scenes/bodies/grid.h"
#include "scenes/motion/float_positions.h"

namespace tact::scenes {

Mesh box(std::uint32_t cells, const Vec3& half) {
  using Place = std::array<std::uint32_t, 3>;  // on the grid of the box
  Mesh mesh;
  std::map<Place, std::uint32_t> numbers;  // faces share the points of their edges
  const auto number_of = [&](const Place& at) {
    const auto [entry, is_new] =
        numbers.try_emplace(at, static_cast<std::uint32_t>(mesh.positions.size()));
    if (is_new) {
      Vec3 p;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        p[axis] = half[axis] * (2.0 * at[axis] / cells - 1);
      }
      mesh.positions.push_back(rounded(p));
    }
    return entry->second;
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const bool far : {false, true}) {
      const std::size_t u = (axis + (far ? 1 : 2)) % 3;  // u × v points outwards
      const std::size_t v = (axis + (far ? 2 : 1)) % 3;
      for (std::uint32_t i = 0; i < cells; ++i) {
        for (std::uint32_t j = 0; j < cells; ++j) {
          const auto corner = [&](std::uint32_t du, std::uint32_t dv) {
            Place at{};
            at[axis] = far ? cells : 0;
            at[u] = i + du;
            at[v] = j + dv;
            return number_of(at);
          };
          const std::uint32_t a = corner(0, 0);
          const std::uint32_t b = corner(1, 0);
          const std::uint32_t c = corner(1, 1);
          const std::uint32_t d = corner(0, 1);
          add_cell(mesh, a, b, c, d);
        }
      }
    }
  }
  return mesh;
}

}  // namespace tact::scenes
