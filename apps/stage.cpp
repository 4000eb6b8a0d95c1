#include "apps/stage.h"

#include <span>
#include <utility>

#include "scenes/enter.h"

namespace tact::app {

Stage::Stage(scenes::Scene scene)
    : scene_(std::move(scene)), positions_(scene_.bodies.size()), poses_(scene_.bodies.size()) {}

std::vector<BodyId> Stage::enter(World& world) const { return scenes::enter(world, scene_); }

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
    const MeshView mesh{std::span<const float>(positions_[i]), {}, {}};
    scenes::move(world, ids[i], {scene_.bodies[i].kind, mesh, {}, poses_[i]});
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
