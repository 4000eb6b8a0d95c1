#include "tact/response/lump_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/response/lump_kernels.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four points make a round, in one, two or four vectors of lanes: that way sums are the same
// everywhere. Products are not fused with sums, for the same reason.
constexpr std::size_t at_once = 4;
using Lanes = hn::CappedTag<double, at_once>;
using Vector = hn::Vec<Lanes>;
constexpr std::size_t width = hn::MaxLanes(Lanes());
constexpr std::size_t parts = at_once / width;
constexpr std::size_t sums_of_point = 22;

// Adds a round of four points; sums[k][p] is the k-th sum in the lanes of part p.
HWY_INLINE void add_round(const Vec3* positions, const Vec3* velocities, const double* masses,
                          const Vec3& origin, Vector (&sums)[sums_of_point][parts]) {
  const Lanes d;
  for (std::size_t p = 0; p < parts; ++p) {
    const std::size_t at = p * width;
    Vector x[3];
    Vector v[3];
    hn::LoadInterleaved3(d, &positions[at].x, x[0], x[1], x[2]);
    hn::LoadInterleaved3(d, &velocities[at].x, v[0], v[1], v[2]);
    const Vector mass = hn::LoadU(d, masses + at);
    sums[0][p] = hn::Add(sums[0][p], mass);
    std::size_t spread = 7;
    for (std::size_t k = 0; k < 3; ++k) x[k] = hn::Sub(x[k], hn::Set(d, origin[k]));
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector mx = hn::Mul(mass, x[k]);
      sums[1 + k][p] = hn::Add(sums[1 + k][p], mx);
      sums[4 + k][p] = hn::Add(sums[4 + k][p], hn::Mul(mass, v[k]));
      for (std::size_t j = k; j < 3; ++j, ++spread) {
        sums[spread][p] = hn::Add(sums[spread][p], hn::Mul(mx, x[j]));
      }
      for (std::size_t j = 0; j < 3; ++j) {
        sums[13 + 3 * k + j][p] = hn::Add(sums[13 + 3 * k + j][p], hn::Mul(mx, v[j]));
      }
    }
  }
}

HWY_INLINE double total(const Vector* lanes) {
  HWY_ALIGN double all[at_once];
  for (std::size_t p = 0; p < parts; ++p) hn::Store(lanes[p], Lanes(), all + p * width);
  return (all[0] + all[1]) + (all[2] + all[3]);
}

PointSums sum_points_impl(const Vec3* positions, const Vec3* velocities, const double* masses,
                          std::size_t count, const Vec3& origin) {
  Vector sums[sums_of_point][parts];
  for (auto& sum : sums) {
    for (Vector& part : sum) part = hn::Zero(Lanes());
  }
  std::size_t i = 0;
  for (; i + at_once <= count; i += at_once) {
    add_round(positions + i, velocities + i, masses + i, origin, sums);
  }
  if (i < count) {  // the rest is filled up with points without mass
    Vec3 last_positions[at_once] = {origin, origin, origin, origin};
    Vec3 last_velocities[at_once] = {};
    double last_masses[at_once] = {};
    std::copy(positions + i, positions + count, last_positions);
    std::copy(velocities + i, velocities + count, last_velocities);
    std::copy(masses + i, masses + count, last_masses);
    add_round(last_positions, last_velocities, last_masses, origin, sums);
  }
  PointSums out;
  out.mass = total(sums[0]);
  for (std::size_t k = 0; k < 3; ++k) {
    out.position[k] = total(sums[1 + k]);
    out.momentum[k] = total(sums[4 + k]);
    for (std::size_t j = 0; j < 3; ++j) out.flowing[k][j] = total(sums[13 + 3 * k + j]);
  }
  for (std::size_t k = 0; k < 6; ++k) out.spread[k] = total(sums[7 + k]);
  return out;
}

void add_affine_impl(const Vec3* positions, std::size_t count, const Vec3& centre, const Vec3& gain,
                     const std::array<Vec3, 3>& rate, Vec3* velocities) {
  const Lanes d;
  std::size_t i = 0;
  for (; i + width <= count; i += width) {
    Vector x[3];
    Vector v[3];
    hn::LoadInterleaved3(d, &positions[i].x, x[0], x[1], x[2]);
    hn::LoadInterleaved3(d, &velocities[i].x, v[0], v[1], v[2]);
    for (std::size_t k = 0; k < 3; ++k) x[k] = hn::Sub(x[k], hn::Set(d, centre[k]));
    for (std::size_t j = 0; j < 3; ++j) {
      Vector more = hn::Set(d, gain[j]);
      for (std::size_t k = 0; k < 3; ++k) {
        more = hn::Add(more, hn::Mul(hn::Set(d, rate[k][j]), x[k]));
      }
      v[j] = hn::Add(v[j], more);
    }
    hn::StoreInterleaved3(v[0], v[1], v[2], d, &velocities[i].x);
  }
  for (; i < count; ++i) {
    const Vec3 x = positions[i] - centre;
    velocities[i] = velocities[i] + (((gain + rate[0] * x.x) + rate[1] * x.y) + rate[2] * x.z);
  }
}

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

HWY_EXPORT(sum_points_impl);
HWY_EXPORT(add_affine_impl);

PointSums sum_points(const Vec3* positions, const Vec3* velocities, const double* masses,
                     std::size_t count, const Vec3& origin) {
  return HWY_DYNAMIC_DISPATCH(sum_points_impl)(positions, velocities, masses, count, origin);
}

void add_affine(const Vec3* positions, std::size_t count, const Vec3& centre, const Vec3& gain,
                const std::array<Vec3, 3>& rate, Vec3* velocities) {
  HWY_DYNAMIC_DISPATCH(add_affine_impl)(positions, count, centre, gain, rate, velocities);
}

}  // namespace tact
#endif
