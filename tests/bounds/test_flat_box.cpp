// Boxes cut by slabs that only just touch: rounding must never part them.
#include <gtest/gtest.h>

#include "tact/bounds/flat_box_simd.h"
#include "tests/bounds/touching_boxes.h"

namespace tact {
namespace {

namespace simd = HWY_NAMESPACE;
using testing::ExactPoint;
using testing::Rational;

Placement random_placement(testing::Random& random) {
  const Transform turn = Transform::from_quaternion(random.quaternion(), {});
  Placement at{};  // whose floats are taken as exact
  for (std::size_t k = 0; k < 3; ++k) {
    at.shift[k] = static_cast<float>(random.uniform(-1, 1));
    for (std::size_t j = 0; j < 3; ++j) at.rotation[k][j] = static_cast<float>(turn.row(k)[j]);
  }
  at.ratio = std::ldexp(1.0F, static_cast<int>(random.below(3)) - 1);
  return at;
}

// The slab of a box that ends at p along n, or the plane through it.
void cut(FlatBox& flat, const ExactPoint& p, const Vec3& n, bool thin, testing::Random& random) {
  const double thick = thin ? 0 : random.uniform(0.01, 0.2);
  const ExactPoint way = testing::from_centre(flat.box.centre, p);
  const Vec3 unit = n * ((1 - 0x1p-22) / length(n));
  for (std::size_t k = 0; k < 3; ++k) flat.slab.normal[k] = static_cast<float>(unit[k]);
  const Rational along = testing::exact_dot(flat.slab.normal, way);
  flat.slab.offset = static_cast<float>(static_cast<double>(along) - thick);
  flat.slab.half = thin ? 0 : testing::least_above(along - Rational(flat.slab.offset));
}

// A box with p at its outermost corner along n, or well inside of it.
CentredBox around(const ExactPoint& p, const Vec3& n, bool corner, testing::Random& random) {
  CentredBox box{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = random.uniform(0.1, 1);
    const double way = corner ? std::copysign(1.0, n[k]) : random.uniform(-0.5, 0.5);
    box.centre[k] = static_cast<float>(static_cast<double>(p.x[k]) - way * half);
    box.half[k] =
        corner ? testing::least_above(p.x[k] - Rational(box.centre[k])) : static_cast<float>(half);
  }
  return box;
}

template <class Slabs>
std::uint32_t touching(const FlatBox& flat, std::size_t lane, const PlacedFlatBox& placed) {
  FlatBoxes8<Slabs> eight{};
  FlatBox far = flat;
  for (float& c : far.box.centre) c += 100;
  for (std::size_t i = 0; i < 8; ++i) eight.set(i, i == lane ? flat : far);
  const std::uint32_t all = simd::touching_lanes<true>(eight, placed, 0xFF);
  EXPECT_EQ(simd::touching_lanes<false>(eight, placed, 0xFF) | all,
            simd::touching_lanes<false>(eight, placed, 0xFF));
  EXPECT_EQ(simd::touching_lanes<true>(eight, placed, 0), 0U);
  return all;
}

// The lanes' slab ends at p against the other's corner; or the other's slab against the lane's
// corner; or both end there and are about parallel, so that the slabs part them and no box does.
template <class Slabs>
void try_slabs(std::uint64_t seed) {
  constexpr bool thin = std::is_same_v<Slabs, ThinSlabs8>;
  testing::Random random(seed);
  for (int i = 0; i < 1500; ++i) {
    const Placement at = random_placement(random);
    const Vec3 n = random.direction();
    Vec3 back;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 3; ++j) back[j] -= double{at.rotation[k][j]} * n[k];
    }
    const ExactPoint p = testing::exact_point(random.vector(-1, 1));
    const ExactPoint there = testing::placed_exactly(at, p);
    const bool by_own = i % 3 != 1;
    const bool by_other = i % 3 != 0;
    FlatBox own{around(there, n, !by_own, random), {}};
    FlatBox other{around(p, back, !by_other, random), {}};
    if (thin || by_own) cut(own, there, n, thin, random);
    if (by_other) cut(other, p, back, false, random);
    const PlacedFlatBox placed = place(at, other);
    const auto lane = static_cast<std::size_t>(i % 8);
    ASSERT_EQ(touching<Slabs>(own, lane, placed), 1U << lane) << i;
    FlatBox apart = own;
    for (std::size_t k = 0; k < 3; ++k) {
      apart.box.centre[k] = static_cast<float>(double{apart.box.centre[k]} - 1e-3 * n[k]);
    }
    ASSERT_EQ(touching<Slabs>(apart, lane, placed), 0U) << i;
  }
}

TEST(FlatBox, ThickSlabsThatJustTouchAreNeverParted) { try_slabs<ThickSlabs8>(95); }
TEST(FlatBox, ThinSlabsThatJustTouchAreNeverParted) { try_slabs<ThinSlabs8>(96); }

TEST(FlatBox, AReachIsRoundedOutward) {
  testing::Random random(97);
  for (int i = 0; i < 2000; ++i) {
    const double lo = random.uniform(-2, 2);
    const double hi = lo + random.uniform(0, 1) * std::exp2(-random.uniform(0, 40));
    Slab slab;
    slab.set_reach(lo, hi);
    ASSERT_LE(Rational(slab.offset) - Rational(slab.half), Rational(lo));
    ASSERT_GE(Rational(slab.offset) + Rational(slab.half), Rational(hi));
    ASSERT_LE(double{slab.half}, (hi - lo) / 2 + 1e-6);
  }
}

}  // namespace
}  // namespace tact
