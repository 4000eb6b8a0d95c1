#pragma once
// Which points lie in a solid, and which bodies do.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/body/task.h"
#include "tact/contact/result.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// out[i] = where point i lies, on as many threads as the task says. Brings the solid's boxes up to
/// date. A point that is not finite lies outside.
Stats find_sides(const Task& task, std::uint32_t solid, const PositionsView& points,
                 std::span<PointSide> out, Scratch& scratch);

/// Appends, sorted, the pairs (inner, outer) of slots of two bodies that the request is about, of
/// which `contacts` (sorted) has no pair, where something of inner lies in outer, a solid: all, or
/// one of a bounded request. Reads only, as lies_inside().
void find_contained(const Task& task, const Request& request, std::span<const Candidate> contacts,
                    Arena& arena, Stats& stats, ArenaVector<Pair>& out);

/// Does a piece of `inner`, whose surface does not touch that of `outer`, a solid, lie in it? Reads
/// only, so that any number of threads may ask; quick where the solid's boxes are up to date.
bool lies_inside(const Task& task, std::uint32_t inner, std::uint32_t outer, Arena& arena,
                 Stats& stats);

/// Brings the solid's boxes up to date.
Stats prepare_solid(const Task& task, std::uint32_t solid);

}  // namespace tact
