#pragma once
// Sorting Morton keys: two passes of a radix sort over the bits that matter, and a comparison sort
// within the few runs that they leave equal. Stable work sizes: the same for any number of threads.
#include <cstdint>
#include <span>

#include "tact/base/scratch.h"
#include "tact/tree/morton_boxes.h"

namespace tact {

/// The keys of all runs, ascending. The result and what is needed on the way lie in `arena`.
std::span<MortonKey> sort_keys(std::span<const std::span<const MortonKey>> runs, Arena& arena,
                               unsigned threads);

}  // namespace tact
