// The axis-coherence test of Tropp 2006 for eight pairs of a front at once. Included once per
// instruction set by files that dispatch with foreach_target.
#if defined(TACT_TRAVERSE_FRONT_LANES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_FRONT_LANES_SIMD_H
#undef TACT_TRAVERSE_FRONT_LANES_SIMD_H
#else
#define TACT_TRAVERSE_FRONT_LANES_SIMD_H
#endif

#include <hwy/highway.h>

#include <cmath>

#include "tact/bounds/obb_simd.h"
#include "tact/traverse/rigid_front.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The gaps of eight pairs of the front along their directions.
HWY_INLINE void gaps_along(const FrontLane* const (&eight)[8], const Placement& at,
                           float (&gap)[8]) {
  const D8 d;
  alignas(32) float soa[16][8];
  for (int i = 0; i < 8; ++i) {
    const float* const from = eight[i]->along;
    for (int f = 0; f < 16; ++f) soa[f][i] = from[f];
  }
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    const auto get = [&](int f) HWY_ATTR { return hn::Load(d, soa[f] + i); };
    const V8 l0 = get(0);
    const V8 l1 = get(1);
    const V8 l2 = get(2);
    // The direction in the frame of the singles: the rotation the other way round.
    V8 turned[3];
    for (int k = 0; k < 3; ++k) {
      turned[k] = hn::MulAdd(l2, hn::Set(d, at.rotation[2][k]),
                             hn::MulAdd(l1, hn::Set(d, at.rotation[1][k]),
                                        hn::Mul(l0, hn::Set(d, at.rotation[0][k]))));
    }
    const auto project = [&](int f) HWY_ATTR {
      return hn::MulAdd(turned[2], get(f + 2),
                        hn::MulAdd(turned[1], get(f + 1), hn::Mul(turned[0], get(f))));
    };
    const V8 shift =
        hn::MulAdd(l2, hn::Set(d, at.shift[2]),
                   hn::MulAdd(l1, hn::Set(d, at.shift[1]), hn::Mul(l0, hn::Set(d, at.shift[0]))));
    V8 arms = hn::Abs(project(7));
    arms = hn::Add(arms, hn::Abs(project(10)));
    arms = hn::Add(arms, hn::Abs(project(13)));
    const V8 centre = project(4);
    V8 sizes = hn::Add(hn::Abs(get(4)), hn::Add(hn::Abs(get(5)), hn::Abs(get(6))));
    sizes = hn::Mul(hn::Add(sizes, arms), hn::Set(d, at.ratio));
    const float shifts = std::fabs(at.shift[0]) + std::fabs(at.shift[1]) + std::fabs(at.shift[2]);
    const V8 slack = hn::MulAdd(hn::Add(sizes, hn::Set(d, shifts)), hn::Set(d, rounding_share),
                                hn::Set(d, at.slack));
    const V8 nearest = hn::MulAdd(hn::Sub(centre, arms), hn::Set(d, at.ratio), shift);
    hn::StoreU(hn::Sub(nearest, hn::Add(get(3), slack)), d, gap + i);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
