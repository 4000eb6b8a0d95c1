// The separating axis test on boxes that only just touch: rounding must never part them.
#include <gtest/gtest.h>

#include <algorithm>

#include "tact/bounds/obb_simd.h"
#include "tests/bounds/touching_boxes.h"

namespace tact {
namespace {

namespace simd = HWY_NAMESPACE;
using testing::TouchingBoxes;

PlacedBox as_placed(const Obb& box) {
  PlacedBox placed{};
  for (int i = 0; i < 3; ++i) {
    placed.centre[i] = box.centre[i];
    placed.half[i] = box.half[i];
    for (int k = 0; k < 3; ++k) placed.axis[i][k] = box.axis[i][k];
  }
  return placed;
}

CentredBox without_axes(const Obb& box) {
  CentredBox out{};
  std::copy_n(box.centre, 3, out.centre);
  std::copy_n(box.half, 3, out.half);
  return out;
}

void put(Obb8& eight, std::size_t lane, const Obb& box) { eight.set(lane, box); }
void put(CentredBox8& eight, std::size_t lane, const Obb& box) {
  eight.set(lane, without_axes(box));
}

// The box in one lane, far from everything else in the others.
template <class Eight>
Eight in_lane(std::size_t lane, const Obb& box) {
  Eight eight{};
  Obb far = box;
  for (float& c : far.centre) c += 100;
  for (std::size_t i = 0; i < 8; ++i) put(eight, i, i == lane ? box : far);
  return eight;
}

Obb moved(const Obb& box, const Vec3& by) {
  Obb out = box;
  for (std::size_t k = 0; k < 3; ++k) {
    out.centre[k] = static_cast<float>(double{out.centre[k]} + by[k]);
  }
  return out;
}

template <class Eight>
void raise_along(const Vec3& direction, const Eight& eight, const PlacedBox& box, float (&gap)[8]) {
  const Vec3 n = direction * (1 - 0x1p-20);
  const float along[3] = {static_cast<float>(n.x), static_cast<float>(n.y),
                          static_cast<float>(n.z)};
  simd::raise_bounds(eight, box, along, gap);
}

template <class Eight>
void expect_touching(const TouchingBoxes& boxes, std::size_t lane) {
  const auto eight = in_lane<Eight>(lane, boxes.a);
  const PlacedBox box = as_placed(boxes.b);
  const std::uint32_t bit = 1U << lane;
  ASSERT_EQ(simd::touching_lanes<true>(eight, box, 0xFF), bit);
  ASSERT_EQ(simd::touching_lanes<false>(eight, box, 0xFF), bit);
  ASSERT_EQ(simd::touching_lanes<true>(eight, box, 0xFF & ~bit), 0U);
  simd::Separation8 separation{};
  ASSERT_EQ(simd::separate_lanes<true>(eight, box, 0xFF, separation), bit);
  float gap[8] = {};
  simd::distance_bounds(eight, box, gap);
  ASSERT_EQ(gap[lane], 0);
  ASSERT_GT(gap[(lane + 1) % 8], 90);
  raise_along(boxes.direction, eight, box, gap);
  ASSERT_EQ(gap[lane], 0);
}

// Apart by `by`, which is far more than rounding, along the direction in which they touched.
template <class Eight>
void expect_apart(const TouchingBoxes& boxes, int axis, double by, std::size_t lane) {
  const auto eight = in_lane<Eight>(lane, boxes.a);
  const PlacedBox box = as_placed(moved(boxes.b, boxes.direction * by));
  ASSERT_EQ(simd::touching_lanes<true>(eight, box, 0xFF), 0U);
  simd::Separation8 separation{};
  ASSERT_EQ(simd::separate_lanes<true>(eight, box, 0xFF, separation), 0U);
  ASSERT_GT(separation.gap[lane], 0);
  ASSERT_LE(separation.gap[lane], by * 1.001);
  float raised[8] = {};
  raise_along(boxes.direction, eight, box, raised);
  ASSERT_GT(raised[lane], by * 0.9);
  ASSERT_LE(raised[lane], by * 1.001);
  if (axis >= 6) return;  // what follows looks at the axes of the faces alone
  ASSERT_EQ(simd::touching_lanes<false>(eight, box, 0xFF), 0U);
  float gap[8] = {};
  simd::distance_bounds(eight, box, gap);
  ASSERT_GT(gap[lane], by * 0.9);
  ASSERT_LE(gap[lane], by * 1.001);
}

template <class Eight>
void try_all_axes(bool aligned) {
  testing::Random random(aligned ? 71 : 72);
  for (int axis = 0; axis < 15; ++axis) {
    for (int i = 0; i < 200; ++i) {
      SCOPED_TRACE(::testing::Message() << "axis " << axis << ", round " << i);
      const TouchingBoxes boxes = testing::touching_boxes(axis, aligned, random);
      const auto lane = static_cast<std::size_t>(i % 8);
      expect_touching<Eight>(boxes, lane);
      const double sine = axis < 6 ? 1
                                   : length(cross(testing::axis_of(boxes.a, (axis - 6) / 3),
                                                  testing::axis_of(boxes.b, (axis - 6) % 3)));
      expect_apart<Eight>(boxes, axis, 1e-3 / sine, lane);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Obb, BoxesThatJustTouchAreNeverParted) { try_all_axes<Obb8>(false); }
TEST(CentredBox, BoxesThatJustTouchAreNeverParted) { try_all_axes<CentredBox8>(true); }

// Is the input above sharp? Without the allowance for rounding some of it would be parted, if only
// by a hundredth of what is allowed.
TEST(Obb, TheAllowanceForRoundingIsNeeded) {
  testing::Random random(73);
  float worst = 0;
  for (int i = 0; i < 1500; ++i) {
    const TouchingBoxes boxes = testing::touching_boxes(i % 6, false, random);
    const auto eight = in_lane<Obb8>(0, boxes.a);
    const PlacedBox box = as_placed(boxes.b);
    const simd::LocalPair at = simd::local_pair(eight, box, 0);
    const simd::FaceGaps face = simd::face_gaps(at, box);
    const auto gap = simd::hn::Max(simd::largest(face.a), simd::largest(face.b));
    worst = std::max(worst, 1 + simd::hn::GetLane(gap) / simd::hn::GetLane(face.slack));
  }
  EXPECT_GT(worst, 1.0F / 128);
  EXPECT_LT(worst, 1.0F / 2);
}

// A short rod across a long one, parted along a cross product: what is remembered of the direction
// holds all of the short one, and the gap is not more than there is.
TEST(Obb, ASeparationByACrossProductAllowsForRounding) {
  testing::Random random(74);
  for (int i = 0; i < 200; ++i) {
    const Transform turn = Transform::from_quaternion(random.quaternion(), {});
    const Transform other_turn = Transform::from_quaternion(random.quaternion(), {});
    const Vec3 across = cross(turn.row(0), other_turn.row(0));
    if (length(across) < 0.3) continue;
    Obb rod{};
    PlacedBox box{};
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t x = 0; x < 3; ++x) {
        rod.axis[k][x] = static_cast<float>(turn.row(k)[x]);
        box.axis[k][x] = static_cast<float>(other_turn.row(k)[x]);
      }
      rod.half[k] = k == 0 ? 0.02F : 0.0005F;
      box.half[k] = k == 0 ? 1.0F : 0.001F;
      box.centre[k] = static_cast<float>(across[k] / length(across) * 0.02);
    }
    simd::Separation8 out{};
    simd::separate_by_cross(in_lane<Obb8>(0, rod), box, 0, 0, 0, out);
    double reach = 0;
    double near = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      near += double{out.along[k][0]} * double{box.centre[k]};
      double own = 0;
      double other = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        own += double{out.along[x][0]} * double{rod.axis[k][x]};
        other += double{out.along[x][0]} * double{box.axis[k][x]};
      }
      reach += std::fabs(own) * double{rod.half[k]};
      near -= std::fabs(other) * double{box.half[k]};
    }
    ASSERT_GE(double{out.reach[0]}, reach) << i;
    ASSERT_LE(double{out.gap[0]}, near - reach) << i;
    ASSERT_GT(out.gap[0], 0) << i;
  }
}

// Eight lanes are loaded at once, from where such a load may begin.
TEST(Obb, EightLanesAreAligned) {
  EXPECT_EQ(alignof(Obb8), 32U);
  EXPECT_EQ(alignof(CentredBox8), 32U);
}

}  // namespace
}  // namespace tact
