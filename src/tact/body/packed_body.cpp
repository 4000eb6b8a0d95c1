#include "tact/body/packed_body.h"

#include <algorithm>

#include "tact/base/parallel.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

constexpr std::uint32_t packed_per_chunk = 1U << 12;  // of an update; a multiple of 8

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
  const std::size_t chunks = chunk_count(count, packed_per_chunk);
  const std::span<Aabb> parts = arena.allocate<Aabb>(chunks);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(count, packed_per_chunk, chunk);
    const Range range{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)};
    parts[chunk] =
        fit_blocks(primitives, frame, range, std::span<Aabb8>(blocks).subspan(first / 8));
  });
  all = Aabb::nothing();
  for (const Aabb& part : parts) all = merge(all, part);
}

}  // namespace tact
