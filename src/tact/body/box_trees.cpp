#include "tact/body/box_trees.h"

#include <algorithm>

#include "tact/body/upkeep.h"

namespace tact {
namespace {

std::uint32_t box_tree_parameter(const BodyState& body) {
  const bool posed = body.kind == BodyKind::rigid;
  return tree_parameter(posed ? TreeKind::posed : TreeKind::dynamic, Volume::box);
}

}  // namespace

Stats update_box_trees(const Task& task, Scratch& scratch) {
  Stats stats;
  const auto update_tree = [&](BodyTree& own, const BodyState& body, std::uint32_t slot,
                               unsigned threads,
                               unsigned) { return own.update(body, slot, task.frame, threads); };
  for (const TreeKind kind : {TreeKind::posed, TreeKind::dynamic}) {
    const std::uint32_t parameter = tree_parameter(kind, Volume::box);
    const auto wants = [&](const BodyState& body) { return box_tree_parameter(body) == parameter; };
    stats += keep_structures<BodyTree>(task, scratch, parameter, wants, update_tree);
  }
  return stats;
}

bool box_trees_current(const Task& task) {
  return std::all_of(task.bodies.begin(), task.bodies.end(), [&](const BodyState* body) {
    if (body == nullptr) return true;
    const auto* const own = body->structures.find<BodyTree>(box_tree_parameter(*body));
    return own != nullptr && own->seen == versions_of(*body, task.frame);
  });
}

LazyTree& box_tree_of(const BodyState& body) {
  return *body.structures.at<BodyTree>(box_tree_parameter(body)).tree;
}

}  // namespace tact
