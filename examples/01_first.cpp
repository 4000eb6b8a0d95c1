// Which triangles of two mesh files touch? Run it where a.obj and b.obj are (examples/data).
#include <tact/tact.h>

#include <cstdio>

int main() {
  tact::World world;
  world.add(tact::rigid(tact::load("a.obj")));
  world.add(tact::rigid(tact::load("b.obj")));
  for (const tact::Contact& c : world.collide()) {
    std::printf("triangle %u touches triangle %u\n", c.primitive_a, c.primitive_b);
  }
}

// Output:
//   triangle 2 touches triangle 0
//   triangle 2 touches triangle 1
//   triangle 2 touches triangle 3
