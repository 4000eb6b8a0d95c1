#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/stream_update.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/flat/stream_positions_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

HWY_INLINE Aabb leaf_box(const PositionReader& read, std::span<const std::uint32_t> vertices) {
  F4 lo0 = read(vertices[0]);
  F4 hi0 = lo0;
  F4 lo1 = lo0;
  F4 hi1 = lo0;
  std::size_t i = 1;
  for (; i + 2 <= vertices.size(); i += 2) {
    const F4 p = read(vertices[i]);
    const F4 q = read(vertices[i + 1]);
    lo0 = f4_min(lo0, p);
    hi0 = f4_max(hi0, p);
    lo1 = f4_min(lo1, q);
    hi1 = f4_max(hi1, q);
  }
  if (i < vertices.size()) {
    const F4 p = read(vertices[i]);
    lo0 = f4_min(lo0, p);
    hi0 = f4_max(hi0, p);
  }
  return read.box(f4_min(lo0, lo1), f4_max(hi0, hi1));
}

void update_tile_impl(const StreamLeaves& leaves, const StreamPositions& positions,
                      std::uint32_t tile, std::span<Aabb8> boxes) {
  const PositionReader read(positions);
  for (std::uint32_t i = 0; i < 8 * boxes.size(); ++i) {
    const std::uint32_t leaf = tile * tile_side + i;
    Aabb box = Aabb::nothing();
    if (leaf < leaves.count()) {
      if (leaf + 2 < leaves.count()) {
        for (const std::uint32_t vertex : leaves.vertices(leaf + 2)) read.prefetch(vertex);
      }
      box = leaf_box(read, leaves.vertices(leaf));
    }
    boxes[i / 8].set(i % 8, box);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {
HWY_EXPORT(update_tile_impl);
}  // namespace

void update_tile(const StreamLeaves& leaves, const StreamPositions& positions, std::uint32_t tile,
                 std::span<Aabb8> boxes) {
  HWY_DYNAMIC_DISPATCH(update_tile_impl)(leaves, positions, tile, boxes);
}

void update_tile(const StreamLeaves& leaves, std::span<const Aabb> primitives, std::uint32_t tile,
                 std::span<Aabb8> boxes) {
  for (std::uint32_t i = 0; i < 8 * boxes.size(); ++i) {
    const std::uint32_t leaf = tile * tile_side + i;
    Aabb box = Aabb::nothing();
    if (leaf < leaves.count()) {
      for (const std::uint32_t id : leaves.ids(leaf)) box = merge(box, primitives[id]);
    }
    boxes[i / 8].set(i % 8, box);
  }
}

// Lane by lane, which compilers turn into vectors.
TileSummary sum_up(std::span<const Aabb8> boxes) {
  Aabb8 all;
  float cost[8] = {};
  for (std::size_t lane = 0; lane < 8; ++lane) all.set(lane, Aabb::nothing());
  for (const Aabb8& b : boxes) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 8; ++i) {
        all.lo[k][i] = b.lo[k][i] < all.lo[k][i] ? b.lo[k][i] : all.lo[k][i];
        all.hi[k][i] = b.hi[k][i] > all.hi[k][i] ? b.hi[k][i] : all.hi[k][i];
      }
    }
    for (std::size_t i = 0; i < 8; ++i) {
      const float x = b.hi[0][i] - b.lo[0][i];
      const float y = b.hi[1][i] - b.lo[1][i];
      const float z = b.hi[2][i] - b.lo[2][i];
      cost[i] += x >= 0 ? x * y + y * z + z * x : 0;
    }
  }
  TileSummary sum;
  for (std::size_t i = 0; i < 8; ++i) {
    sum.box = merge(sum.box, all.get(i));
    sum.cost += static_cast<double>(cost[i]);
  }
  return sum;
}

}  // namespace tact
#endif
