#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/tree/box_tree_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/base/float4_simd.h"
#include "tact/tree/box_tree_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

// The bins of three coordinates. No clamping by branches: where items lie nobody could foretell.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void bins_of(const float* p, const BoxBinning& binning, std::int32_t* out) {
  for (std::size_t k = 0; k < 3; ++k) {
    const float b = binning.place(p[k], k);
    const float from_zero = b > 0 ? b : 0;
    out[k] = static_cast<std::int32_t>(from_zero < binning.last[k] ? from_zero : binning.last[k]);
  }
}
#else
HWY_INLINE void bins_of(const float* p, const BoxBinning& binning, std::int32_t* out) {
  const D4 d;
  const hn::RebindToSigned<D4> di;
  // The bits of a number would be taken for a float that is slow to compute with.
  const auto x = hn::IfThenElseZero(hn::FirstN(d, 3), hn::LoadU(d, p));
  const auto b = hn::Mul(hn::Sub(x, hn::LoadU(d, binning.origin)), hn::LoadU(d, binning.scale));
  const auto within = hn::Min(hn::Max(b, hn::Zero(d)), hn::LoadU(d, binning.last));
  hn::StoreU(hn::ConvertTo(di, within), di, out);
}
#endif

void bin_all(std::span<const BoxTreeItem> items, const BoxBinning& binning, BoxBins& out) {
  for (const BoxTreeItem& item : items) {
    std::int32_t lo[4];
    std::int32_t hi[4];
    bins_of(item.lo, binning, lo);
    bins_of(item.hi, binning, hi);
    for (int k = 0; k < 3; ++k) {
      ++out.starts[k][lo[k]];
      ++out.ends[k][hi[k]];
    }
  }
}

// Every item is written to both halves and counts where it belongs.
DealtItems deal_all(std::span<BoxTreeItem> items, const ThickPlane& plane, BoxTreeItem* right) {
  const std::uint32_t axis = plane.axis;
  DealtItems dealt{0, 0};
  for (const BoxTreeItem& item : items) {
    const F4 lo = f4_load(item.lo);
    const F4 hi = f4_load(item.hi);
    const float start = item.lo[axis];
    const float end = item.hi[axis];
    const bool is_left = plane.has_left(item);
    const bool is_right = plane.has_right(item);
    BoxTreeItem& to_right = right[dealt.right];
    f4_store(lo, to_right.lo);
    f4_store(hi, to_right.hi);
    to_right.lo[axis] = is_right ? start : plane.at;
    BoxTreeItem& to_left = items[dealt.left];
    f4_store(lo, to_left.lo);
    f4_store(hi, to_left.hi);
    to_left.hi[axis] = is_left ? end : plane.at;
    dealt.right += is_left ? 0U : 1U;
    dealt.left += is_right ? 0U : 1U;
  }
  return dealt;
}

void merge_all(std::span<const BoxTreeItem> items, float* lo_out, float* hi_out) {
  F4 lo = f4_load(items.front().lo);
  F4 hi = f4_load(items.front().hi);
  for (const BoxTreeItem& item : items) {
    lo = f4_min(lo, f4_load(item.lo));
    hi = f4_max(hi, f4_load(item.hi));
  }
  f4_store(lo, lo_out);
  f4_store(hi, hi_out);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <limits>

namespace tact {
namespace {
HWY_EXPORT(bin_all);
HWY_EXPORT(deal_all);
HWY_EXPORT(merge_all);
}  // namespace

BoxBinning::BoxBinning(const Aabb& box, int bins) {
  for (int k = 0; k < 3; ++k) {
    const float edge = box.hi[k] - box.lo[k];
    origin[k] = box.lo[k];
    scale[k] = edge > 0 ? static_cast<float>(bins) / edge : 0;
  }
  for (float& x : last) x = static_cast<float>(bins - 1);
}

BoxBinning::Places BoxBinning::beside(int limit) const {
  constexpr float inf = std::numeric_limits<float>::infinity();
  const auto x = static_cast<float>(limit);
  return {limit == 1 ? -inf : x - 1, x == last[0] ? inf : x + 1};
}

BoxBins bin_items(std::span<const BoxTreeItem> items, const BoxBinning& binning) {
  BoxBins out;
  HWY_DYNAMIC_DISPATCH(bin_all)(items, binning, out);
  return out;
}

DealtItems deal_items(std::span<BoxTreeItem> items, const ThickPlane& plane, BoxTreeItem* right) {
  return HWY_DYNAMIC_DISPATCH(deal_all)(items, plane, right);
}

Aabb box_around(std::span<const BoxTreeItem> items) {
  if (items.empty()) return Aabb::nothing();
  float lo[4];
  float hi[4];
  HWY_DYNAMIC_DISPATCH(merge_all)(items, lo, hi);
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

}  // namespace tact
#endif
