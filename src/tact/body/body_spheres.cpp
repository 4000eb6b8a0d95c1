#include "tact/body/body_spheres.h"

#include <vector>

namespace tact {
namespace {

std::unique_ptr<SphereTree> make_spheres(const BodyState& body) {
  SphereTreeShape shape;
  shape.leaf_size = LeafBoxes::width;
  std::vector<Vec3> rest;
  if (body.mapped != nullptr) {
    shape.rest = body.mapped->rest;
    shape.clusters = &body.mapped->clusters;
  } else {
    const PositionsView& positions = body.primitives.mesh().positions;
    rest.resize(positions.size());
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = positions[i];
    shape.rest = rest;
  }
  shape.triangles = body.primitives.mesh().triangles;
  if (body.kind == BodyKind::points) shape.radii = body.primitives.radii();
  return std::make_unique<SphereTree>(shape);
}

}  // namespace

void BodySpheres::update(const BodyState& body, const BoundsFrame& frame) {
  const bool reshaped = seen.shape != body.shape_version;
  if (reshaped) {
    tree = make_spheres(body);
    leaves = std::make_unique<LeafCache>(*tree);
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
