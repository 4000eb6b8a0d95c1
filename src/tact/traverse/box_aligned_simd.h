// What Zachmann 1995 leaves open in its section 6: boxes that are aligned with the other body's
// axes, computed on the fly from those one level above. Such a pair carries each box in its own
// frame and the box around it in the other's; a split moves one face of the first and, by one
// product, one side of the second. Apart is what one of the six face axes separates. Per
// instruction set.
#if defined(TACT_TRAVERSE_BOX_ALIGNED_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_BOX_ALIGNED_SIMD_H
#undef TACT_TRAVERSE_BOX_ALIGNED_SIMD_H
#else
#define TACT_TRAVERSE_BOX_ALIGNED_SIMD_H
#endif

#include <cmath>

#include "tact/base/float4_simd.h"
#include "tact/traverse/box_clip.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

/// Two boxes. The fourth lanes do not count.
struct alignas(16) AlignedPair {
  float lo[2][4];  ///< faces in the own frame, as in BoxEdges
  float hi[2][4];
  float low[2][4];  ///< around the box, in the other's frame
  float high[2][4];
  std::uint32_t node[2];
};

/// Of the roots.
inline AlignedPair aligned_roots(const BoxTreePair& pair) {
  AlignedPair out{};
  for (int s = 0; s < 2; ++s) {
    const ClipTable& table = pair.cut[s];
    for (int i = 0; i < 3; ++i) {
      out.lo[s][i] = pair.roots.of[s].lo[i];
      out.hi[s][i] = pair.roots.of[s].hi[i];
      for (int m = 0; m < 3; ++m) {
        const float x = table.column[m][i] * pair.roots.of[s].lo[m];
        const float y = table.column[m][i] * pair.roots.of[s].hi[m];
        out.low[s][i] += x < y ? x : y;
        out.high[s][i] += x < y ? y : x;
      }
    }
  }
  return out;
}

/// Box s loses what is above (Left) or below `at` on axis m. False if it is then apart from the
/// other one. `slack` is that of each side's planes.
template <bool Left>
HWY_INLINE bool shrink_aligned(const BoxTreePair& pair, int s, int m, float at,
                               AlignedPair& state) {
  const int o = 1 - s;
  const float slack_s = pair.aligned_slack[s];
  // In the own frame: only this axis changes.
  if (Left ? state.low[o][m] > at + slack_s : state.high[o][m] < at - slack_s) return false;
  float& face = Left ? state.hi[s][m] : state.lo[s][m];
  // In the other's frame each side of the box follows the face that bounds it, or stays.
  const F4 step = f4_load(pair.cut[s].column[m]) * f4_set(at - face);
  const F4 none = f4_set(0);
  const F4 low = f4_load(state.low[s]) + f4_max(step, none);
  const F4 high = f4_load(state.high[s]) + f4_min(step, none);
  face = at;
  f4_store(low, state.low[s]);
  f4_store(high, state.high[s]);
  const F4 slack_o = f4_set(pair.aligned_slack[o]);
  return (f4_greater(low, f4_load(state.hi[o]) + slack_o) |
          f4_greater(f4_load(state.lo[o]), high + slack_o)) == 0;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
