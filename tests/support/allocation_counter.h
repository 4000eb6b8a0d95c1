#pragma once
// Counts what the program allocates, by standing in for the global operator new. Not in builds with
// sanitizers, which need that place for themselves.
#include <cstdint>

namespace tact::testing {

/// False in builds with sanitizers: then nothing is counted, and tests of counts are skipped.
bool counts_allocations();

/// Calls of operator new so far, of all threads.
std::uint64_t allocations();
/// Bytes that were allocated and not given back yet, as the heap rounds them up.
std::uint64_t bytes_in_use();

}  // namespace tact::testing
