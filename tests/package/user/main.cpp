#include <tact/tact.h>

#include <cstdio>

int main() {
  tact::Mesh triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.triangles = {{0, 1, 2}};
  tact::World world;
  world.add(tact::rigid(triangle));
  world.add(
      tact::rigid(triangle).pose(tact::Transform::from_axis_angle({1, 0, 0}, 1, {0, 0.2, 0})));
  const std::size_t contacts = world.collide().size();
  std::printf("linked: %zu contact, kernels for %s\n", contacts, tact::simd_target().c_str());
  return contacts == 1 ? 0 : 1;
}
