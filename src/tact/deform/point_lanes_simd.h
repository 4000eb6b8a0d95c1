// Points in vectors of lanes, for the loops of shape matching. Included once per instruction set by
// files that dispatch with foreach_target; Highway's toggle guard takes the place of #pragma once.
#if defined(TACT_DEFORM_POINT_LANES_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_DEFORM_POINT_LANES_SIMD_H
#undef TACT_DEFORM_POINT_LANES_SIMD_H
#else
#define TACT_DEFORM_POINT_LANES_SIMD_H
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "tact/deform/shape_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four points make a round, in one, two or four vectors of lanes: that way sums are the same
// everywhere. Products are not fused with sums, for the same reason.
using Lanes = hn::CappedTag<double, points_at_once>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t width = hn::MaxLanes(Lanes());
constexpr std::size_t parts = points_at_once / width;

struct Vector3 {
  Vector x;
  Vector y;
  Vector z;
};

HWY_INLINE Vector3 load(const Vec3* points) {
  Vector3 v;
  hn::LoadInterleaved3(Lanes(), &points->x, v.x, v.y, v.z);
  return v;
}
HWY_INLINE void store(const Vector3& v, Vec3* points) {
  hn::StoreInterleaved3(v.x, v.y, v.z, Lanes(), &points->x);
}
HWY_INLINE Vector3 broadcast(const Vec3& v) {
  const Lanes d;
  return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)};
}
HWY_INLINE Vector3 add(const Vector3& a, const Vector3& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Vector3 subtract(const Vector3& a, const Vector3& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Vector3 scale(const Vector3& a, Vector s) {
  return {hn::Mul(a.x, s), hn::Mul(a.y, s), hn::Mul(a.z, s)};
}
HWY_INLINE Vector square(const Vector3& a) {
  return hn::Add(hn::Add(hn::Mul(a.x, a.x), hn::Mul(a.y, a.y)), hn::Mul(a.z, a.z));
}

HWY_INLINE Vector3 cross_of(const Vector3& a, const Vector3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

// The sum of the four lanes of `parts` vectors, always in the same order.
HWY_INLINE double total(const Vector* lanes) {
  HWY_ALIGN double all[points_at_once];
  for (std::size_t p = 0; p < parts; ++p) hn::Store(lanes[p], Lanes(), all + p * width);
  return (all[0] + all[1]) + (all[2] + all[3]);
}

// A map in vectors.
struct WideMap {
  Vector3 centre;
  Vector linear[3][3];
  Vector quadratic[3][3];
  Vector mixed[3][3];

  explicit WideMap(const ClusterMap& map) : centre(broadcast(map.centre)) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        linear[i][k] = hn::Set(Lanes(), map.linear.at[i][k]);
        quadratic[i][k] = hn::Set(Lanes(), map.quadratic.at[i][k]);
        mixed[i][k] = hn::Set(Lanes(), map.mixed.at[i][k]);
      }
    }
  }
};

HWY_INLINE Vector row(const Vector m[3], const Vector3& v) {
  return hn::Add(hn::Add(hn::Mul(m[0], v.x), hn::Mul(m[1], v.y)), hn::Mul(m[2], v.z));
}

template <bool Quadratic>
HWY_INLINE Vector3 image(const WideMap& map, const Vector3& q) {
  Vector3 moved{row(map.linear[0], q), row(map.linear[1], q), row(map.linear[2], q)};
  if constexpr (Quadratic) {
    const Vector3 squares{hn::Mul(q.x, q.x), hn::Mul(q.y, q.y), hn::Mul(q.z, q.z)};
    const Vector3 products{hn::Mul(q.x, q.y), hn::Mul(q.y, q.z), hn::Mul(q.z, q.x)};
    moved = add(moved, {row(map.quadratic[0], squares), row(map.quadratic[1], squares),
                        row(map.quadratic[2], squares)});
    moved = add(moved, {row(map.mixed[0], products), row(map.mixed[1], products),
                        row(map.mixed[2], products)});
  }
  return add(map.centre, moved);
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
