#include "tact/body/packed_body.h"

#include <algorithm>

#include "tact/body/fit_in_chunks.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

// Fills the blocks of one chunk and returns the box of all of them.
Aabb fit_blocks(const Primitives& primitives, const BoundsFrame& frame, Range range,
                std::span<Aabb8> blocks) {
  Aabb all = Aabb::nothing();
  Aabb eight[8];
  for (std::uint32_t i = 0; i < range.count; i += 8) {
    const std::uint32_t lanes = std::min<std::uint32_t>(8, range.count - i);
    fit_boxes(primitives, frame, {range.first + i, lanes}, std::span<Aabb>(eight, lanes));
    std::fill(eight + lanes, eight + 8, Aabb::nothing());
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      blocks[i / 8].set(lane, eight[lane]);
      all = merge(all, eight[lane]);
    }
  }
  return all;
}

}  // namespace

void PackedBody::refit(const Primitives& primitives, const BoundsFrame& frame, unsigned threads,
                       Arena& arena) {
  count = primitives.size();
  blocks.resize((count + std::size_t{7}) / 8);
  all = fit_in_chunks(count, threads, arena, [&](const Range& range) {
    return fit_blocks(primitives, frame, range, std::span<Aabb8>(blocks).subspan(range.first / 8));
  });
}

}  // namespace tact
