#include "tact/traverse/block_pairs.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/block_pairs.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Block = SphereBlock;
using Lanes = hn::CappedTag<double, SphereBlock::width>;

// Which spheres of b overlap sphere i of a, one bit each; as overlaps() of two spheres judges.
HWY_INLINE std::uint32_t overlapping(const Block& a, std::uint32_t i, const Block& b,
                                     double tolerance) {
  const Lanes d;
  const auto x = hn::Set(d, a.x[i]);
  const auto y = hn::Set(d, a.y[i]);
  const auto z = hn::Set(d, a.z[i]);
  const auto own = hn::Set(d, a.radius[i] + tolerance);
  std::uint32_t mask = 0;
  for (std::size_t at = 0; at < SphereBlock::width; at += hn::MaxLanes(d)) {
    const auto dx = hn::Sub(x, hn::LoadU(d, b.x.data() + at));
    const auto dy = hn::Sub(y, hn::LoadU(d, b.y.data() + at));
    const auto dz = hn::Sub(z, hn::LoadU(d, b.z.data() + at));
    const auto apart_sq = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
    const auto reach = hn::Add(own, hn::LoadU(d, b.radius.data() + at));
    const auto limit =
        hn::Add(hn::Mul(hn::Mul(reach, reach), hn::Set(d, 1 + 0x1p-48)), hn::Set(d, 0x1p-1000));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Not(hn::Gt(apart_sq, limit)), bits);  // a NaN counts
    mask |= static_cast<std::uint32_t>(bits[0]) << at;
  }
  return mask & ((1U << b.count) - 1);
}

void find_block_pairs_impl(const SphereBlocks& a, const SphereBlocks& b, double tolerance,
                           BlockPairs& pairs, Stats& stats) {
  pairs.found.clear();
  pairs.open.clear();
  const auto open_all = [&](const Range& of_a, const Range& of_b) {
    for (std::uint32_t i = of_a.first; i < of_a.end(); ++i) {
      for (std::uint32_t k = of_b.first; k < of_b.end(); ++k) pairs.open.push_back({i, k});
    }
  };
  open_all(a.top(), b.top());
  while (!pairs.open.empty()) {
    const Pair pair = pairs.open.back();
    pairs.open.pop_back();
    const Block& of_a = a.block(pair.a);
    const Block& of_b = b.block(pair.b);
    stats.bounds_tests += std::uint64_t{of_a.count} * of_b.count;
    for (std::uint32_t i = 0; i < of_a.count; ++i) {
      for (std::uint32_t left = overlapping(of_a, i, of_b, tolerance); left != 0;
           left &= left - 1) {
        const auto k = static_cast<std::uint32_t>(std::countr_zero(left));
        if (of_a.is_last) {
          pairs.found.push_back({{pair.a, i}, {pair.b, k}});
        } else {
          open_all(of_a.below[i], of_b.below[k]);
        }
      }
    }
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(find_block_pairs_impl);

void find_block_pairs(const SphereBlocks& a, const SphereBlocks& b, double tolerance,
                      BlockPairs& pairs, Stats& stats) {
  HWY_DYNAMIC_DISPATCH(find_block_pairs_impl)(a, b, tolerance, pairs, stats);
}

}  // namespace tact
#endif
