#pragma once
// Which of the impacts that were found are wanted, and in which order.
#include <span>

#include "tact/base/scratch.h"
#include "tact/contact/impact_finder.h"

namespace tact {

/// Sorts them and keeps those that `which` asks for, at the front. `arena` lends memory.
std::span<FoundImpact> choose_impacts(std::span<FoundImpact> found, Which which, Arena& arena);

}  // namespace tact
