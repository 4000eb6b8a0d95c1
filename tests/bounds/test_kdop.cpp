// k-DOPs that only just touch, along each of their further directions: rounding must never part
// them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tact/bounds/kdop_simd.h"
#include "tests/bounds/touching_boxes.h"

namespace tact {
namespace {

namespace simd = HWY_NAMESPACE;
using testing::ExactPoint;
using testing::Rational;

// A placement whose floats are taken as exact: it needs no slack of its own.
Placement random_kdop_placement(testing::Random& random) {
  const Transform turn = Transform::from_quaternion(random.quaternion(), {});
  Placement at{};
  for (std::size_t k = 0; k < 3; ++k) {
    at.shift[k] = static_cast<float>(random.uniform(-1, 1));
    for (std::size_t j = 0; j < 3; ++j) at.rotation[k][j] = static_cast<float>(turn.row(k)[j]);
  }
  at.ratio = std::ldexp(1.0F, static_cast<int>(random.below(3)) - 1);
  return at;
}

Vec3 as_vector(const float (&v)[3]) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }

/// A k-DOP of about `size` that holds one point p: box and slabs are wide but for those that make p
/// its outermost point along `n`. By the box's corner, or by slab `by_slab` of a box that goes on.
template <int Extra>
KDop<Extra> ending_at(const ExactPoint& p, const Vec3& n, double size, int by_slab,
                      testing::Random& random) {
  KDop<Extra> dop{};
  Vec3 place;
  for (std::size_t k = 0; k < 3; ++k) place[k] = static_cast<double>(p.x[k]);
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = size * random.uniform(0.1, 1);
    const double way = by_slab >= 0             ? random.uniform(-0.5, 0.5)
                       : std::fabs(n[k]) < 1e-6 ? random.uniform(-0.9, 0.9)
                                                : std::copysign(1.0, n[k]);
    dop.centre[k] = static_cast<float>(place[k] - way * half);
    dop.half[k] = by_slab < 0 && std::fabs(way) == 1
                      ? testing::least_above(p.x[k] - Rational(dop.centre[k]))
                      : static_cast<float>(half);
  }
  for (int m = 0; m < Extra; ++m) {
    const auto& d = DopDirections<Extra>::at[m];
    const double along = dot(as_vector(d), place);
    const double radius = size * (by_slab == m ? random.uniform(0.05, 0.3) : 4);
    const double towards = std::copysign(1.0, dot(as_vector(d), n));
    dop.mid[m] = static_cast<float>(by_slab == m ? along - towards * radius : along);
    dop.radius[m] = by_slab == m
                        ? testing::least_above(testing::exact_dot(d, p) - Rational(dop.mid[m]))
                        : static_cast<float>(radius);
  }
  return dop;
}

template <int Extra>
KDop<Extra> moved(const KDop<Extra>& dop, const Vec3& by) {
  KDop<Extra> out = dop;
  for (std::size_t k = 0; k < 3; ++k) {
    out.centre[k] = static_cast<float>(double{out.centre[k]} + by[k]);
  }
  for (int m = 0; m < Extra; ++m) {
    const double along = dot(as_vector(DopDirections<Extra>::at[m]), by);
    out.mid[m] = static_cast<float>(double{out.mid[m]} + along);
  }
  return out;
}

template <int Extra>
KDop8<Extra> in_lane(std::size_t lane, const KDop<Extra>& dop) {
  KDop8<Extra> eight{};
  for (std::size_t i = 0; i < 8; ++i) {
    eight.set(i, i == lane ? dop : moved(dop, {100, 100, 100}));
  }
  return eight;
}

// The lanes' one ends at p along n, the placed one begins there.
template <int Extra>
void expect_touching_only_here(const KDop<Extra>& own, const DopPlacement<Extra>& at,
                               const KDop<Extra>& other, const Vec3& n, std::size_t lane) {
  const KDop8<Extra> eight = in_lane(lane, own);
  const PlacedDop<Extra> placed = place(at, other);
  ASSERT_EQ(simd::touching_lanes<true>(eight, placed, 0xFF), 1U << lane);
  simd::Separation8 separation{};
  ASSERT_EQ(simd::separate_lanes<true>(eight, placed, 0xFF, separation), 1U << lane);
  float gap[8] = {};
  simd::distance_bounds(eight, placed, gap);
  ASSERT_EQ(gap[lane], 0);
  // A little farther back than the direction is wide, and they are apart.
  const KDop8<Extra> back = in_lane(lane, moved(own, n * -1e-3));
  ASSERT_EQ(simd::touching_lanes<true>(back, placed, 0xFF), 0U);
  ASSERT_EQ(simd::separate_lanes<true>(back, placed, 0xFF, separation), 0U);
  ASSERT_GT(separation.gap[lane], 0);
  ASSERT_LE(separation.gap[lane], 1.01e-3);
  simd::distance_bounds(back, placed, gap);
  ASSERT_GT(gap[lane], 0.9e-3);
  ASSERT_LE(gap[lane], 1.01e-3);
}

// Both sides allow for rounding. So that neither does it for the other the two meet near the origin
// of the lanes' frame, and one of them is small: what rounding there is comes from the larger.
template <int Extra>
void try_all_directions(std::uint64_t seed) {
  testing::Random random(seed);
  for (int i = 0; i < 1600; ++i) {
    SCOPED_TRACE(i);
    const int m = i % Extra;
    const bool of_lanes = i / Extra % 2 == 0;
    const bool small_lanes = i / Extra / 2 % 2 == 0;
    Placement place_of_other = random_kdop_placement(random);
    if (!small_lanes) {
      for (float& shift : place_of_other.shift) shift *= 0x1p-8F;
    }
    const DopPlacement<Extra> at(place_of_other);
    const Vec3 n = as_vector(of_lanes ? DopDirections<Extra>::at[m] : at.along[m]) *
                   (random.chance(2) ? 1 : -1);
    Vec3 back;  // -n in the frame of the other, and the lanes' origin there
    Vec3 origin;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 3; ++j) {
        back[j] -= double{at.rotation[k][j]} * n[k];
        origin[j] -= double{at.rotation[k][j]} * double{at.shift[k]} / double{at.ratio};
      }
    }
    const ExactPoint p = testing::exact_point(origin + random.vector(-0.004, 0.004));
    const ExactPoint there = testing::placed_exactly(at, p);
    const double ratio = small_lanes ? 0x1p-7 : 1;
    // One of the two ends by its slab, the other by its box's corner.
    const auto own = ending_at<Extra>(there, n, ratio, of_lanes ? m : -1, random);
    const auto other = ending_at<Extra>(p, back, 0x1p-7 / ratio, of_lanes ? -1 : m, random);
    expect_touching_only_here(own, at, other, n * (1 / length(n)), static_cast<std::size_t>(i % 8));
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(KDop, Those14ThatJustTouchAreNeverParted) { try_all_directions<4>(91); }
TEST(KDop, Those18ThatJustTouchAreNeverParted) { try_all_directions<6>(92); }

// Gaps along a direction count as distances: none may be longer than one. As short as they can be
// without being loose.
template <int Extra>
void expect_directions_of_length_one() {
  for (int m = 0; m < Extra; ++m) {
    const Vec3 n = as_vector(DopDirections<Extra>::at[m]);
    EXPECT_LE(length_sq(n), 1) << m;
    EXPECT_GT(length_sq(n), 1 - 1e-6) << m;
    for (int other = 0; other < m; ++other) {
      EXPECT_LT(std::fabs(dot(n, as_vector(DopDirections<Extra>::at[other]))), 0.51) << m;
    }
  }
}
TEST(KDop, DirectionsAreUnitVectorsAsDifferentAsCanBe) {
  expect_directions_of_length_one<4>();
  expect_directions_of_length_one<6>();
}

}  // namespace
}  // namespace tact
