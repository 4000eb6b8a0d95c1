#include "tact/geometry/non_neighbours.h"

#include "tact/geometry/look_ahead.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/geometry/non_neighbours.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE bool share(const std::uint32_t* a, const std::uint32_t* b) {
  bool any = false;
  for (int k = 0; k < 3; ++k) any = any | (a[k] == b[0]) | (a[k] == b[1]) | (a[k] == b[2]);
  return any;
}
#else
HWY_INLINE bool share(const std::uint32_t* a, const std::uint32_t* b) {
  const hn::FixedTag<std::uint32_t, 4> d;
  const hn::Half<decltype(d)> two;
  // Not one load of four: behind the last triangle's corners may be nothing.
  const auto corners = hn::Combine(d, hn::LoadU(two, a + 1), hn::LoadU(two, a));
  const auto same =
      hn::Or(hn::Or(hn::Eq(corners, hn::Set(d, b[0])), hn::Eq(corners, hn::Set(d, b[1]))),
             hn::Eq(corners, hn::Set(d, b[2])));
  return !hn::AllFalse(d, same);
}
#endif

std::size_t non_neighbours_of(const std::byte* corners, std::size_t stride,
                              std::span<const std::uint32_t> i, std::span<const std::uint32_t> j,
                              bool prefetch, std::uint8_t* out) {
  const auto at = [&](std::uint32_t triangle) {
    return reinterpret_cast<const std::uint32_t*>(corners + triangle * stride);
  };
  std::size_t count = 0;
  for (std::size_t k = 0; k < i.size(); ++k) {
    if (prefetch && k + look_ahead < i.size()) {
      __builtin_prefetch(at(i[k + look_ahead]));
      __builtin_prefetch(at(j[k + look_ahead]));
    }
    // No branch depends on the answer, which is hard to predict.
    out[count] = static_cast<std::uint8_t>(k);
    count += share(at(i[k]), at(j[k])) ? 0U : 1U;
  }
  return count;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(non_neighbours_of);

std::size_t find_non_neighbours(const TrianglesView& corners, std::span<const std::uint32_t> i,
                                std::span<const std::uint32_t> j, std::uint8_t* out) {
  return HWY_DYNAMIC_DISPATCH(non_neighbours_of)(corners.data(), corners.stride(), i, j,
                                                 corners.size() >= worth_prefetching, out);
}

}  // namespace tact
#endif
