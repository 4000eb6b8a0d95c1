#pragma once
// Bounds of many primitives by several threads, a chunk at a time.
#include <cstddef>
#include <cstdint>
#include <span>

#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/bounds/aabb.h"

namespace tact {

constexpr std::uint32_t boxes_a_fit_chunk = 1U << 12;  // a multiple of 8

/// Calls one(chunk, range) for ranges that make up [0, count), their firsts multiples of 8.
template <class F>
void for_each_fit_chunk(std::uint32_t count, unsigned threads, F&& one) {
  parallel_for(chunk_count(count, boxes_a_fit_chunk), threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(count, boxes_a_fit_chunk, chunk);
    one(chunk, Range{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)});
  });
}

/// The box of all, by fit(range), which returns that of a range. Takes room for one box a chunk.
template <class F>
Aabb fit_in_chunks(std::uint32_t count, unsigned threads, Arena& arena, F&& fit) {
  const std::span<Aabb> parts = arena.allocate<Aabb>(chunk_count(count, boxes_a_fit_chunk));
  for_each_fit_chunk(count, threads,
                     [&](std::size_t chunk, const Range& range) { parts[chunk] = fit(range); });
  Aabb all = Aabb::nothing();
  for (const Aabb& part : parts) all = merge(all, part);
  return all;
}

}  // namespace tact
