#pragma once
// The trees of boxes that bodies own, for questions: of a rigid body its shape's at its pose, of
// others a dynamic one. They are those that `dbvh` walks.
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/body_tree.h"
#include "tact/body/task.h"

namespace tact {

/// Brings the trees of all bodies up to date. Reads what queries reached since the last time, and
/// of bodies that nobody reached nothing.
Stats update_box_trees(const Task& task, Scratch& scratch);

/// Has every body its tree, and is it up to date?
bool box_trees_current(const Task& task);

/// Of a body whose tree is up to date. Walking makes what it reaches, from any number of threads.
LazyTree& box_tree_of(const BodyState& body);

}  // namespace tact
