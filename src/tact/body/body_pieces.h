#pragma once
// How the primitives of a body hang together.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/body/solid_pieces.h"
#include "tact/body/task.h"

namespace tact {

/// A primitive of each connected piece of a body, at least. Triangles that share a vertex by index
/// are one piece; each point is one. Of a solid they are known, of others this takes
/// a read of the triangles.
/// `memory` is where they are written then; the answer is valid as long as it and the solid are.
std::span<const std::uint32_t> first_of_pieces(const BodyState& body,
                                               std::vector<std::uint32_t>& memory);

}  // namespace tact
