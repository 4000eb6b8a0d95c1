// What a walk asks of two lanes whose boxes overlap: whether their further volumes do, too. One
// lane against eight. Included once per instruction set.
#if defined(TACT_TRAVERSE_LANE_FILTER_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_LANE_FILTER_SIMD_H
#undef TACT_TRAVERSE_LANE_FILTER_SIMD_H
#else
#define TACT_TRAVERSE_LANE_FILTER_SIMD_H
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "tact/bounds/lane_volumes.h"
#include "tact/tree/tree.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Boxes say it all.
struct NoFilter {
  explicit NoFilter(float) {}
  HWY_INLINE std::uint32_t operator()(const Block&, std::uint32_t, const Block&,
                                      std::uint32_t columns) const {
    return columns;
  }
};

template <int Extra>
class SlabFilter {
 public:
  explicit SlabFilter(float grow) : grow_(grow) {}
  HWY_INLINE std::uint32_t operator()(const Block& a, std::uint32_t i, const Block& b,
                                      std::uint32_t columns) const {
    if (columns == 0) return 0;
    using D = hn::CappedTag<float, 8>;
    const D d;
    const Slabs8<Extra>& own = volumes_of<Slabs8<Extra>>(a);
    const Slabs8<Extra>& eight = volumes_of<Slabs8<Extra>>(b);
    std::uint32_t mask = 0;
    for (std::size_t at = 0; at < 8; at += hn::MaxLanes(D())) {
      auto both = hn::FirstN(d, hn::Lanes(d));
      for (int m = 0; m < Extra; ++m) {
        const auto lo = hn::Set(d, own.lo[m][i] - grow_);
        const auto hi = hn::Set(d, own.hi[m][i] + grow_);
        both = hn::And(both, hn::And(hn::Le(lo, hn::Load(d, eight.hi[m] + at)),
                                     hn::Ge(hi, hn::Load(d, eight.lo[m] + at))));
      }
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, both, bits);
      mask |= static_cast<std::uint32_t>(bits[0]) << at;
    }
    return columns & mask;
  }

 private:
  float grow_;
};

class SphereFilter {
 public:
  explicit SphereFilter(float grow) : grow_(grow) {}
  HWY_INLINE std::uint32_t operator()(const Block& a, std::uint32_t i, const Block& b,
                                      std::uint32_t columns) const {
    if (columns == 0) return 0;
    using D = hn::CappedTag<float, 8>;
    const D d;
    const Spheres8& own = volumes_of<Spheres8>(a);
    const Spheres8& eight = volumes_of<Spheres8>(b);
    std::uint32_t mask = 0;
    for (std::size_t at = 0; at < 8; at += hn::MaxLanes(D())) {
      auto apart_sq = hn::Zero(d);
      for (int k = 0; k < 3; ++k) {
        const auto away = hn::Sub(hn::Set(d, own.centre[k][i]), hn::Load(d, eight.centre[k] + at));
        apart_sq = hn::MulAdd(away, away, apart_sq);
      }
      const auto reach = hn::Add(hn::Set(d, own.radius[i] + grow_), hn::Load(d, eight.radius + at));
      // Differences, squares and sums are each off by half an ulp of themselves.
      const auto reach_sq = hn::Mul(hn::Mul(reach, reach), hn::Set(d, 1 + 0x1p-18F));
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Le(apart_sq, reach_sq), bits);
      mask |= static_cast<std::uint32_t>(bits[0]) << at;
    }
    return columns & mask;
  }

 private:
  float grow_;
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
