#pragma once
// Pairs that meet only because a file repeats vertices, as at the seams of a texture.
#include <cstddef>
#include <string>
#include <vector>

#include "tact/tact.h"

namespace tact::app {

/// Pairs within a body whose triangles have a corner in one place, but as different vertices; none
/// of bodies that were welded. `bodies` by slot.
std::size_t count_seam_pairs(const Result& result, const std::vector<const Mesh*>& bodies);

/// "12 of these pairs meet in vertices that the file repeats, …"; empty for none.
std::string seam_text(std::size_t pairs);

}  // namespace tact::app
