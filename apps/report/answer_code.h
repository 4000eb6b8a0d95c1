#pragma once
// The answer for a frame in few bytes: which triangles touch something, and the list of contacts.
#include <cstdint>
#include <string>
#include <vector>

#include "apps/report/moment.h"

namespace tact::report {

/// By body, sorted, each once: the primitives that are in a pair.
std::vector<std::vector<std::uint32_t>> touching_primitives(const Result& result,
                                                            std::size_t bodies);

/// The places of at most `most` contacts, the deepest ones, in the order of the list.
std::vector<std::size_t> deepest_contacts(const Result& result, std::size_t most);

/// Not yet deflated. All of `touching`, then the contacts at `listed`.
std::string code_answer(const Result& result,
                        const std::vector<std::vector<std::uint32_t>>& touching,
                        const std::vector<std::size_t>& listed, const Coordinates& coordinates);

}  // namespace tact::report
