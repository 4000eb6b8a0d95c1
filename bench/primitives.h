#pragma once
#include <cstdio>

namespace tact::bench {

/// Times the exact triangle tests, batched and single, beside CGAL's (if it was built in) on
/// box-overlapping pairs of the scenes and on the hard families: nanoseconds per pair, medians of
/// interleaved rounds. Returns 0, or 1 if any two answers differ.
int run_primitives(std::FILE* out, bool json);

}  // namespace tact::bench
