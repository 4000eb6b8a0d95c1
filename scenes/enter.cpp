#include "scenes/enter.h"

namespace tact::scenes {
namespace {

BodyDef unplaced(const Placed& body) {
  switch (body.kind) {
    case BodyKind::rigid:
      return rigid(body.mesh);
    case BodyKind::deforming:
      return deforming(body.mesh);
    case BodyKind::breaking:
      return breaking(body.mesh);
    case BodyKind::points:
      break;
  }
  return points(body.mesh.positions, body.radii);
}

}  // namespace

BodyDef definition(const Placed& body) {
  BodyDef def = unplaced(body);
  if (body.kind == BodyKind::rigid) def.pose(body.pose);
  return def;
}

void move(World& world, BodyId id, const Placed& body) {
  if (body.kind == BodyKind::rigid) {
    world.move(id, body.pose);
  } else {
    world.move(id, body.mesh.positions);
  }
}

std::vector<BodyId> enter(World& world, const Scene& scene) {
  std::vector<BodyId> ids;
  std::uint64_t user = 0;
  for (const Body& body : scene.bodies) {
    Placed placed{body.kind, body.mesh.view(), {}, {}};
    if (!body.radii.empty()) placed.radii = std::span<const float>(body.radii);
    if (body.pose) placed.pose = body.pose(0);
    ids.push_back(world.add(definition(placed).name(body.name).user(user++).self(body.self)));
  }
  return ids;
}

}  // namespace tact::scenes
