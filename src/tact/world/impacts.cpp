// impacts(), self_impacts(): asked once, without a world.
#include <utility>

#include "tact/world/world.h"

namespace tact {

Impacts impacts(const MeshView& a, const PositionsView& to_a, const MeshView& b,
                const PositionsView& to_b, const ImpactOptions& options) {
  World world({"auto", options.threads});
  const BodyId first = world.add(deforming(a).name("mesh a"));
  const BodyId second = world.add(deforming(b).name("mesh b"));
  world.move(first, a.positions, to_a);
  world.move(second, b.positions, to_b);
  return world.impacts(options);
}

Impacts self_impacts(const MeshView& mesh, const PositionsView& to, const ImpactOptions& options) {
  World world({"auto", options.threads});
  const BodyId body = world.add(deforming(mesh).name("mesh").self());
  world.move(body, mesh.positions, to);
  return world.impacts(options);
}

}  // namespace tact
