#pragma once
// Tori in a row, each in the next one: a world in which every body touches its neighbours.
#include <utility>

#include "scenes/bodies/torus.h"
#include "tact/world/world.h"

namespace tact {

/// Adds that many of a kind.
inline void add_tori(World& world, BodyDef (*kind)(Mesh), int bodies) {
  for (int i = 0; i < bodies; ++i) {
    Mesh mesh = scenes::torus(24, 12, 1, 0.3);
    for (Vec3& p : mesh.positions) p = p + Vec3{1.1 * i, 0, 0.2 * i};
    world.add(kind(std::move(mesh)));
  }
}

}  // namespace tact
