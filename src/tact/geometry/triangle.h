#pragma once
// Exact tests between closed triangles. A degenerate triangle is the segment or point that it is.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/base/vec.h"
#include "tact/geometry/finding.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Do the closed triangles share a point? Exact for all finite coordinates; the order of vertices
/// and of the two triangles does not matter.
bool intersects(const Triangle& a, const Triangle& b);
/// The same; if they do, `found` is what was learnt on the way.
bool intersects(const Triangle& a, const Triangle& b, Finding& found);

/// Do triangles that share vertices touch anywhere else? `shared_a[i]` and `shared_b[i]`, i <
/// shared, are corners (0..2) of a and b that are one vertex (equal coordinates). True if they have
/// a point in common beyond the shared corner or edge, or if they share all three corners: then
/// they coincide.
bool intersects_beyond(const Triangle& a, const Triangle& b, std::span<const std::uint8_t> shared_a,
                       std::span<const std::uint8_t> shared_b);

/// Do they lie in one plane and have more in common than a point or a segment? Exact. False for
/// degenerate triangles.
bool overlap_in_area(const Triangle& a, const Triangle& b);

/// Kind (exact), segment, normal and depth (rounded) of two triangles for which intersects() is
/// true. `found` is what a test of these two learnt: what it says is not worked out again. The
/// answer does not depend on how much that is.
ContactGeometry describe_contact(const Triangle& a, const Triangle& b, const Finding& found = {});

}  // namespace tact
