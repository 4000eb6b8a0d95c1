// Smaller questions are cheaper ones: does anything touch, a witness, within a distance,
// within one body, and what an error looks like.
#include <tact/tact.h>

#include <cstdio>

int main() {
  const tact::Mesh a = tact::load("a.obj");
  const tact::Mesh b = tact::load("b.obj");

  tact::World world;
  world.add(tact::rigid(a).user(100));
  const tact::BodyId moving = world.add(tact::rigid(b).user(200));
  std::printf("anything at all: %s\n", world.any() ? "yes" : "no");

  const tact::Result& witness = world.collide(tact::CollideOptions::at_most(1));
  std::printf("a witness: %zu contact, complete: %s, bodies %llu and %llu\n", witness.size(),
              witness.complete() ? "yes" : "no", static_cast<unsigned long long>(witness[0].user_a),
              static_cast<unsigned long long>(witness[0].user_b));

  // A bound may end the search before anything is found. Undecided is not clear.
  tact::CollideOptions hurried;
  hurried.budget = tact::Budget::until(0);
  const bool decided = world.collide(hurried).verdict() != tact::Verdict::undecided;
  std::printf("without any time: %s\n", decided ? "decided" : "undecided");

  // Out of touch, but only just: ask for what is at most a tenth apart.
  world.move(moving, tact::Transform::from_translation({0.8, -0.25, -0.25}));
  tact::CollideOptions near;
  near.tolerance = 0.1;
  std::printf("touching: %zu, at most 0.1 apart: %zu\n", world.collide().size(),
              world.collide(near).size());

  std::printf("within a alone: %zu\n", tact::self_collide(a.view()).size());

  tact::Mesh broken = a;
  broken.triangles[2][1] = 99;
  try {
    world.add(tact::rigid(broken).name("broken"));
  } catch (const tact::Error& error) {
    std::printf("error: %s\n", error.what());
  }
}

// Output:
//   anything at all: yes
//   a witness: 1 contact, complete: no, bodies 100 and 200
//   without any time: undecided
//   touching: 0, at most 0.1 apart: 9
//   within a alone: 0
//   error: broken: triangle 2 refers to vertex 99, but there are 4
