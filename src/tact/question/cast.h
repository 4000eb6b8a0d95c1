#pragma once
// What rays meet: the first primitive, any, or all of them.
#include <span>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

/// Of all bodies with a bit of the options' groups. Borrows their box trees, which are up to date
/// (body/box_trees.h). The rays were checked, `threads` were resolved, and the scratch was begun
/// for as many. Rays are shared out; the answer does not depend on the threads. Adds to the stats
/// of `out`; all else there is written anew.
void cast_rays(const Task& task, std::span<const Ray> rays, const RayOptions& options,
               Scratch& scratch, RayHits& out);

}  // namespace tact
