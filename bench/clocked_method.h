#pragma once
// How long the exact tests of a query take, apart from finding what to test, as the papers' tables
// have it: a method whose candidates are tested against the clock.
#include <string>

namespace tact::bench {

/// Registers, once, the method under another name, which it returns: the same, but that the time
/// in which its candidates are tested is added up. Throws Error{unknown_name}. Any thread may call.
std::string clocked(const std::string& method);

/// Seconds added up since the last call, of all such methods on all threads.
double take_clocked_seconds();

}  // namespace tact::bench
