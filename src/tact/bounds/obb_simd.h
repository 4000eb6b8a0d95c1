// One placed box against eight boxes of another body: the separating axis test of Gottschalk et al.
// for eight pairs at once, with all fifteen axes or only the six of the faces ("lite"). Included
// once per instruction set by files that dispatch with foreach_target.
#if defined(TACT_BOUNDS_OBB_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_BOUNDS_OBB_SIMD_H
#undef TACT_BOUNDS_OBB_SIMD_H
#else
#define TACT_BOUNDS_OBB_SIMD_H
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

#include "tact/bounds/placement.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::CappedTag<float, 8>;
using V8 = hn::Vec<D8>;

/// Each rounding below is at most half a unit in the last place of one of the sizes that are added
/// up for it, and there are under forty of them on any axis.
constexpr float rounding_share = 0x1p-18F;

/// Eight boxes as the test sees them: where the placed box is in their own axes.
struct LocalPair {
  V8 t[3];     // from the centre of the lane's box to the placed one's, in the lane's axes
  V8 r[3][3];  // axis j of the placed box in the lane's axes
  V8 size[3];  // half edges of the lane's box
};

HWY_INLINE LocalPair local_pair(const Obb8& eight, const PlacedBox& box, std::size_t i) {
  const D8 d;
  LocalPair out;
  V8 apart[3];
  for (int x = 0; x < 3; ++x) {
    apart[x] = hn::Sub(hn::Set(d, box.centre[x]), hn::Load(d, eight.centre[x] + i));
  }
  for (int k = 0; k < 3; ++k) {
    const V8 a0 = hn::Load(d, eight.axis[k][0] + i);
    const V8 a1 = hn::Load(d, eight.axis[k][1] + i);
    const V8 a2 = hn::Load(d, eight.axis[k][2] + i);
    out.t[k] = hn::MulAdd(a2, apart[2], hn::MulAdd(a1, apart[1], hn::Mul(a0, apart[0])));
    for (int j = 0; j < 3; ++j) {
      out.r[k][j] = hn::MulAdd(
          a2, hn::Set(d, box.axis[j][2]),
          hn::MulAdd(a1, hn::Set(d, box.axis[j][1]), hn::Mul(a0, hn::Set(d, box.axis[j][0]))));
    }
    out.size[k] = hn::Load(d, eight.half[k] + i);
  }
  return out;
}

HWY_INLINE LocalPair local_pair(const CentredBox8& eight, const PlacedBox& box, std::size_t i) {
  const D8 d;
  LocalPair out;
  for (int k = 0; k < 3; ++k) {
    out.t[k] = hn::Sub(hn::Set(d, box.centre[k]), hn::Load(d, eight.centre[k] + i));
    for (int j = 0; j < 3; ++j) out.r[k][j] = hn::Set(d, box.axis[j][k]);
    out.size[k] = hn::Load(d, eight.half[k] + i);
  }
  return out;
}

/// How far two boxes are apart along the axes of one, and along the axes of the other: positive
/// where an axis separates, rounding and slack already taken off.
struct FaceGaps {
  V8 a[3];   // along the lane's axes
  V8 b[3];   // along the placed box's axes
  V8 tb[3];  // the centres' difference in the placed box's axes
  V8 absolute[3][3];
  V8 slack;
};

HWY_INLINE FaceGaps face_gaps(const LocalPair& at, const PlacedBox& box) {
  const D8 d;
  FaceGaps out;
  V8 sizes = hn::Set(d, box.half[0] + box.half[1] + box.half[2]);
  for (int k = 0; k < 3; ++k) sizes = hn::Add(sizes, hn::Add(hn::Abs(at.t[k]), at.size[k]));
  out.slack = hn::MulAdd(sizes, hn::Set(d, rounding_share), hn::Set(d, box.slack));
  for (int k = 0; k < 3; ++k) {
    V8 reach = hn::Add(at.size[k], out.slack);
    for (int j = 0; j < 3; ++j) {
      out.absolute[k][j] = hn::Abs(at.r[k][j]);
      reach = hn::MulAdd(hn::Set(d, box.half[j]), out.absolute[k][j], reach);
    }
    out.a[k] = hn::Sub(hn::Abs(at.t[k]), reach);
  }
  for (int j = 0; j < 3; ++j) {
    V8 reach = hn::Add(hn::Set(d, box.half[j]), out.slack);
    V8 along = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      reach = hn::MulAdd(at.size[k], out.absolute[k][j], reach);
      along = hn::MulAdd(at.t[k], at.r[k][j], along);
    }
    out.tb[j] = along;
    out.b[j] = hn::Sub(hn::Abs(along), reach);
  }
  return out;
}

HWY_INLINE V8 largest(const V8 (&v)[3]) { return hn::Max(hn::Max(v[0], v[1]), v[2]); }

/// The gap along the cross product of axis k of the lane's box and axis j of the placed one, which
/// is at most one long: a lower bound of the distance where it is positive.
HWY_INLINE V8 cross_gap(const LocalPair& at, const FaceGaps& face, const PlacedBox& box, int k,
                        int j) {
  const D8 d;
  const int k1 = (k + 1) % 3;
  const int k2 = (k + 2) % 3;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  const V8 apart = hn::Abs(hn::NegMulAdd(at.t[k1], at.r[k2][j], hn::Mul(at.t[k2], at.r[k1][j])));
  V8 reach = hn::MulAdd(at.size[k1], face.absolute[k2][j], face.slack);
  reach = hn::MulAdd(at.size[k2], face.absolute[k1][j], reach);
  reach = hn::MulAdd(hn::Set(d, box.half[j1]), face.absolute[k][j2], reach);
  reach = hn::MulAdd(hn::Set(d, box.half[j2]), face.absolute[k][j1], reach);
  return hn::Sub(apart, reach);
}

HWY_INLINE V8 largest_cross_gap(const LocalPair& at, const FaceGaps& face, const PlacedBox& box) {
  V8 gap = cross_gap(at, face, box, 0, 0);
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) gap = hn::Max(gap, cross_gap(at, face, box, k, j));
  }
  return gap;
}

HWY_INLINE std::uint32_t bits_of(hn::Mask<D8> mask) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(D8(), mask, bits);
  return bits[0] & ((1U << hn::MaxLanes(D8())) - 1U);
}

/// Bit i is set if box i of the eight may touch the placed box (also where anything is not finite).
/// `wanted` are the lanes that matter: once all of them are apart there is no need to go on. If
/// `gap` is given it gets the largest gap along a face axis: the less, the deeper two boxes
/// overlap.
template <bool AllAxes, class Eight>
HWY_INLINE std::uint32_t touching_lanes(const Eight& eight, const PlacedBox& box,
                                        std::uint32_t wanted, float* gap = nullptr) {
  const D8 d;
  constexpr std::size_t lanes = hn::MaxLanes(D8());
  std::uint32_t touching = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const LocalPair at = local_pair(eight, box, i);
    const FaceGaps face = face_gaps(at, box);
    const V8 most = hn::Max(largest(face.a), largest(face.b));
    if (gap != nullptr) hn::StoreU(most, d, gap + i);
    std::uint32_t part = ~bits_of(hn::Gt(most, hn::Zero(d))) & (wanted >> i) & ((1U << lanes) - 1U);
    if constexpr (AllAxes) {
      if (part != 0) part &= ~bits_of(hn::Gt(largest_cross_gap(at, face, box), hn::Zero(d)));
    }
    touching |= part << i;
  }
  return touching;
}

/// What a coherent query remembers of eight lanes that are apart: a direction along which they are,
/// in the frame of the eight, at most one long; how far the lane's box gets along it; and a lower
/// bound of the distance, not positive where the lanes may touch.
struct alignas(32) Separation8 {
  float along[3][8];
  float reach[8];
  float gap[8];
};

// The direction from the lane's box to the placed one that is best along the axes of one of them.
HWY_INLINE void weigh(const V8 (&gaps)[3], const V8 (&towards)[3], V8 (&weight)[3], V8& length) {
  const D8 d;
  V8 sum = hn::Zero(d);
  for (int k = 0; k < 3; ++k) {
    weight[k] = hn::Max(gaps[k], hn::Zero(d));
    sum = hn::MulAdd(weight[k], weight[k], sum);
    weight[k] = hn::CopySign(weight[k], towards[k]);
  }
  length = hn::Sqrt(sum);
}

HWY_INLINE V8 lane_axis(const Obb8& eight, int k, int x, std::size_t i) {
  return hn::Load(D8(), eight.axis[k][x] + i);
}
HWY_INLINE V8 lane_axis(const CentredBox8&, int k, int x, std::size_t) {
  return hn::Set(D8(), k == x ? 1.0F : 0.0F);
}

/// The gaps of a part of the lanes, from the faces, and the directions along which they are.
template <class Eight>
HWY_INLINE void separate_part(const Eight& eight, const PlacedBox& box, const LocalPair& at,
                              const FaceGaps& face, std::size_t i, Separation8& out) {
  const D8 d;
  V8 weight_a[3];
  V8 weight_b[3];
  V8 length_a;
  V8 length_b;
  weigh(face.a, at.t, weight_a, length_a);
  weigh(face.b, face.tb, weight_b, length_b);
  const auto by_b = hn::Gt(length_b, length_a);
  const V8 gap = hn::Max(length_a, length_b);
  // A little shorter than one, so that its rounding cannot make it longer.
  const V8 scale = hn::Div(hn::Set(d, 1 - 0x1p-20F), hn::Max(gap, hn::Set(d, 0x1p-60F)));
  V8 centre = hn::Zero(d);
  V8 sizes = hn::Zero(d);
  V8 along[3];
  for (int x = 0; x < 3; ++x) {
    V8 of_a = hn::Zero(d);
    V8 of_b = hn::Zero(d);
    for (int k = 0; k < 3; ++k) {
      of_a = hn::MulAdd(weight_a[k], lane_axis(eight, k, x, i), of_a);
      of_b = hn::MulAdd(weight_b[k], hn::Set(d, box.axis[k][x]), of_b);
    }
    along[x] = hn::Mul(hn::IfThenElse(by_b, of_b, of_a), scale);
    hn::Store(along[x], d, out.along[x] + i);
    const V8 c = hn::Load(d, eight.centre[x] + i);
    centre = hn::MulAdd(along[x], c, centre);
    sizes = hn::Add(sizes, hn::Add(hn::Abs(c), at.size[x]));
  }
  V8 reach = hn::MulAdd(sizes, hn::Set(d, rounding_share), centre);
  for (int k = 0; k < 3; ++k) {
    V8 part = hn::Zero(d);
    for (int x = 0; x < 3; ++x) part = hn::MulAdd(along[x], lane_axis(eight, k, x, i), part);
    reach = hn::MulAdd(hn::Abs(part), at.size[k], reach);
  }
  hn::Store(reach, d, out.reach + i);
  hn::Store(hn::Mul(gap, hn::Set(d, 1 - 0x1p-18F)), d, out.gap + i);
}

/// The gap along the line through both centres, which is the better the farther two boxes are
/// apart. Below zero where they may touch.
HWY_INLINE V8 centre_gap(const LocalPair& at, const FaceGaps& face, const PlacedBox& box) {
  const D8 d;
  V8 far_sq = hn::Zero(d);
  V8 reach = hn::Zero(d);
  for (int k = 0; k < 3; ++k) {
    far_sq = hn::MulAdd(at.t[k], at.t[k], far_sq);
    reach = hn::MulAdd(hn::Abs(at.t[k]), at.size[k], reach);
    reach = hn::MulAdd(hn::Abs(face.tb[k]), hn::Set(d, box.half[k]), reach);
  }
  const V8 far = hn::Max(hn::Sqrt(far_sq), hn::Set(d, 0x1p-60F));
  return hn::Sub(hn::Div(hn::Sub(far_sq, reach), far), face.slack);
}

/// A lower bound of the distance of each lane's box from the placed one; zero where they may touch.
template <class Eight>
HWY_INLINE void distance_bounds(const Eight& eight, const PlacedBox& box, float (&gap)[8]) {
  const D8 d;
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    const LocalPair at = local_pair(eight, box, i);
    const FaceGaps face = face_gaps(at, box);
    V8 weight[3];
    V8 length_a;
    V8 length_b;
    weigh(face.a, at.t, weight, length_a);
    weigh(face.b, face.tb, weight, length_b);
    const V8 most = hn::Max(hn::Max(length_a, length_b), centre_gap(at, face, box));
    const V8 best = hn::Mul(most, hn::Set(d, 1 - 0x1p-18F));
    // Where anything is not finite nothing is known.
    hn::StoreU(hn::IfThenElseZero(hn::Ge(best, hn::Zero(d)), best), d, gap + i);
  }
}

/// Raises bounds of distances to the gaps along one direction, from the lanes' body to the placed
/// box, at most one long: where the nearest places of two bodies are known about, hardly any other
/// tells more.
template <class Eight>
HWY_INLINE void raise_bounds(const Eight& eight, const PlacedBox& box, const float (&along)[3],
                             float (&gap)[8]) {
  const D8 d;
  float near = -box.slack;
  float placed_sizes = 0;
  for (int j = 0; j < 3; ++j) {
    const float* const u = box.axis[j];
    near += along[j] * box.centre[j] -
            std::fabs(along[0] * u[0] + along[1] * u[1] + along[2] * u[2]) * box.half[j];
    placed_sizes += std::fabs(box.centre[j]) + box.half[j];
  }
  for (std::size_t i = 0; i < 8; i += hn::Lanes(d)) {
    V8 reach = hn::Zero(d);
    V8 sizes = hn::Set(d, placed_sizes);
    for (int k = 0; k < 3; ++k) {
      const V8 centre = hn::Load(d, eight.centre[k] + i);
      const V8 half = hn::Load(d, eight.half[k] + i);
      V8 part = hn::Zero(d);
      for (int x = 0; x < 3; ++x) {
        part = hn::MulAdd(hn::Set(d, along[x]), lane_axis(eight, k, x, i), part);
      }
      reach = hn::MulAdd(hn::Set(d, along[k]), centre, reach);
      reach = hn::MulAdd(hn::Abs(part), half, reach);
      sizes = hn::Add(sizes, hn::Add(hn::Abs(centre), half));
    }
    const V8 slack = hn::Mul(sizes, hn::Set(d, rounding_share));
    const V8 apart = hn::Sub(hn::Sub(hn::Set(d, near), reach), slack);
    const V8 known = hn::LoadU(d, gap + i);
    hn::StoreU(hn::IfThenElse(hn::Gt(apart, known), apart, known), d, gap + i);
  }
}

HWY_INLINE float lane_axis_at(const Obb8& eight, int k, int x, std::size_t lane) {
  return eight.axis[k][x][lane];
}
HWY_INLINE float lane_axis_at(const CentredBox8&, int k, int x, std::size_t) {
  return k == x ? 1.0F : 0.0F;
}

/// The direction of a cross product that separates a lane, which no face does. Rare: one lane at a
/// time. It is not made a unit vector, which is safe, since it is not longer than one.
template <class Eight>
void separate_by_cross(const Eight& eight, const PlacedBox& box, std::size_t lane, int k, int j,
                       Separation8& out) {
  float a[3];
  for (int x = 0; x < 3; ++x) a[x] = lane_axis_at(eight, k, x, lane);
  const float(&u)[3] = box.axis[j];
  constexpr float shorter = 1 - 0x1p-20F;
  float along[3] = {(a[1] * u[2] - a[2] * u[1]) * shorter, (a[2] * u[0] - a[0] * u[2]) * shorter,
                    (a[0] * u[1] - a[1] * u[0]) * shorter};
  float centre = 0;
  float other = 0;
  float sizes = 0;
  for (int x = 0; x < 3; ++x) {
    centre += along[x] * eight.centre[x][lane];
    other += along[x] * box.centre[x];
    sizes += std::fabs(eight.centre[x][lane]) + eight.half[x][lane] + std::fabs(box.centre[x]) +
             box.half[x];
  }
  if (other < centre) {
    for (float& x : along) x = -x;
    centre = -centre;
    other = -other;
  }
  float reach = centre + sizes * rounding_share;
  float gap = other - box.slack;
  for (int i = 0; i < 3; ++i) {
    float own = 0;
    float placed = 0;
    for (int x = 0; x < 3; ++x) {
      own += along[x] * lane_axis_at(eight, i, x, lane);
      placed += along[x] * box.axis[i][x];
    }
    reach += std::fabs(own) * eight.half[i][lane];
    gap -= std::fabs(placed) * box.half[i];
  }
  out.gap[lane] = gap - reach;
  out.reach[lane] = reach;
  for (int x = 0; x < 3; ++x) out.along[x][lane] = along[x];
}

/// Like touching_lanes, and fills `out` for the lanes that are apart.
template <bool AllAxes, class Eight>
HWY_INLINE std::uint32_t separate_lanes(const Eight& eight, const PlacedBox& box,
                                        std::uint32_t wanted, Separation8& out) {
  const D8 d;
  constexpr std::size_t lanes = hn::MaxLanes(D8());
  std::uint32_t touching = 0;
  for (std::size_t i = 0; i < 8; i += lanes) {
    const LocalPair at = local_pair(eight, box, i);
    const FaceGaps face = face_gaps(at, box);
    separate_part(eight, box, at, face, i, out);
    std::uint32_t part = ~bits_of(hn::Gt(hn::Max(largest(face.a), largest(face.b)), hn::Zero(d))) &
                         (wanted >> i) & ((1U << lanes) - 1U);
    if constexpr (AllAxes) {
      for (int kj = 0; kj < 9 && part != 0; ++kj) {
        const V8 gap = cross_gap(at, face, box, kj / 3, kj % 3);
        std::uint32_t apart = part & bits_of(hn::Gt(gap, hn::Zero(d)));
        for (; apart != 0; apart &= apart - 1) {
          const auto lane = static_cast<std::uint32_t>(__builtin_ctz(apart));
          separate_by_cross(eight, box, i + lane, kj / 3, kj % 3, out);
          if (out.gap[i + lane] > 0) part &= ~(1U << lane);
        }
      }
    }
    touching |= part << i;
  }
  return touching;
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
