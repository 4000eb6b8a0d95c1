#pragma once
// What meets what while bodies go from where they were to where they are, and when.
#include <optional>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/impact.h"

namespace tact {

/// Throws Error{bad_argument} for a width that cannot be.
void check_width(double width);

/// Between the bodies of the task, and within those that want it. Brings the trees of those whose
/// ways meet up to date, and of no others. `scratch` was begun for as many workers as the task and
/// the options have threads. Throws Error{unsupported} if points are tested against something.
void find_impacts(const Task& task, const ImpactOptions& options, Scratch& scratch, Impacts& out);

/// Until when certainly nothing meets: see World::free_step().
double find_free_step(const Task& task, Scratch& scratch);

}  // namespace tact
