// What a World says of solids.
#include "tact/base/error.h"
#include "tact/question/inside.h"
#include "tact/question/relate.h"
#include "tact/world/world_impl.h"

namespace tact {

// The last thing that may throw when a body is added, but for clusters.
void World::set_solid(Body& body) {
  require(body, body.state.kind != BodyKind::points, "be a solid");
  if (body.shape) {
    body.state.solid = &body.shape->parts().pieces(body.name);
    return;
  }
  body.pieces = std::make_unique<const SolidPieces>(body.state.primitives.mesh(), body.name);
  body.state.solid = body.pieces.get();
}

const World::Body& World::find_solid(BodyId id) const {
  const Body& body = find(id);
  if (body.state.solid == nullptr) {
    throw Error(ErrorCode::unsupported, body.name + ": was not declared solid");
  }
  return body;
}

bool World::solid(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.solid != nullptr;
}

std::vector<PointSide> World::sides_of(BodyId solid, const PositionsView& points) {
  const InUse::Alone alone(in_use_);
  find_solid(solid);
  check_positions(points, "points");
  std::vector<PointSide> out(points.size());
  ask([&](const Task& task, Scratch& scratch) {
    find_sides(task, solid.slot, points, out, scratch);
  });
  return out;
}

PointSide World::side_of(BodyId solid, const Vec3& point) {
  return sides_of(solid, PositionsView(&point.x, 1)).front();
}

Relation World::relate(BodyId a, BodyId b) {
  const InUse::Alone alone(in_use_);
  find_solid(a);
  find_solid(b);
  if (a.slot == b.slot) {
    throw Error(ErrorCode::bad_argument, "a body is not related to itself");
  }
  Relation out = Relation::separate;
  ask([&](const Task& task, Scratch& scratch) {
    out = relate_solids(task, a.slot, b.slot, scratch);
  });
  return out;
}

}  // namespace tact
