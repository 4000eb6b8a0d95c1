// One placed k-DOP against eight of another body: the face axes of the boxes, as in obb_simd.h, and
// the further directions of both. Included once per instruction set by files that dispatch with
// foreach_target.
#if defined(TACT_BOUNDS_KDOP_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BOUNDS_KDOP_SIMD_H
#undef TACT_BOUNDS_KDOP_SIMD_H
#else
#define TACT_BOUNDS_KDOP_SIMD_H
#endif

#include <hwy/highway.h>

#include "tact/bounds/kdop.h"
#include "tact/bounds/obb_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// How far the placed k-DOP is beyond the lanes along a direction, and how far before them; where
/// one is positive they are apart. Rounding is taken off.
struct DopGap {
  V8 beyond;
  V8 before;
  V8 low;  // of the lanes, outward
  V8 high;

  HWY_INLINE V8 most() const { return hn::Max(beyond, before); }
};

/// Along direction m of the lanes.
template <int Extra>
HWY_INLINE DopGap lane_gap(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop, int m,
                           std::size_t i) {
  const D8 d;
  const V8 mid = hn::Load(d, eight.mid[m] + i);
  const V8 radius = hn::Load(d, eight.radius[m] + i);
  const V8 reach = hn::MulAdd(hn::Add(hn::Abs(mid), radius), hn::Set(d, 0x1p-20F), radius);
  DopGap out;
  out.low = hn::Sub(mid, reach);
  out.high = hn::Add(mid, reach);
  out.beyond = hn::Sub(hn::Set(d, dop.low[m]), out.high);
  out.before = hn::Sub(out.low, hn::Set(d, dop.high[m]));
  return out;
}

/// Along direction m of the placed one.
template <int Extra>
HWY_INLINE DopGap own_gap(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop, int m,
                          std::size_t i) {
  const D8 d;
  const auto& along = dop.at->along[m];
  const DopShare& by = dop.at->by_other[m];
  V8 centre = hn::Zero(d);
  V8 reach = hn::Zero(d);
  V8 middle = hn::Mul(hn::Set(d, by.factor), hn::Load(d, eight.mid[by.own] + i));
  V8 slab = hn::Mul(hn::Set(d, std::fabs(by.factor)), hn::Load(d, eight.radius[by.own] + i));
  V8 sizes = hn::Zero(d);
  for (int k = 0; k < 3; ++k) {
    const V8 c = hn::Load(d, eight.centre[k] + i);
    const V8 h = hn::Load(d, eight.half[k] + i);
    centre = hn::MulAdd(hn::Set(d, along[k]), c, centre);
    reach = hn::MulAdd(hn::Set(d, std::fabs(along[k])), h, reach);
    middle = hn::MulAdd(hn::Set(d, by.remaining[k]), c, middle);
    slab = hn::MulAdd(hn::Set(d, std::fabs(by.remaining[k])), h, slab);
    sizes = hn::Add(sizes, hn::Add(hn::Abs(c), h));
  }
  const V8 pad = hn::Mul(sizes, hn::Set(d, rounding_share));
  DopGap out;
  out.low = hn::Sub(hn::Max(hn::Sub(centre, reach), hn::Sub(middle, slab)), pad);
  out.high = hn::Add(hn::Min(hn::Add(centre, reach), hn::Add(middle, slab)), pad);
  out.beyond = hn::Sub(hn::Set(d, dop.own_low[m]), out.high);
  out.before = hn::Sub(out.low, hn::Set(d, dop.own_high[m]));
  return out;
}

/// The largest gap along a direction beyond those of the boxes.
template <int Extra>
HWY_INLINE V8 largest_dop_gap(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop,
                              std::size_t i) {
  V8 gap = lane_gap(eight, dop, 0, i).most();
  for (int m = 1; m < Extra; ++m) gap = hn::Max(gap, lane_gap(eight, dop, m, i).most());
  for (int m = 0; m < Extra; ++m) gap = hn::Max(gap, own_gap(eight, dop, m, i).most());
  return gap;
}

/// As for boxes. Not inlined, like the others here: next to 14 or more slabs a call is nothing, and
/// a dozen copies take the compiler a minute.
template <bool AllAxes, int Extra>
HWY_NOINLINE std::uint32_t touching_lanes(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop,
                                          std::uint32_t wanted, float* gap = nullptr) {
  const D8 d;
  constexpr std::size_t lanes = hn::MaxLanes(D8());
  const PlacedBox& box = dop;
  std::uint32_t touching =
      touching_lanes<AllAxes>(static_cast<const CentredBox8&>(eight), box, wanted, gap);
  for (std::size_t i = 0; i < 8 && touching != 0; i += lanes) {
    const V8 most = largest_dop_gap(eight, dop, i);
    touching &= ~(bits_of(hn::Gt(most, hn::Zero(d))) << i);
  }
  return touching;
}

template <int Extra>
HWY_NOINLINE void distance_bounds(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop,
                                  float (&gap)[8]) {
  const D8 d;
  const PlacedBox& box = dop;
  distance_bounds(static_cast<const CentredBox8&>(eight), box, gap);
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    const V8 most = hn::Mul(largest_dop_gap(eight, dop, i), hn::Set(d, 1 - 0x1p-18F));
    const V8 known = hn::LoadU(d, gap + i);
    hn::StoreU(hn::IfThenElse(hn::Gt(most, known), most, known), d, gap + i);
  }
}

/// Where a direction separates lanes by more than what was found before, it is remembered instead.
HWY_INLINE void separate_along(const float (&along)[3], const DopGap& at, std::size_t i,
                               Separation8& out) {
  const D8 d;
  const auto beyond = hn::Gt(at.beyond, at.before);
  const V8 gap = hn::Mul(at.most(), hn::Set(d, 1 - 0x1p-18F));
  const auto better = hn::Gt(gap, hn::Load(d, out.gap + i));
  const V8 sign = hn::IfThenElse(beyond, hn::Set(d, 1.0F), hn::Set(d, -1.0F));
  const V8 reach = hn::IfThenElse(beyond, at.high, hn::Neg(at.low));
  hn::Store(hn::IfThenElse(better, gap, hn::Load(d, out.gap + i)), d, out.gap + i);
  hn::Store(hn::IfThenElse(better, reach, hn::Load(d, out.reach + i)), d, out.reach + i);
  for (int x = 0; x < 3; ++x) {
    const V8 component = hn::Mul(sign, hn::Set(d, along[x]));
    hn::Store(hn::IfThenElse(better, component, hn::Load(d, out.along[x] + i)), d,
              out.along[x] + i);
  }
}

/// As for boxes.
template <bool AllAxes, int Extra>
HWY_NOINLINE std::uint32_t separate_lanes(const KDop8<Extra>& eight, const PlacedDop<Extra>& dop,
                                          std::uint32_t wanted, Separation8& out) {
  const D8 d;
  constexpr std::size_t lanes = hn::MaxLanes(D8());
  const PlacedBox& box = dop;
  std::uint32_t touching =
      separate_lanes<AllAxes>(static_cast<const CentredBox8&>(eight), box, wanted, out);
  for (std::size_t i = 0; i < 8; i += lanes) {
    for (int m = 0; m < Extra; ++m) {
      separate_along(DopDirections<Extra>::at[m], lane_gap(eight, dop, m, i), i, out);
      separate_along(dop.at->along[m], own_gap(eight, dop, m, i), i, out);
    }
    touching &= ~(bits_of(hn::Gt(hn::Load(d, out.gap + i), hn::Zero(d))) << i);
  }
  return touching;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
