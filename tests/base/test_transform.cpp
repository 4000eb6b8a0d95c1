#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <span>

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

const Transform& some_pose() {
  static const Transform pose = Transform::from_quaternion({0.3, -0.5, 0.2, 0.7}, {1, -2, 1e3});
  return pose;
}

double distance(const Vec3& a, const Vec3& b) { return length(a - b); }

bool refuses(std::span<const double> numbers, MatrixOrder order = MatrixOrder::by_rows) {
  try {
    Transform::from_matrix(numbers, order);
  } catch (const Error& error) {
    return error.code() == ErrorCode::bad_pose;
  }
  return false;
}

TEST(Transform, Composes) {
  const Transform a = some_pose();
  const Transform b = Transform::from_axis_angle({1, 2, 3}, 2.5, {4, 5, 6});
  const Vec3 p{0.25, -7, 3};
  EXPECT_LT(distance((a * b).apply(p), a.apply(b.apply(p))), 1e-12);
  EXPECT_GT(distance((a * b).apply(p), b.apply(a.apply(p))), 1);
  EXPECT_EQ(Transform() * a, a);
  EXPECT_EQ(a * Transform(), a);
}

TEST(Transform, Inverts) {
  const Transform a = some_pose();
  const Vec3 p{0.25, -7, 3};
  EXPECT_LT(distance(a.inverse().apply(a.apply(p)), p), 1e-12);
  EXPECT_LT(distance(a.apply(a.inverse().apply(p)), p), 1e-12);
  EXPECT_EQ(Transform().inverse(), Transform());
}

// Bounds of posed bodies rely on rotations that are right to within rounding.
TEST(Transform, LongChainsStayRotations) {
  Transform chain;
  const Transform step = Transform::from_axis_angle({1, 2, 3}, 0.7, {});
  for (int i = 0; i < 100'000; ++i) chain = step * chain;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(dot(chain.row(i), chain.row(i)), 1, 0x1p-49);
    EXPECT_NEAR(dot(chain.row(i), chain.row((i + 1) % 3)), 0, 0x1p-49);
  }
}

TEST(Transform, MatricesComeBackWithEveryBit) {
  for (const MatrixOrder order : {MatrixOrder::by_rows, MatrixOrder::by_columns}) {
    EXPECT_EQ(Transform::from_matrix(some_pose().matrix4(order), order), some_pose());
    EXPECT_EQ(Transform::from_matrix(some_pose().matrix3x4(order), order), some_pose());
  }
  const std::array<double, 16> rows = some_pose().matrix4(MatrixOrder::by_rows);
  EXPECT_EQ(rows[3], 1);
  EXPECT_EQ(rows[11], 1e3);
  EXPECT_EQ(some_pose().matrix4(MatrixOrder::by_columns)[14], 1e3);
  EXPECT_EQ(some_pose().matrix3x4(MatrixOrder::by_columns)[11], 1e3);
  EXPECT_EQ(some_pose().matrix3x4(MatrixOrder::by_columns)[1], rows[4]);
}

TEST(Transform, MatricesOfFloatsAreMadeRight) {
  std::array<float, 16> floats{};
  const std::array<double, 16> numbers = some_pose().matrix4(MatrixOrder::by_rows);
  for (std::size_t i = 0; i < 16; ++i) floats[i] = static_cast<float>(numbers[i]);
  const Transform pose = Transform::from_matrix(floats, MatrixOrder::by_rows);
  EXPECT_LT(distance(pose.apply({1, 1, 1}), some_pose().apply({1, 1, 1})), 1e-4);
  EXPECT_NEAR(dot(pose.row(0), pose.row(0)), 1, 0x1p-50);
  EXPECT_NEAR(dot(pose.row(0), pose.row(2)), 0, 0x1p-50);
}

TEST(Transform, RefusesMatricesThatAreNoPose) {
  const std::array<double, 16> good = some_pose().matrix4(MatrixOrder::by_rows);
  const auto with = [&](std::size_t i, double value) {
    std::array<double, 16> changed = good;
    changed[i] = value;
    return refuses(changed);
  };
  EXPECT_FALSE(refuses(good));
  EXPECT_TRUE(refuses(good, MatrixOrder::by_columns));
  EXPECT_TRUE(with(0, good[0] * 1.001));
  EXPECT_TRUE(with(3, std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(with(5, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(with(15, 2));
  EXPECT_TRUE(refuses(std::span<const double>(good).first(9)));
  EXPECT_TRUE(refuses(std::array<double, 12>{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}));  // a mirror
}

TEST(Transform, TellsItsRotation) {
  for (const Quaternion& q :
       {Quaternion{0.3, -0.5, 0.2, 0.7}, Quaternion{1, 0, 0, 0}, Quaternion{0, 1, 1e-9, 0},
        Quaternion{0.1, 0, -1, 0.1}, Quaternion{0.1, 0.2, 0.3, -0.4}}) {
    const Transform pose = Transform::from_quaternion(q, {});
    const Transform again = Transform::from_quaternion(pose.rotation(), {});
    for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(distance(pose.row(i), again.row(i)), 1e-15);
    EXPECT_GE(pose.rotation().w, 0);
  }
}

}  // namespace
}  // namespace tact
