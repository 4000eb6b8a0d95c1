// A whole frame of a world of many small bodies: what its list of pairs costs once everything else
// that a frame does stands beside it.
#include <memory>

#include "bench/broad.h"
#include "tact/world/world.h"

namespace tact::bench {
namespace {

// A closed box with a corner in the origin and edges of length one.
Mesh unit_box() {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back({double(i & 1), double((i >> 1) & 1), double(i >> 2)});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

}  // namespace

WorldOfBoxes::WorldOfBoxes(std::span<const Aabb> boxes)
    : world_(std::make_unique<World>(WorldOptions{"auto", 1})) {
  const Shape shape(unit_box());
  for (const Aabb& box : boxes) bodies_.push_back(world_->add(rigid(shape).pose(pose_of(box))));
}
WorldOfBoxes::~WorldOfBoxes() = default;

Transform WorldOfBoxes::pose_of(const Aabb& box) {
  return Transform::from_translation({box.lo[0], box.lo[1], box.lo[2]});
}

void WorldOfBoxes::update(std::span<const Aabb> boxes, std::span<const std::uint32_t> moved) {
  for (const std::uint32_t i : moved) world_->move(bodies_[i], pose_of(boxes[i]));
  world_->update();
}

std::size_t WorldOfBoxes::collide() { return world_->collide(CollideOptions::pairs()).size(); }

}  // namespace tact::bench
