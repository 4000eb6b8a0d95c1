#include "tact/deform/shape_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/deform/shape_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/deform/point_lanes_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
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

// Where points are.
struct Standing {
  const Vec3* positions;
  HWY_INLINE Vector3 operator()(std::size_t at) const { return load(positions + at); }
};
// Where they will be; they and their velocities are moved on. Even: all gain the same.
template <bool Even>
struct Moving {
  Vec3* positions;
  Vec3* velocities;
  Vector time;
  Vector3 all;
  Vector3 centre;
  Vector3 rate[3];

  Moving(Vec3* x, Vec3* v, double seconds, const VelocityGain& gain)
      : positions(x),
        velocities(v),
        time(hn::Set(Lanes(), seconds)),
        all(broadcast(gain.all)),
        centre(broadcast(gain.centre)),
        rate{broadcast(gain.rate[0]), broadcast(gain.rate[1]), broadcast(gain.rate[2])} {}

  HWY_INLINE Vector3 operator()(std::size_t at) const {
    const Vector3 from = load(positions + at);
    Vector3 gain = all;
    if constexpr (!Even) {
      const Vector3 r = subtract(from, centre);
      gain = add(gain, scale(rate[0], r.x));
      gain = add(gain, scale(rate[1], r.y));
      gain = add(gain, scale(rate[2], r.z));
    }
    const Vector3 v = add(load(velocities + at), gain);
    store(v, velocities + at);
    const Vector3 x = add(from, scale(v, time));
    store(x, positions + at);
    return x;
  }
};

template <int Columns, class Source>
HWY_INLINE MatchSums sum_up_columns(const Source& source, const Vec3* q, const double* weights,
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
      const Vector3 wx = scale(subtract(source(at), from), hn::LoadU(d, weights + at));
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
  const Standing source{positions};
  return quadratic ? sum_up_columns<9>(source, q, weights, count, origin)
                   : sum_up_columns<3>(source, q, weights, count, origin);
}

MatchSums predict_and_sum_up_impl(Vec3* positions, Vec3* velocities, const Vec3* q,
                                  const double* weights, std::size_t count, double seconds,
                                  const VelocityGain& gain, const Vec3& origin, bool quadratic) {
  const auto sum = [&](const auto& source) {
    return quadratic ? sum_up_columns<9>(source, q, weights, count, origin)
                     : sum_up_columns<3>(source, q, weights, count, origin);
  };
  if (gain.rate == std::array<Vec3, 3>{}) {
    return sum(Moving<true>(positions, velocities, seconds, gain));
  }
  return sum(Moving<false>(positions, velocities, seconds, gain));
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
HWY_EXPORT(predict_and_sum_up_impl);
HWY_EXPORT(pull_impl);
HWY_EXPORT(turn_impl);
HWY_EXPORT(find_goals_impl);
HWY_EXPORT(farthest_sq_impl);

void predict(Vec3* positions, Vec3* velocities, std::size_t count, double seconds,
             const Vec3& gain) {
  HWY_DYNAMIC_DISPATCH(predict_impl)(positions, velocities, count, seconds, gain);
}

MatchSums predict_and_sum_up(Vec3* positions, Vec3* velocities, const Vec3* q,
                             const double* weights, std::size_t count, double seconds,
                             const VelocityGain& gain, const Vec3& origin, bool quadratic) {
  return HWY_DYNAMIC_DISPATCH(predict_and_sum_up_impl)(positions, velocities, q, weights, count,
                                                       seconds, gain, origin, quadratic);
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
