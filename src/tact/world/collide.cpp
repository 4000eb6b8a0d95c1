#include "tact/world/world.h"

namespace tact {

Result collide(const MeshView& a, const MeshView& b, const CollideOptions& options) {
  return collide(a, {}, b, {}, options);
}

Result collide(const MeshView& a, const Transform& pose_a, const MeshView& b,
               const Transform& pose_b, const CollideOptions& options) {
  World world({"auto", options.threads});
  world.add(rigid(a).name("mesh a").pose(pose_a));
  world.add(rigid(b).name("mesh b").pose(pose_b));
  return world.collide(options);
}

Result self_collide(const MeshView& mesh, const CollideOptions& options) {
  World world({"auto", options.threads});
  world.add(rigid(mesh).name("mesh").self());
  return world.collide(options);
}

}  // namespace tact
