#include "apps/stage.h"

#include <utility>

namespace tact::app {
namespace {

BodyDef definition(const scenes::Body& body) {
  switch (body.kind) {
    case scenes::BodyKind::rigid:
      return rigid(body.mesh).pose(body.pose(0));
    case scenes::BodyKind::deforming:
      return deforming(body.mesh);
    case scenes::BodyKind::breaking:
      return breaking(body.mesh);
    case scenes::BodyKind::points:
      break;
  }
  return points(body.mesh.positions, {body.radii.begin(), body.radii.end()});
}

}  // namespace

Stage::Stage(scenes::Scene scene)
    : scene_(std::move(scene)), positions_(scene_.bodies.size()), poses_(scene_.bodies.size()) {}

std::vector<BodyId> Stage::enter(World& world) const {
  std::vector<BodyId> ids;
  std::uint64_t user = 0;
  for (const scenes::Body& body : scene_.bodies) {
    ids.push_back(world.add(definition(body).name(body.name).user(user++).self(body.self)));
  }
  return ids;
}

void Stage::set_frame(int frame) {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    const scenes::Body& body = scene_.bodies[i];
    if (body.pose) {
      poses_[i] = body.pose(frame);
    } else {
      body.positions(frame, positions_[i]);
    }
  }
}

void Stage::move(World& world, const std::vector<BodyId>& ids) const {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (scene_.bodies[i].pose) {
      world.move(ids[i], poses_[i]);
    } else {
      world.move(ids[i], PositionsView(std::span<const float>(positions_[i])));
    }
  }
}

std::vector<BodyLine> Stage::body_lines() const {
  std::vector<BodyLine> lines;
  for (const scenes::Body& body : scene_.bodies) {
    lines.push_back({body.name, body.mesh.positions.size(), body.mesh.triangles.size(), {}, 0, {}});
  }
  return lines;
}

bool Stage::needs_body_ids() const {
  if (scene_.bodies.size() != 2) return scene_.bodies.size() > 2;
  return scene_.bodies[0].self || scene_.bodies[1].self;
}

}  // namespace tact::app
