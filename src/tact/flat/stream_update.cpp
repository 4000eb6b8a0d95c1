#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/stream_update.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/bounds/packed_simd.h"
#include "tact/flat/stream_update.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// Two chains of minima from the first vertex on: the two dozen of a leaf are too few for the four
// that the reader has for longer runs.
HWY_INLINE F4Box raw_leaf(const StillReader& read, std::span<const std::uint32_t> vertices) {
  F4Box even = read.raw(vertices[0]);
  F4Box odd = even;
  std::size_t i = 1;
  for (; i + 2 <= vertices.size(); i += 2) {
    even = merge4(even, read.raw(vertices[i]));
    odd = merge4(odd, read.raw(vertices[i + 1]));
  }
  if (i < vertices.size()) even = merge4(even, read.raw(vertices[i]));
  return merge4(even, odd);
}

void update_tile_impl(const StreamLeaves& leaves, const PackedPositions& positions,
                      std::uint32_t tile, std::span<Aabb8> boxes) {
  const StillReader read(positions);
  for (std::uint32_t i = 0; i < 8 * boxes.size(); ++i) {
    const std::uint32_t leaf = tile * tile_side + i;
    Aabb box = Aabb::nothing();
    if (leaf < leaves.count()) {
      if (leaf + 2 < leaves.count()) {
        for (const std::uint32_t vertex : leaves.vertices(leaf + 2)) read.prefetch(vertex);
      }
      box = to_aabb(read.finish(raw_leaf(read, leaves.vertices(leaf))));
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

void update_tile(const StreamLeaves& leaves, const PackedPositions& positions, std::uint32_t tile,
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
