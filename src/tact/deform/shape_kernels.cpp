#include "tact/deform/shape_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/deform/shape_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

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

void predict_impl(Vec3* positions, Vec3* velocities, std::size_t count, double seconds,
                  const Vec3& gain) {
  const Vector3 more = broadcast(gain);
  const Vector time = hn::Set(Lanes(), seconds);
  for (std::size_t i = 0; i < count; i += width) {
    const Vector3 v = add(load(velocities + i), more);
    store(v, velocities + i);
    store(add(load(positions + i), scale(v, time)), positions + i);
  }
}

// The sum of the four lanes of `parts` vectors, always in the same order.
HWY_INLINE double total(const Vector* lanes) {
  HWY_ALIGN double all[points_at_once];
  for (std::size_t p = 0; p < parts; ++p) hn::Store(lanes[p], Lanes(), all + p * width);
  return (all[0] + all[1]) + (all[2] + all[3]);
}

template <int Columns>
HWY_INLINE MatchSums sum_up_columns(const Vec3* positions, const Vec3* q, const double* weights,
                                    std::size_t count, const Vec3& origin) {
  const Lanes d;
  const Vector3 from = broadcast(origin);
  Vector sums[3 + 3 * Columns][parts];
  for (auto& sum : sums) {
    for (Vector& part : sum) part = hn::Zero(d);
  }
  for (std::size_t i = 0; i < count; i += points_at_once) {
    for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t at = i + p * width;
      const Vector3 wx = scale(subtract(load(positions + at), from), hn::LoadU(d, weights + at));
      const Vector3 r = load(q + at);
      Vector basis[9] = {r.x, r.y, r.z, r.x, r.x, r.x, r.x, r.x, r.x};
      if constexpr (Columns == 9) {
        basis[3] = hn::Mul(r.x, r.x);
        basis[4] = hn::Mul(r.y, r.y);
        basis[5] = hn::Mul(r.z, r.z);
        basis[6] = hn::Mul(r.x, r.y);
        basis[7] = hn::Mul(r.y, r.z);
        basis[8] = hn::Mul(r.z, r.x);
      }
      sums[0][p] = hn::Add(sums[0][p], wx.x);
      sums[1][p] = hn::Add(sums[1][p], wx.y);
      sums[2][p] = hn::Add(sums[2][p], wx.z);
      for (int k = 0; k < Columns; ++k) {
        sums[3 + k][p] = hn::Add(sums[3 + k][p], hn::Mul(wx.x, basis[k]));
        sums[3 + Columns + k][p] = hn::Add(sums[3 + Columns + k][p], hn::Mul(wx.y, basis[k]));
        sums[3 + 2 * Columns + k][p] =
            hn::Add(sums[3 + 2 * Columns + k][p], hn::Mul(wx.z, basis[k]));
      }
    }
  }
  MatchSums out;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out.position[axis] = total(sums[axis]);
    for (std::size_t k = 0; k < Columns; ++k) {
      out.product[axis][k] = total(sums[3 + axis * Columns + k]);
    }
  }
  return out;
}

MatchSums sum_up_impl(const Vec3* positions, const Vec3* q, const double* weights,
                      std::size_t count, const Vec3& origin, bool quadratic) {
  return quadratic ? sum_up_columns<9>(positions, q, weights, count, origin)
                   : sum_up_columns<3>(positions, q, weights, count, origin);
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

HWY_INLINE Vector3 cross_of(const Vector3& a, const Vector3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)),
          hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

template <bool Quadratic>
HWY_INLINE Pulled pull_all(Vec3* positions, Vec3* velocities, const Vec3* q, const double* weights,
                           std::size_t count, const ClusterMap& map, double share,
                           double per_second, const Vec3& origin) {
  const Lanes d;
  const WideMap wide(map);
  const Vector part = hn::Set(d, share);
  const Vector speed = hn::Set(d, per_second);
  const Vector3 from = broadcast(origin);
  Vector farthest = hn::Zero(d);
  Vector sums[12][parts];
  for (auto& sum : sums) {
    for (Vector& lanes : sum) lanes = hn::Zero(d);
  }
  for (std::size_t i = 0; i < count; i += points_at_once) {
    for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t at = i + p * width;
      const Vector3 goal = image<Quadratic>(wide, load(q + at));
      const Vector3 x = load(positions + at);
      const Vector3 v = load(velocities + at);
      const Vector w = hn::LoadU(d, weights + at);
      const Vector3 way = scale(subtract(goal, x), part);
      const Vector3 there = add(x, way);
      store(there, positions + at);
      store(add(v, scale(way, speed)), velocities + at);
      farthest = hn::Max(farthest, square(subtract(there, goal)));
      const Vector3 turned = cross_of(scale(way, w), v);
      const Vector3 r = subtract(there, from);
      const Vector3 wr = scale(r, w);
      const Vector terms[12] = {turned.x,
                                turned.y,
                                turned.z,
                                wr.x,
                                wr.y,
                                wr.z,
                                hn::Mul(wr.x, r.x),
                                hn::Mul(wr.y, r.y),
                                hn::Mul(wr.z, r.z),
                                hn::Mul(wr.x, r.y),
                                hn::Mul(wr.y, r.z),
                                hn::Mul(wr.z, r.x)};
      for (std::size_t k = 0; k < 12; ++k) sums[k][p] = hn::Add(sums[k][p], terms[k]);
    }
  }
  Pulled out;
  out.farthest_sq = hn::GetLane(hn::MaxOfLanes(d, farthest));
  out.turned = {total(sums[0]), total(sums[1]), total(sums[2])};
  out.moments.first = {total(sums[3]), total(sums[4]), total(sums[5])};
  for (std::size_t k = 0; k < 6; ++k) out.moments.second[k] = total(sums[6 + k]);
  return out;
}

Pulled pull_impl(Vec3* positions, Vec3* velocities, const Vec3* q, const double* weights,
                 std::size_t count, const ClusterMap& map, double share, double per_second,
                 const Vec3& origin) {
  return map.is_quadratic ? pull_all<true>(positions, velocities, q, weights, count, map, share,
                                           per_second, origin)
                          : pull_all<false>(positions, velocities, q, weights, count, map, share,
                                            per_second, origin);
}

void turn_impl(const Vec3* positions, Vec3* velocities, std::size_t count, const Vec3& centre,
               const Vec3& spin) {
  const Vector3 about = broadcast(centre);
  const Vector3 wide_spin = broadcast(spin);
  for (std::size_t i = 0; i < count; i += width) {
    const Vector3 gain = cross_of(wide_spin, subtract(load(positions + i), about));
    store(add(load(velocities + i), gain), velocities + i);
  }
}

template <bool Quadratic>
HWY_INLINE void find_all_goals(const Vec3* q, std::size_t count, const ClusterMap& map,
                               Vec3* goals) {
  const WideMap wide(map);
  for (std::size_t i = 0; i < count; i += width) {
    store(image<Quadratic>(wide, load(q + i)), goals + i);
  }
}

void find_goals_impl(const Vec3* q, std::size_t count, const ClusterMap& map, Vec3* goals) {
  map.is_quadratic ? find_all_goals<true>(q, count, map, goals)
                   : find_all_goals<false>(q, count, map, goals);
}

double farthest_sq_impl(const Vec3* a, const Vec3* b, std::size_t count) {
  const Lanes d;
  Vector farthest = hn::Zero(d);
  for (std::size_t i = 0; i < count; i += width) {
    farthest = hn::Max(farthest, square(subtract(load(a + i), load(b + i))));
  }
  return hn::GetLane(hn::MaxOfLanes(d, farthest));
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(predict_impl);
HWY_EXPORT(sum_up_impl);
HWY_EXPORT(pull_impl);
HWY_EXPORT(turn_impl);
HWY_EXPORT(find_goals_impl);
HWY_EXPORT(farthest_sq_impl);

void predict(Vec3* positions, Vec3* velocities, std::size_t count, double seconds,
             const Vec3& gain) {
  HWY_DYNAMIC_DISPATCH(predict_impl)(positions, velocities, count, seconds, gain);
}

MatchSums sum_up(const Vec3* positions, const Vec3* q, const double* weights, std::size_t count,
                 const Vec3& origin, bool quadratic) {
  return HWY_DYNAMIC_DISPATCH(sum_up_impl)(positions, q, weights, count, origin, quadratic);
}

Pulled& Pulled::operator+=(const Pulled& other) {
  farthest_sq = farthest_sq < other.farthest_sq ? other.farthest_sq : farthest_sq;
  turned = turned + other.turned;
  moments.first = moments.first + other.moments.first;
  for (std::size_t k = 0; k < 6; ++k) moments.second[k] += other.moments.second[k];
  return *this;
}

Pulled pull(Vec3* positions, Vec3* velocities, const Vec3* q, const double* weights,
            std::size_t count, const ClusterMap& map, double share, double per_second,
            const Vec3& origin) {
  return HWY_DYNAMIC_DISPATCH(pull_impl)(positions, velocities, q, weights, count, map, share,
                                         per_second, origin);
}

void turn(const Vec3* positions, Vec3* velocities, std::size_t count, const Vec3& centre,
          const Vec3& spin) {
  HWY_DYNAMIC_DISPATCH(turn_impl)(positions, velocities, count, centre, spin);
}

void find_goals(const Vec3* q, std::size_t count, const ClusterMap& map, Vec3* goals) {
  HWY_DYNAMIC_DISPATCH(find_goals_impl)(q, count, map, goals);
}

double farthest_sq(const Vec3* a, const Vec3* b, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(farthest_sq_impl)(a, b, count);
}

}  // namespace tact
#endif
