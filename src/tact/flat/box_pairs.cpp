#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/box_pairs.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "tact/bounds/aabb_simd.h"
#include "tact/flat/box_pairs.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// The boxes of b that the range of a can reach at all, packed again into full blocks.
struct Reachable {
  std::span<Aabb8> blocks;
  std::span<std::uint32_t> ids;
  std::uint32_t count = 0;
};

Reachable clip(const BoxStream& b, const Aabb& region, std::uint32_t first, Arena& arena) {
  Reachable r;
  r.blocks = arena.allocate<Aabb8>(b.blocks.size());
  r.ids = arena.allocate<std::uint32_t>(b.blocks.size() * 8);
  const BroadcastBox box(region);
  for (std::size_t k = first / 8; k < b.blocks.size(); ++k) {
    for (std::uint32_t mask = overlap_mask(box, b.blocks[k]); mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
      r.blocks[r.count / 8].set(r.count % 8, b.blocks[k].get(lane));
      r.ids[r.count++] = static_cast<std::uint32_t>(8 * k) + lane;
    }
  }
  for (std::uint32_t i = r.count; i % 8 != 0; ++i) r.blocks[i / 8].set(i % 8, Aabb::nothing());
  return r;
}

std::uint64_t box_pairs_impl(const BoxPairJob& job, const BoxStream& a, const BoxStream& b,
                             Arena& arena, CandidateWriter& writer) {
  const bool within = job.body_a == job.body_b;
  Aabb region = Aabb::nothing();
  for (std::uint32_t i = job.range.first; i < job.range.end(); ++i) {
    region = merge(region, a.blocks[i / 8].get(i % 8));
  }
  if (region.empty()) return 0;
  region.grow(job.grow);
  std::uint64_t tests = b.count;
  const Reachable reach = clip(b, region, within ? job.range.first : 0, arena);
  const std::uint32_t blocks = (reach.count + 7) / 8;
  std::uint32_t first = 0;  // within a body: blocks before it hold no box after i
  for (std::uint32_t i = job.range.first; i < job.range.end(); ++i) {
    Aabb one = a.blocks[i / 8].get(i % 8);
    one.grow(job.grow);
    ++tests;
    if (!overlaps(one, b.all)) continue;
    const BroadcastBox box(one);
    if (within) {
      while (first < blocks && reach.ids[std::min(8 * first + 7, reach.count - 1)] <= i) ++first;
    }
    tests += std::uint64_t{8} * (blocks - first);
    for (std::uint32_t k = first; k < blocks; ++k) {
      for (std::uint32_t mask = overlap_mask(box, reach.blocks[k]); mask != 0; mask &= mask - 1) {
        const std::uint32_t j =
            reach.ids[8 * k + static_cast<std::uint32_t>(std::countr_zero(mask))];
        if (within && j <= i) continue;
        if (writer.push(ordered(job.body_a, i, job.body_b, j)) == Flow::stop) return tests;
      }
    }
  }
  return tests;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(box_pairs_impl);
}  // namespace

std::uint64_t find_box_pairs(const BoxPairJob& job, const BoxStream& a, const BoxStream& b,
                             Arena& arena, CandidateWriter& writer) {
  return HWY_DYNAMIC_DISPATCH(box_pairs_impl)(job, a, b, arena, writer);
}

}  // namespace tact
#endif
