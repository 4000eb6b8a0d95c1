// The filter of the triangle test on as many pairs as there are lanes: the argument of triangle.cpp
// and the error bounds of filter_impl.h, word for word. Included once per instruction set. No
// fused operations: every instruction set leaves the same pairs open.
#if defined(TACT_GEOMETRY_TRIANGLE_BATCH_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_GEOMETRY_TRIANGLE_BATCH_SIMD_H
#undef TACT_GEOMETRY_TRIANGLE_BATCH_SIMD_H
#else
#define TACT_GEOMETRY_TRIANGLE_BATCH_SIMD_H
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "tact/geometry/filter_impl.h"
#include "tact/geometry/triangle_batch.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Lanes = hn::Vec<Doubles>;
using LaneMask = hn::Mask<Doubles>;

/// A point or vector in each lane.
struct Points {
  Lanes x, y, z;
};

HWY_INLINE Points load_points(const TrianglePairs& pairs, std::size_t row, std::size_t i) {
  const Doubles d;
  return {hn::Load(d, pairs.v[row] + i), hn::Load(d, pairs.v[row + 1] + i),
          hn::Load(d, pairs.v[row + 2] + i)};
}
HWY_INLINE Points difference(const Points& a, const Points& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Points choose(LaneMask m, const Points& yes, const Points& no) {
  return {hn::IfThenElse(m, yes.x, no.x), hn::IfThenElse(m, yes.y, no.y),
          hn::IfThenElse(m, yes.z, no.z)};
}
HWY_INLINE Points magnitudes(const Points& a) { return {hn::Abs(a.x), hn::Abs(a.y), hn::Abs(a.z)}; }
HWY_INLINE Points larger(const Points& a, const Points& b) {
  return {hn::Max(a.x, b.x), hn::Max(a.y, b.y), hn::Max(a.z, b.z)};
}
HWY_INLINE Lanes dot(const Points& a, const Points& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

/// u × v, and the sums of the magnitudes of its terms with the allowance for underflow.
struct Cross {
  Points value;
  Points magnitude;
};
HWY_INLINE Cross cross(const Points& u, const Points& v) {
  const Lanes least = hn::Set(Doubles(), exact::underflow);
  const Lanes yz = hn::Mul(u.y, v.z), zy = hn::Mul(u.z, v.y);
  const Lanes zx = hn::Mul(u.z, v.x), xz = hn::Mul(u.x, v.z);
  const Lanes xy = hn::Mul(u.x, v.y), yx = hn::Mul(u.y, v.x);
  return {{hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
          {hn::Add(hn::Add(hn::Abs(yz), least), hn::Abs(zy)),
           hn::Add(hn::Add(hn::Abs(zx), least), hn::Abs(xz)),
           hn::Add(hn::Add(hn::Abs(xy), least), hn::Abs(yx))}};
}
HWY_INLINE Lanes error_bound(const Points& cross_magnitude, const Points& w_magnitude) {
  const Doubles d;
  return hn::Add(hn::Mul(hn::Set(d, exact::filter3_factor), dot(cross_magnitude, w_magnitude)),
                 hn::Set(d, exact::underflow));
}

/// Where the corners of one triangle lie with respect to the other's plane.
struct PlaneSides {
  LaneMask one_sided;  ///< all strictly on one side: the triangles are apart
  LaneMask certain;    ///< all three signs are certain
  LaneMask front[3];   ///< the signs, where they are
};
HWY_INLINE PlaneSides plane_sides(const Points (&t)[3], const Points (&corner)[3]) {
  const Cross normal = cross(difference(t[1], t[0]), difference(t[2], t[0]));
  const Points w0 = difference(corner[0], t[0]);
  const Points w1 = difference(corner[1], t[0]);
  const Points w2 = difference(corner[2], t[0]);
  const Lanes d0 = dot(normal.value, w0), d1 = dot(normal.value, w1), d2 = dot(normal.value, w2);
  const Points reach = larger(larger(magnitudes(w0), magnitudes(w1)), magnitudes(w2));
  const Lanes bound = error_bound(normal.magnitude, reach);
  const Lanes zero = hn::Zero(Doubles());
  const Lanes lowest = hn::Min(hn::Min(d0, d1), d2);
  const Lanes highest = hn::Max(hn::Max(d0, d1), d2);
  const Lanes closest = hn::Min(hn::Min(hn::Abs(d0), hn::Abs(d1)), hn::Abs(d2));
  return {hn::Or(hn::Gt(lowest, bound), hn::Lt(highest, hn::Neg(bound))),
          hn::Gt(closest, bound),
          {hn::Gt(d0, zero), hn::Gt(d1, zero), hn::Gt(d2, zero)}};
}

/// A triangle with the corner first that is alone on its side of the other's plane.
struct Turned {
  Points corner[3];
  LaneMask reversed;  ///< by exchanging two corners
  LaneMask front;     ///< the side on which the first is alone
};
HWY_INLINE Turned turn(const Points (&t)[3], const PlaneSides& s) {
  const LaneMask differ01 = hn::Xor(s.front[0], s.front[1]);
  const LaneMask differ02 = hn::Xor(s.front[0], s.front[2]);
  const LaneMask second = hn::AndNot(differ02, differ01);  // corner 1 is alone
  const LaneMask third = hn::AndNot(differ01, differ02);
  const LaneMask reversed = hn::Or(second, third);
  return {{choose(second, t[1], choose(third, t[2], t[0])), choose(second, t[0], t[1]),
           choose(third, t[0], t[2])},
          reversed,
          hn::Xor(s.front[0], reversed)};
}

/// Of pairs with certain sides, none one-sided: which overlap on the planes' common line, which do
/// not.
struct Overlap {
  LaneMask hit;
  LaneMask miss;
};
HWY_INLINE Overlap overlap_on_line(const Turned& a, const Turned& b) {
  // sides_impl.h's arrange(): a triangle whose plane has the other's first corner behind it is
  // turned over. Turning one of the two changes which edges are compared; turning a changes the
  // signs.
  const LaneMask over_a = hn::Xor(hn::Not(b.front), a.reversed);
  const LaneMask over_b = hn::Xor(hn::Not(a.front), b.reversed);
  const LaneMask crosswise = hn::Xor(over_a, over_b);
  const Points& b1 = b.corner[1];
  const Points& b2 = b.corner[2];
  const Points f = difference(b.corner[0], a.corner[0]);
  const Points f1 = difference(choose(crosswise, b2, b1), a.corner[0]);
  const Points f2 = difference(choose(crosswise, b1, b2), a.corner[0]);
  const Cross first = cross(difference(a.corner[1], a.corner[0]), f);
  const Cross second = cross(difference(a.corner[2], a.corner[0]), f);
  const Lanes d1 = dot(first.value, f1);
  const Lanes d2 = dot(second.value, f2);
  const Lanes bound1 = error_bound(first.magnitude, magnitudes(f1));
  const Lanes bound2 = error_bound(second.magnitude, magnitudes(f2));
  const Lanes gap1 = hn::IfThenElse(over_a, hn::Neg(d1), d1);
  const Lanes gap2 = hn::IfThenElse(over_a, d2, hn::Neg(d2));
  return {hn::And(hn::Lt(gap1, hn::Neg(bound1)), hn::Lt(gap2, hn::Neg(bound2))),
          hn::Or(hn::Gt(gap1, bound1), hn::Gt(gap2, bound2))};
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
