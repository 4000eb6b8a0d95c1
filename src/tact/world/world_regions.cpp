// Regions of space, and the nearest point: what of a world's bodies is where. Questions hold one
// reference each, so that they need no allocation.
#include "tact/body/box_trees.h"
#include "tact/question/region.h"
#include "tact/world/world_impl.h"

namespace tact {

const std::vector<PrimitiveId>& World::find_primitives(const Extent& box, std::uint32_t groups) {
  const InUse::Alone alone(in_use_);
  const auto look = [&](const Task& task, Scratch& scratch) {
    update_box_trees(task, scratch);
    find_in_box(task, box, groups, scratch, found_);
  };
  ask([&look](const Task& task, Scratch& scratch) { look(task, scratch); });
  return found_;
}

const std::vector<PrimitiveId>& World::find_primitives(const Ball& ball, std::uint32_t groups) {
  const InUse::Alone alone(in_use_);
  const auto look = [&](const Task& task, Scratch& scratch) {
    update_box_trees(task, scratch);
    find_in_ball(task, ball, groups, scratch, found_);
  };
  ask([&look](const Task& task, Scratch& scratch) { look(task, scratch); });
  return found_;
}

const std::vector<PrimitiveId>& World::find_primitives(std::span<const HalfSpace> all_of,
                                                       std::uint32_t groups) {
  const InUse::Alone alone(in_use_);
  const auto look = [&](const Task& task, Scratch& scratch) {
    update_box_trees(task, scratch);
    find_in_all(task, all_of, groups, scratch, found_);
  };
  ask([&look](const Task& task, Scratch& scratch) { look(task, scratch); });
  return found_;
}

std::optional<NearestPoint> World::nearest(const Vec3& point, std::uint32_t groups) {
  const InUse::Alone alone(in_use_);
  std::optional<NearestPoint> out;
  const auto look = [&](const Task& task, Scratch& scratch) {
    update_box_trees(task, scratch);
    out = find_nearest_point(task, point, groups, scratch);
  };
  ask([&look](const Task& task, Scratch& scratch) { look(task, scratch); });
  return out;
}

}  // namespace tact
