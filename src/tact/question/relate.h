#pragma once
// How two solids stand to each other. docs/questions.md has the reasoning.
#include <cstdint>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"

namespace tact {

/// Of two different solids. Brings their leaf streams (Zhang 2007) and their boxes up to date, and
/// those of no others.
Relation relate_solids(const Task& task, std::uint32_t a, std::uint32_t b, Scratch& scratch);

}  // namespace tact
