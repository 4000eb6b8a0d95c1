#pragma once
// The order of every answer: by bodies, then by primitives.
#include <span>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/geometry/finding.h"

namespace tact {

/// A confirmed pair with what its test found.
struct Hit : Candidate {
  Finding found;
};

/// As std::sort does, in time that grows with the pairs alone. `arena` lends as much memory again.
void sort_pairs(std::span<Candidate> pairs, Arena& arena);
/// The same; what was found of a pair stays with it.
void sort_pairs(std::span<Hit> hits, Arena& arena);

}  // namespace tact
