#pragma once
// The pairs of primitives of two bodies, or of one, that touch: where questions about wholes begin.
#include <cstdint>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/stream_bodies.h"
#include "tact/body/task.h"

namespace tact {

/// All of them, sorted; of one body (a = b) also neighbours that have more in common than the
/// vertices that they share. The streams of both are up to date.
std::vector<Candidate> find_touching(const Task& task, const StreamBodies& streams, std::uint32_t a,
                                     std::uint32_t b, Scratch& scratch);

}  // namespace tact
