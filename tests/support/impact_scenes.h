#pragma once
// Worlds in which bodies go from somewhere to somewhere, for tests against impact_oracle.h.
#include <vector>

#include "tact/world/world.h"
#include "tests/support/impact_oracle.h"
#include "tests/support/random.h"

namespace tact::testing {

/// What these bodies do, in a world: deforming ones, or breaking where they have topology ids. The
/// bodies must outlive it. `floats`: those whose coordinates are floats are given as such.
class MovingWorld {
 public:
  MovingWorld(const std::vector<MovingMesh>& bodies, const WorldOptions& options,
              bool floats = false);

  /// All of them go their way (again).
  void move();
  World& world() { return world_; }
  BodyId body(std::size_t i) const { return ids_[i]; }

 private:
  struct Floats {
    std::vector<float> from;
    std::vector<float> to;
  };

  const std::vector<MovingMesh>& bodies_;
  std::vector<Floats> floats_;  // by body; empty where they will not do
  World world_;
  std::vector<BodyId> ids_;
};

/// Three bodies of a few triangles each in about the same place, some with topology ids; sometimes
/// everything on a coarse grid, flat, at rest, or where triangles share vertices and degenerate.
std::vector<MovingMesh> random_motion(Random& random);

}  // namespace tact::testing
