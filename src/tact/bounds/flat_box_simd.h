// One placed box with its slab against eight of another body: the axes of obb_simd.h, and before
// them the directions of both slabs. Included once per instruction set by files that dispatch with
// foreach_target.
#if defined(TACT_BOUNDS_FLAT_BOX_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BOUNDS_FLAT_BOX_SIMD_H
#undef TACT_BOUNDS_FLAT_BOX_SIMD_H
#else
#define TACT_BOUNDS_FLAT_BOX_SIMD_H
#endif

#include "tact/bounds/flat_box.h"
#include "tact/bounds/obb_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

HWY_INLINE V8 half_of(const ThickSlabs8& slabs, std::size_t i) {
  return hn::Load(D8(), slabs.half + i);
}
// Planes are off by less than a quarter of what FaceGaps::slack allows for rounding.
HWY_INLINE V8 half_of(const ThinSlabs8&, std::size_t) { return hn::Zero(D8()); }

/// How far the placed box is beyond the slabs of the lanes. With n the lane's normal, m the placed
/// one's, α = n · m and r = n − α m, n · p is α (m · p) + r · p: where two slabs are about parallel
/// the placed one bounds the first part, and the second is short.
template <class Slabs>
HWY_INLINE V8 gap_of_lanes(const Slabs& slabs, const LocalPair& at, const FaceGaps& face,
                           const PlacedFlatBox& one, std::size_t i) {
  const D8 d;
  V8 n[3];
  V8 m[3];
  for (int k = 0; k < 3; ++k) {
    n[k] = hn::Load(d, slabs.normal[k] + i);
    m[k] = hn::Set(d, one.slab.normal[k]);
  }
  const V8 alpha = hn::MulAdd(n[2], m[2], hn::MulAdd(n[1], m[1], hn::Mul(n[0], m[0])));
  V8 along = hn::Sub(hn::Mul(n[0], at.t[0]), hn::Load(d, slabs.offset + i));
  along = hn::MulAdd(n[2], at.t[2], hn::MulAdd(n[1], at.t[1], along));
  along = hn::MulAdd(alpha, hn::Set(d, one.slab.offset), along);
  for (int k = 0; k < 3; ++k) n[k] = hn::NegMulAdd(alpha, m[k], n[k]);
  V8 reach = hn::Add(half_of(slabs, i), face.slack);
  reach = hn::MulAdd(hn::Abs(alpha), hn::Set(d, one.slab.half), reach);
  for (int j = 0; j < 3; ++j) {
    const V8 part =
        hn::MulAdd(n[2], at.r[2][j], hn::MulAdd(n[1], at.r[1][j], hn::Mul(n[0], at.r[0][j])));
    reach = hn::MulAdd(hn::Set(d, one.box.half[j]), hn::Abs(part), reach);
  }
  return hn::Sub(hn::Abs(along), reach);
}

/// How far the boxes of the lanes are beyond the placed slab.
HWY_INLINE V8 gap_of_placed(const Slab& slab, const LocalPair& at, const FaceGaps& face) {
  const D8 d;
  V8 along = hn::Set(d, slab.offset);
  V8 reach = hn::Add(hn::Set(d, slab.half), face.slack);
  for (int k = 0; k < 3; ++k) {
    along = hn::MulAdd(hn::Set(d, slab.normal[k]), at.t[k], along);
    reach = hn::MulAdd(hn::Set(d, std::fabs(slab.normal[k])), at.size[k], reach);
  }
  return hn::Sub(hn::Abs(along), reach);
}

/// Bit i is set if lane i of the eight may touch the placed one (also where anything is not
/// finite), as in touching_lanes().
template <bool AllAxes, class Slabs>
HWY_INLINE std::uint32_t touching_lanes(const FlatBoxes8<Slabs>& eight, const PlacedFlatBox& one,
                                        std::uint32_t wanted) {
  const D8 d;
  constexpr std::size_t lanes = hn::MaxLanes(D8());
  std::uint32_t touching = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const LocalPair at = local_pair(eight.boxes, one.box, i);
    const FaceGaps face = face_gaps(at, one.box);
    const V8 flat =
        hn::Max(gap_of_lanes(eight.slabs, at, face, one, i), gap_of_placed(one.slab, at, face));
    const V8 most = hn::Max(flat, hn::Max(largest(face.a), largest(face.b)));
    std::uint32_t part = ~bits_of(hn::Gt(most, hn::Zero(d))) & (wanted >> i) & ((1U << lanes) - 1U);
    if constexpr (AllAxes) {
      if (part != 0) part &= ~bits_of(hn::Gt(largest_cross_gap(at, face, one.box), hn::Zero(d)));
    }
    touching |= part << i;
  }
  return touching;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
