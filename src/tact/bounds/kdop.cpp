#include "tact/bounds/kdop.h"

#include <algorithm>
#include <cmath>

namespace tact {
namespace {

float dot3(const float (&a)[3], const float (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// By the direction that comes nearest, as long as the projection on it. Whatever the numbers, the
// parts add up to `along` within rounding.
template <int Extra>
DopShare share(const float (&along)[3]) {
  DopShare best{0, 0, {}};
  for (int m = 0; m < Extra; ++m) {
    const auto& own = DopDirections<Extra>::at[m];
    const float factor = dot3(along, own) / dot3(own, own);
    if (std::fabs(factor) > std::fabs(best.factor)) best = {m, factor, {}};
  }
  const auto& own = DopDirections<Extra>::at[best.own];
  for (int k = 0; k < 3; ++k) best.remaining[k] = along[k] - best.factor * own[k];
  return best;
}

// Keeps a direction that was turned from being longer than one.
constexpr float shorter = 1 - 0x1p-20F;

}  // namespace

template <int Extra>
DopPlacement<Extra>::DopPlacement(const Placement& at) : Placement(at) {
  for (int m = 0; m < Extra; ++m) {
    const auto& d = DopDirections<Extra>::at[m];
    float back[3];
    for (int k = 0; k < 3; ++k) {
      along[m][k] =
          (rotation[k][0] * d[0] + rotation[k][1] * d[1] + rotation[k][2] * d[2]) * shorter;
      back[k] = rotation[0][k] * d[0] + rotation[1][k] * d[1] + rotation[2][k] * d[2];
    }
    by_other[m] = share<Extra>(along[m]);
    by_own[m] = share<Extra>(back);
  }
}

template <int Extra>
PlacedDop<Extra> place(const DopPlacement<Extra>& at, const KDop<Extra>& dop) {
  PlacedDop<Extra> out;
  static_cast<PlacedBox&>(out) =
      place(static_cast<const Placement&>(at), static_cast<const CentredBox&>(dop));
  out.at = &at;
  // Every value below is a sum of a few products of numbers within these sizes.
  float sizes = 0;
  for (int k = 0; k < 3; ++k) {
    sizes += std::fabs(at.shift[k]) + std::fabs(out.centre[k]) + out.half[k];
  }
  const float pad = at.slack + sizes * 0x1p-18F;
  for (int m = 0; m < Extra; ++m) {
    const auto& d = DopDirections<Extra>::at[m];
    const float centre = dot3(d, out.centre);
    float reach = 0;
    for (int j = 0; j < 3; ++j) reach += std::fabs(dot3(d, out.axis[j])) * out.half[j];
    const DopShare& by = at.by_own[m];
    const float shift = dot3(d, at.shift);
    const float middle =
        (by.factor * dop.mid[by.own] + dot3(by.remaining, dop.centre)) * at.ratio + shift;
    float slab = std::fabs(by.factor) * dop.radius[by.own];
    for (int j = 0; j < 3; ++j) slab += std::fabs(by.remaining[j]) * dop.half[j];
    slab *= at.ratio;
    out.low[m] = std::max(centre - reach, middle - slab) - pad;
    out.high[m] = std::min(centre + reach, middle + slab) + pad;
    const float own = dop.mid[m] * at.ratio * shorter + dot3(at.along[m], at.shift);
    out.own_low[m] = own - dop.radius[m] * at.ratio - pad;
    out.own_high[m] = own + dop.radius[m] * at.ratio + pad;
  }
  return out;
}

template struct DopPlacement<4>;
template struct DopPlacement<6>;
template PlacedDop<4> place(const DopPlacement<4>& at, const KDop<4>& dop);
template PlacedDop<6> place(const DopPlacement<6>& at, const KDop<6>& dop);

}  // namespace tact
