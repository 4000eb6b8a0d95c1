// A loop over frames: a rigid body rises, a cloth comes down on it, contacts come back each frame.
// The cloth's positions are floats in the caller's own array; tact reads them where they are, as it
// would read std::vector<std::array<float, 3>>, a vector of structs with x y z, or Eigen's 3 × n.
#include <tact/tact.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr std::uint32_t side = 9;  // vertices along each side of the cloth

std::vector<std::uint32_t> cloth_triangles() {
  std::vector<std::uint32_t> abc;
  for (std::uint32_t row = 0; row + 1 < side; ++row) {
    for (std::uint32_t column = 0; column + 1 < side; ++column) {
      const std::uint32_t i = row * side + column;
      abc.insert(abc.end(), {i, i + 1, i + side, i + 1, i + side + 1, i + side});
    }
  }
  return abc;
}

// A square of width 2 around the origin at this height.
void place_cloth(std::vector<float>& xyz, float height) {
  xyz.clear();
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const std::uint32_t row = i / side;
    const float x = static_cast<float>(i % side) / 4 - 1;
    const float y = static_cast<float>(row) / 4 - 1;
    xyz.insert(xyz.end(), {x, y, height});
  }
}

}  // namespace

int main() {
  const std::vector<std::uint32_t> triangles = cloth_triangles();
  std::vector<float> positions;
  place_cloth(positions, 2);

  tact::World world;
  const tact::BodyId rock = world.add(tact::rigid(tact::load("a.obj")).name("rock"));
  const tact::BodyId cloth =
      world.add(tact::deforming(tact::MeshView{positions, triangles, {}}).name("cloth"));

  for (int frame = 0; frame < 5; ++frame) {
    world.move(rock, tact::Transform::from_translation({0, 0, 0.25 * frame}));
    place_cloth(positions, 2 - 0.3F * static_cast<float>(frame));
    world.move(cloth, positions);
    const tact::Result& result = world.collide();
    std::printf("frame %d: %zu contacts\n", frame, result.size());
  }
}

// Output:
//   frame 0: 0 contacts
//   frame 1: 0 contacts
//   frame 2: 15 contacts
//   frame 3: 35 contacts
//   frame 4: 0 contacts
