// Kernels on boxes that are inlined into other kernels. Included once per instruction set by files
// that dispatch with foreach_target; Highway's toggle guard takes the place of #pragma once.
#if defined(TACT_BOUNDS_AABB_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BOUNDS_AABB_SIMD_H
#undef TACT_BOUNDS_AABB_SIMD_H
#else
#define TACT_BOUNDS_AABB_SIMD_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "tact/bounds/aabb.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One box in registers, each bound repeated in all lanes, at most eight lanes wide.
struct BroadcastBox {
  using D = hn::CappedTag<float, 8>;
  using V = hn::Vec<D>;
  V lo0, lo1, lo2, hi0, hi1, hi2;

  explicit HWY_INLINE BroadcastBox(const Aabb& box)
      : lo0(hn::Set(D(), box.lo[0])),
        lo1(hn::Set(D(), box.lo[1])),
        lo2(hn::Set(D(), box.lo[2])),
        hi0(hn::Set(D(), box.hi[0])),
        hi1(hn::Set(D(), box.hi[1])),
        hi2(hn::Set(D(), box.hi[2])) {}
};

/// What the box has in common with each of the eight, grown by `grow`. Bit i is set if that is
/// anything; where not, `out` is not a box.
HWY_INLINE std::uint32_t common_boxes(const BroadcastBox& box, const Aabb8& eight, float grow,
                                      Aabb8& out) {
  const BroadcastBox::D d;
  constexpr std::size_t lanes = hn::MaxLanes(BroadcastBox::D());
  const auto more = hn::Set(d, grow);
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const auto lo0 = hn::Max(box.lo0, hn::Sub(hn::Load(d, eight.lo[0] + i), more));
    const auto lo1 = hn::Max(box.lo1, hn::Sub(hn::Load(d, eight.lo[1] + i), more));
    const auto lo2 = hn::Max(box.lo2, hn::Sub(hn::Load(d, eight.lo[2] + i), more));
    const auto hi0 = hn::Min(box.hi0, hn::Add(hn::Load(d, eight.hi[0] + i), more));
    const auto hi1 = hn::Min(box.hi1, hn::Add(hn::Load(d, eight.hi[1] + i), more));
    const auto hi2 = hn::Min(box.hi2, hn::Add(hn::Load(d, eight.hi[2] + i), more));
    hn::Store(lo0, d, out.lo[0] + i);
    hn::Store(lo1, d, out.lo[1] + i);
    hn::Store(lo2, d, out.lo[2] + i);
    hn::Store(hi0, d, out.hi[0] + i);
    hn::Store(hi1, d, out.hi[1] + i);
    hn::Store(hi2, d, out.hi[2] + i);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(hn::Le(lo0, hi0), hn::Le(lo1, hi1)), hn::Le(lo2, hi2)),
                      bits);
    mask |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return mask & 0xFFU;
}

/// Bit i is set if the box overlaps box i of the eight.
HWY_INLINE std::uint32_t overlap_mask(const BroadcastBox& box, const Aabb8& eight) {
  const BroadcastBox::D d;
  constexpr std::size_t lanes = hn::MaxLanes(BroadcastBox::D());
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const auto m0 = hn::And(hn::Le(box.lo0, hn::Load(d, eight.hi[0] + i)),
                            hn::Ge(box.hi0, hn::Load(d, eight.lo[0] + i)));
    const auto m1 = hn::And(hn::Le(box.lo1, hn::Load(d, eight.hi[1] + i)),
                            hn::Ge(box.hi1, hn::Load(d, eight.lo[1] + i)));
    const auto m2 = hn::And(hn::Le(box.lo2, hn::Load(d, eight.hi[2] + i)),
                            hn::Ge(box.hi2, hn::Load(d, eight.lo[2] + i)));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(hn::And(m0, m1), m2), bits);
    mask |= static_cast<std::uint32_t>(bits[0]) << i;
  }
  return mask & 0xFFU;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
