#include "tact/body/body_spheres.h"

#include "tact/body/shape_parts.h"

namespace tact {
namespace {

std::unique_ptr<SphereTree> make_spheres(const BodyState& body) {
  if (body.mapped == nullptr) return std::make_unique<SphereTree>(body.shape->parts().spheres());
  const bool balls = body.kind == BodyKind::points;
  return std::make_unique<SphereTree>(
      SphereTreeShape{.rest = body.mapped->rest,
                      .triangles = body.primitives.mesh().triangles,
                      .radii = balls ? body.primitives.radii() : RadiiView(),
                      .clusters = &body.mapped->clusters,
                      .leaf_size = LeafBoxes::width});
}

}  // namespace

void BodySpheres::update(const BodyState& body, const BoundsFrame& frame) {
  const bool reshaped = seen.shape != body.shape_version;
  if (reshaped) {
    tree = make_spheres(body);
    leaves = std::make_unique<LeafCache>(tree->at_rest());
  }
  leaves->begin(body.primitives, frame);
  if (!reshaped && seen.motion == body.motion_version) return;
  if (body.mapped != nullptr) {
    tree->update(body.mapped->maps);
    return;
  }
  const Transform pose = body.primitives.posed() ? body.primitives.pose() : Transform();
  const ClusterMap map = map_of(pose, tree->middle(0), tree->reach(0));
  tree->update({&map, 1});
}

}  // namespace tact
