#include "tact/contact/patch_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/contact/patch_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 8>;
using Vector = hn::Vec<Lanes>;

struct WideAxis {
  Vector x;
  Vector y;
  Vector z;
};

HWY_INLINE Vector along(const float* points, std::size_t count, std::size_t at,
                        const WideAxis& axis) {
  const Lanes d;
  const Vector x = hn::Mul(hn::LoadU(d, points + at), axis.x);
  const Vector y = hn::Mul(hn::LoadU(d, points + count + at), axis.y);
  const Vector z = hn::Mul(hn::LoadU(d, points + 2 * count + at), axis.z);
  return hn::Add(hn::Add(x, y), z);
}

double overlap_along_impl(std::span<const float> a, std::span<const float> b, const Vec3& axis) {
  const Lanes d;
  const WideAxis wide{hn::Set(d, static_cast<float>(axis.x)),
                      hn::Set(d, static_cast<float>(axis.y)),
                      hn::Set(d, static_cast<float>(axis.z))};
  const std::size_t count_a = a.size() / 3;
  const std::size_t count_b = b.size() / 3;
  Vector least = along(a.data(), count_a, 0, wide);
  for (std::size_t at = hn::MaxLanes(d); at < count_a; at += hn::MaxLanes(d)) {
    least = hn::Min(least, along(a.data(), count_a, at, wide));
  }
  Vector most = along(b.data(), count_b, 0, wide);
  for (std::size_t at = hn::MaxLanes(d); at < count_b; at += hn::MaxLanes(d)) {
    most = hn::Max(most, along(b.data(), count_b, at, wide));
  }
  return static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, most))) -
         static_cast<double>(hn::GetLane(hn::MinOfLanes(d, least)));
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(overlap_along_impl);

double overlap_along(std::span<const float> a, std::span<const float> b, const Vec3& axis) {
  return HWY_DYNAMIC_DISPATCH(overlap_along_impl)(a, b, axis);
}

}  // namespace tact
#endif
