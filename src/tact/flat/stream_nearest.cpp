#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/flat/stream_nearest.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tact/flat/stream_nearest.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lower bounds of the distances of one box from eight. Lanes that are nothing are infinitely far.
void bounds_impl(const Aabb& box, const Aabb8& eight, float* out) {
  using D = hn::CappedTag<float, 8>;
  const D d;
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    auto sum = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      const auto below = hn::Sub(hn::Load(d, eight.lo[k] + i), hn::Set(d, box.hi[k]));
      const auto above = hn::Sub(hn::Set(d, box.lo[k]), hn::Load(d, eight.hi[k] + i));
      const auto gap = hn::Max(hn::Zero(d), hn::Max(below, above));
      sum = hn::MulAdd(gap, gap, sum);
    }
    hn::StoreU(hn::Mul(hn::Sqrt(sum), hn::Set(d, 1 - 0x1p-18F)), d, out + i);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {
namespace {

HWY_EXPORT(bounds_impl);

// Two tiles, or two leaves, and how near they can be.
struct Near {
  float bound;
  std::uint32_t a;
  std::uint32_t b;
};

void sort_nearest(std::span<Near> list) {
  std::sort(list.begin(), list.end(), [](const Near& p, const Near& q) {
    if (p.bound != q.bound) return p.bound < q.bound;
    return p.a != q.a ? p.a < q.a : p.b < q.b;
  });
}

// Adds the boxes among `eights`, counted from `first`, that may be nearer to `box` than `best`.
void add_near(const Aabb& box, std::uint32_t a, std::span<const Aabb8> eights, std::uint32_t first,
              float best, ArenaVector<Near>& out) {
  for (std::uint32_t k = 0; k < eights.size(); ++k) {
    float bounds[8];
    HWY_DYNAMIC_DISPATCH(bounds_impl)(box, eights[k], bounds);
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      if (bounds[lane] < best) out.push_back({bounds[lane], a, first + 8 * k + lane});
    }
  }
}

}  // namespace

float distance_below(const Aabb& a, const Aabb& b) {
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    const float gap = std::max({0.0F, b.lo[k] - a.hi[k], a.lo[k] - b.hi[k]});
    sum += gap * gap;
  }
  return std::sqrt(sum) * (1 - 0x1p-18F);
}

void find_nearest(const LeafStream& a, const LeafStream& b, LeafMeasure& measure, Arena& arena,
                  Stats& stats) {
  float best = std::numeric_limits<float>::infinity();
  ArenaVector<Near> tiles(arena);
  for (std::uint32_t tile = 0; tile < a.tile_count(); ++tile) {
    add_near(a.tile(tile), tile, b.tiles, 0, best, tiles);
  }
  stats.bounds_tests += std::uint64_t{a.tile_count()} * b.tile_count();
  sort_nearest({tiles.begin(), tiles.end()});
  ArenaVector<Near> leaves(arena);
  for (const Near& pair : tiles) {
    if (!(pair.bound < best)) return;
    leaves.clear();
    const std::span<const Aabb8> of_a = a.tile_boxes(pair.a);
    const std::uint32_t first = pair.a * tile_side;
    for (std::uint32_t i = 0; i < 8 * of_a.size(); ++i) {
      const Aabb box = of_a[i / 8].get(i % 8);
      if (box.empty() || !(distance_below(box, b.tile(pair.b)) < best)) continue;
      add_near(box, first + i, b.tile_boxes(pair.b), pair.b * tile_side, best, leaves);
      stats.bounds_tests += 8 * b.tile_boxes(pair.b).size();
    }
    sort_nearest({leaves.begin(), leaves.end()});
    for (const Near& near : leaves) {
      if (!(near.bound < best)) break;
      best = measure(near.a, near.b, best);
    }
  }
}

}  // namespace tact
#endif
