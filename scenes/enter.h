#pragma once
// Puts the bodies of a scene into a world and moves them there: for tests, benchmarks and the
// program, whoever owns the arrays.
#include <vector>

#include "scenes/scene.h"
#include "tact/world/world.h"

namespace tact::scenes {

/// A body as it stands, in arrays of whoever plays the scene. A world that is told of it reads them
/// in place: they must live until the body's next move with others, or its removal.
struct Placed {
  BodyKind kind = BodyKind::rigid;
  MeshView mesh;    ///< rigid: in the body's own frame; points: positions only
  RadiiView radii;  ///< points only
  Transform pose;   ///< rigid only
};

/// What World::add() takes; name, self switch and user id are the caller's to set.
BodyDef definition(const Placed& body);

/// Tells a world of the pose, or of the positions.
void move(World& world, BodyId id, const Placed& body);

/// Adds all bodies of a scene as in frame 0, with their names, their self switches and their
/// numbers as user ids. The world reads the scene's own meshes.
std::vector<BodyId> enter(World& world, const Scene& scene);

}  // namespace tact::scenes
