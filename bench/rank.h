#pragma once
// Who is how fast, among those whose answers are right.
#include <span>

#include "bench/record.h"

namespace tact::bench {

/// Fills in ranks, ratios and duels of the rows; `samples` are the rows' own.
void rank(Group& group, std::span<const Samples> samples);

/// The row that won among those of `threads`; null if nobody is ranked.
const Row* winner(const Group& group, unsigned threads);

}  // namespace tact::bench
