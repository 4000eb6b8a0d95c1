#pragma once
// The order of every answer: by bodies, then by primitives.
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"

namespace tact {

/// As std::sort does, in time that grows with the pairs alone. `arena` lends as much memory again.
void sort_pairs(std::span<Candidate> pairs, Arena& arena);

}  // namespace tact
