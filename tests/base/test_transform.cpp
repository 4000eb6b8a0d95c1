#include <gtest/gtest.h>

#include <limits>

#include "tact/base/error.h"
#include "tact/base/transform.h"

namespace tact {
namespace {

TEST(Transform, IdentityLeavesEveryBitAlone) {
  const Vec3 p{0.1, -3e200, 5e-310};
  EXPECT_EQ(Transform().apply(p), p);
}

TEST(Transform, QuaternionsAreNormalised) {
  const Transform unit = Transform::from_quaternion({0, 0, 1, 1}, {});
  const Transform scaled = Transform::from_quaternion({0, 0, 1e300, 1e300}, {});
  EXPECT_EQ(unit, scaled);
  const Vec3 turned = unit.apply({1, 0, 0});
  EXPECT_NEAR(turned.x, 0, 1e-15);
  EXPECT_NEAR(turned.y, 1, 1e-15);
}

TEST(Transform, RefusesWhatIsNoPose) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto refused = [](const Quaternion& q, const Vec3& t) {
    try {
      Transform::from_quaternion(q, t);
    } catch (const Error& error) {
      return error.code() == ErrorCode::bad_pose;
    }
    return false;
  };
  EXPECT_TRUE(refused({0, 0, 0, 0}, {}));
  EXPECT_TRUE(refused({nan, 0, 0, 1}, {}));
  EXPECT_TRUE(refused({0, inf, 0, 1}, {}));
  EXPECT_TRUE(refused({0, 0, 0, 1}, {0, nan, 0}));
}

}  // namespace
}  // namespace tact
