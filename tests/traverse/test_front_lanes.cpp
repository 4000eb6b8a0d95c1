// The gaps of a front's pairs along their directions, against the same in double: never more than
// they are, and hardly less.
#include <gtest/gtest.h>

#include <cmath>

#include "tact/traverse/front_lanes_simd.h"
#include "tests/support/random.h"

namespace tact {
namespace {

double gap_in_double(const FrontLane& lane, const Placement& at) {
  double turned[3] = {};
  double shift = 0;
  for (int j = 0; j < 3; ++j) {
    shift += double{lane.along[j]} * double{at.shift[j]};
    for (int k = 0; k < 3; ++k) {
      turned[k] += double{lane.along[j]} * double{at.rotation[j][k]};
    }
  }
  const auto project = [&](const float* v) {
    return turned[0] * double{v[0]} + turned[1] * double{v[1]} + turned[2] * double{v[2]};
  };
  double nearest = project(lane.centre);
  for (int arm = 0; arm < 3; ++arm) nearest -= std::fabs(project(lane.arm + 3 * arm));
  return nearest * double{at.ratio} + shift - double{lane.reach};
}

TEST(FrontLanes, GapsAreThoseOfThePlacedBoxes) {
  testing::Random random(12);
  const auto number = [&](double most) { return static_cast<float>(random.uniform(-most, most)); };
  for (int round = 0; round < 500; ++round) {
    Placement at{};
    const Transform turn = Transform::from_quaternion(random.quaternion(), {});
    for (std::size_t k = 0; k < 3; ++k) {
      at.shift[k] = number(1);
      for (std::size_t j = 0; j < 3; ++j) at.rotation[k][j] = static_cast<float>(turn.row(k)[j]);
    }
    at.ratio = std::ldexp(1.0F, round % 5 - 2);
    at.slack = 0x1p-20F;
    FrontLane lanes[8];
    const FrontLane* eight[8];
    for (int i = 0; i < 8; ++i) {
      eight[i] = &lanes[i];
      const Vec3 along = random.direction();
      for (std::size_t k = 0; k < 3; ++k) {
        lanes[i].along[k] = static_cast<float>(along[k]);
        lanes[i].centre[k] = number(1);
      }
      for (int k = 0; k < 9; ++k) lanes[i].arm[k] = number(k < 3 ? 0.5 : k < 6 ? 0.2 : 0.05);
      lanes[i].reach = number(1);
    }
    float gap[8];
    HWY_NAMESPACE::gaps_along(eight, at, gap);
    for (int i = 0; i < 8; ++i) {
      const double exact = gap_in_double(lanes[i], at);
      ASSERT_LE(double{gap[i]}, exact) << round;
      ASSERT_GT(double{gap[i]}, exact - 1e-4) << round;
    }
  }
}

}  // namespace
}  // namespace tact
