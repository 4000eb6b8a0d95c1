#include "tact/geometry/gather_floats.h"

#include "tact/geometry/look_ahead.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/geometry/gather_floats.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
std::size_t gather_fours(const TrianglesView&, const PositionsView&, std::span<const std::uint32_t>,
                         double*, std::size_t) {
  return 0;
}
#else

using Floats = hn::FixedTag<float, 4>;

// Two coordinates of four vertices: a of the first, … in `first`, b of the first, … in `second`.
struct Turned {
  hn::Vec<Floats> first, second;
};
HWY_INLINE Turned turn(const float* const (&at)[4], std::size_t from) {
  const Floats d;
  const hn::Half<Floats> two;
  const auto pair = [&](std::size_t k) {
    return hn::ZeroExtendVector(d, hn::LoadU(two, at[k] + from));
  };
  const auto low = hn::InterleaveLower(d, pair(0), pair(1));
  const auto high = hn::InterleaveLower(d, pair(2), pair(3));
  return {hn::ConcatLowerLower(d, high, low), hn::ConcatUpperUpper(d, high, low)};
}

HWY_INLINE void store(hn::Vec<Floats> four, double* to) {
#if HWY_CAP_GE256
  const hn::FixedTag<double, 4> d;
  hn::StoreU(hn::PromoteTo(d, four), d, to);
#else
  const hn::FixedTag<double, 2> d;
  const hn::Half<Floats> two;
  hn::StoreU(hn::PromoteTo(d, hn::LowerHalf(two, four)), d, to);
  hn::StoreU(hn::PromoteTo(d, hn::UpperHalf(two, four)), d, to + 2);
#endif
}

std::size_t gather_fours(const TrianglesView& triangles, const PositionsView& positions,
                         std::span<const std::uint32_t> ids, double* out, std::size_t stride) {
  const std::byte* const corners = triangles.data();
  const std::size_t corners_stride = triangles.stride();
  const std::byte* const places = positions.data();
  const std::size_t places_stride = positions.stride();
  const auto corners_of = [&](std::size_t k) {
    return reinterpret_cast<const std::uint32_t*>(corners + ids[k] * corners_stride);
  };
  const auto place_of = [&](std::uint32_t vertex) {
    return reinterpret_cast<const float*>(places + vertex * places_stride);
  };
  const bool prefetch = triangles.size() >= worth_prefetching;
  const std::size_t fours = ids.size() / 4 * 4;
  for (std::size_t k = 0; k < fours; k += 4) {
    if (prefetch) {
      for (std::size_t i = k + look_far_ahead; i < k + look_far_ahead + 4 && i < fours; ++i) {
        __builtin_prefetch(corners_of(i));
      }
      for (std::size_t i = k + look_ahead; i < k + look_ahead + 4 && i < fours; ++i) {
        __builtin_prefetch(place_of(*corners_of(i)));
      }
    }
    const std::uint32_t* const of[4] = {corners_of(k), corners_of(k + 1), corners_of(k + 2),
                                        corners_of(k + 3)};
    double* to = out + k;
    for (std::size_t c = 0; c < 3; ++c) {
      const float* const at[4] = {place_of(of[0][c]), place_of(of[1][c]), place_of(of[2][c]),
                                  place_of(of[3][c])};
      const Turned xy = turn(at, 0);
      const Turned yz = turn(at, 1);
      store(xy.first, to);
      store(xy.second, to + stride);
      store(yz.second, to + 2 * stride);
      to += 3 * stride;
    }
  }
  return fours;
}
#endif

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(gather_fours);

std::size_t gather_floats(const TrianglesView& triangles, const PositionsView& positions,
                          std::span<const std::uint32_t> ids, double* out, std::size_t stride) {
  return HWY_DYNAMIC_DISPATCH(gather_fours)(triangles, positions, ids, out, stride);
}

}  // namespace tact
#endif
