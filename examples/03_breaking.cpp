// A body that breaks: its triangles come and go while the world runs. The pieces know which
// vertices were one before the break (topology), so that the seam itself is not reported as long
// as they hang together. Once they flew apart they are pieces like any others.
#include <tact/tact.h>

#include <array>
#include <cstdio>

int main() {
  // Two triangles with a common edge.
  tact::Mesh plate;
  plate.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  plate.triangles = {{0, 1, 2}, {1, 3, 2}};

  tact::World world;
  const tact::BodyId body = world.add(tact::breaking(plate).self());
  std::printf("whole: %zu contacts\n", world.collide().size());

  // The common vertices are doubled: 4 is a copy of 1, and 5 of 2.
  plate.positions.push_back(plate.positions[1]);
  plate.positions.push_back(plate.positions[2]);
  plate.triangles[1] = {4, 3, 5};
  plate.topology = {0, 1, 2, 3, 1, 2};
  world.move(body, plate.view());
  std::printf("broken along the edge: %zu contacts\n", world.collide().size());

  // The second piece swings around vertex 1, which holds the two together, and then tears off and
  // flies through the first. The topology stays as it is.
  plate.positions[3] = {0, 0, 0.5};
  plate.positions[5] = {0.1, 0.5, -0.5};
  world.move(body, plate.view().positions);
  std::printf("held by a corner: %zu contacts\n", world.collide().size());
  plate.positions[4] = {0.5, 0.1, -0.5};
  world.move(body, plate.view().positions);
  for (const tact::Contact& c : world.collide()) {
    std::printf("pieces %u and %u cross from (%.3f %.3f %.3f) to (%.3f %.3f %.3f)\n", c.primitive_a,
                c.primitive_b, c.segment.from.x, c.segment.from.y, c.segment.from.z, c.segment.to.x,
                c.segment.to.y, c.segment.to.z);
  }
}

// Output:
//   whole: 0 contacts
//   broken along the edge: 0 contacts
//   held by a corner: 0 contacts
//   pieces 0 and 1 cross from (0.050 0.250 0.000) to (0.250 0.050 0.000)
