// How one rigid body's frame lies in another's: what float loses must be within the slack.
#include "tact/bounds/placement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/bounds/touching_boxes.h"

namespace tact {
namespace {

using testing::ExactPoint;
using testing::Rational;

// Where a point of a body's frame is in the world: x = A (p + offset) / scale + t.
ExactPoint in_world(const RigidPlace& place, const ExactPoint& p) {
  ExactPoint own;
  for (std::size_t k = 0; k < 3; ++k) {
    own.x[k] = (p.x[k] + Rational(place.frame.offset[k])) / Rational(place.frame.scale);
  }
  ExactPoint out;
  for (std::size_t k = 0; k < 3; ++k) {
    out.x[k] = testing::exact_dot(place.pose.row(k), own) + Rational(place.pose.translation()[k]);
  }
  return out;
}

Rational determinant(const Rational (&m)[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// The same place in another body's frame, by Cramer's rule: rotation matrices are rounded, and
// their transposes are only nearly their inverses.
ExactPoint in_frame(const RigidPlace& place, const ExactPoint& world) {
  Rational m[3][3];
  Rational right[3];
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t j = 0; j < 3; ++j) m[k][j] = Rational(place.pose.row(k)[j]);
    right[k] = world.x[k] - Rational(place.pose.translation()[k]);
  }
  const Rational whole = determinant(m);
  ExactPoint out;
  for (std::size_t j = 0; j < 3; ++j) {
    Rational with[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) with[k][i] = i == j ? right[k] : m[k][i];
    }
    out.x[j] =
        determinant(with) / whole * Rational(place.frame.scale) - Rational(place.frame.offset[j]);
  }
  return out;
}

RigidPlace random_place(testing::Random& random, double away) {
  RigidPlace place;
  place.pose = Transform::from_quaternion(random.quaternion(), random.vector(-away, away));
  place.frame.scale = std::ldexp(1.0, static_cast<int>(random.below(7)) - 3);
  place.frame.offset = random.vector(-1, 1);
  place.reach = 1;
  return place;
}

// The largest part of the slack that placing a point at the rim of the reach uses.
struct Used {
  double by_float = 0;
  double by_double = 0;
};

Used used(const RigidPlace& from, const RigidPlace& to, testing::Random& random) {
  const RelativePose relative = relative_pose(from, to);
  const Placement at = placement(from, to);
  const Vec3 rim = random.direction() * (1 - 0x1p-20);
  const float p[3] = {static_cast<float>(rim.x), static_cast<float>(rim.y),
                      static_cast<float>(rim.z)};
  const ExactPoint exact{{p[0], p[1], p[2]}};
  const ExactPoint expected = in_frame(to, in_world(from, exact));
  float placed[3];
  place_point(at, p, placed);
  Used out;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational lost = abs(Rational(placed[k]) - expected.x[k]);
    out.by_float = std::max(out.by_float, static_cast<double>(lost) / double{at.slack});
    const Rational wide =
        testing::exact_dot(relative.rotation[k], exact) * Rational(relative.ratio) +
        Rational(relative.shift[k]);
    const Rational lost_wide = abs(wide - expected.x[k]);
    // Its slack is that of the shift; the rotation is rounded too, which float's slack covers.
    const double slack = relative.slack + from.reach * relative.ratio * 0x1p-48;
    out.by_double = std::max(out.by_double, static_cast<double>(lost_wide) / slack);
  }
  return out;
}

// In one place, so that the reach alone decides; about there; far away, so that the shift does; far
// from the origin but near each other, so that what the poses lose does.
TEST(Placement, APlacedPointIsWithinTheSlack) {
  testing::Random random(81);
  Used most;
  for (int i = 0; i < 2000; ++i) {
    const double away = i % 4 < 2 ? 0 : i % 4 == 2 ? 30 : 1e9;
    RigidPlace from = random_place(random, away);
    RigidPlace to = random_place(random, away);
    if (i % 4 == 0) from.frame.offset = to.frame.offset = {};
    if (i % 4 == 3) {
      from.pose = Transform::from_quaternion(random.quaternion(),
                                             to.pose.translation() + random.vector(-1, 1));
    }
    const Used now = used(from, to, random);
    ASSERT_LE(now.by_float, 1) << i;
    ASSERT_LE(now.by_double, 1) << i;
    most.by_float = std::max(most.by_float, now.by_float);
    most.by_double = std::max(most.by_double, now.by_double);
  }
  // The input is sharp: a slack of a sixteenth would not do, nor would a 128th in double.
  EXPECT_GT(most.by_float, 1.0 / 16);
  EXPECT_GT(most.by_double, 1.0 / 128);
}

TEST(Placement, PlacesBoxesAsItPlacesPoints) {
  testing::Random random(82);
  for (int i = 0; i < 200; ++i) {
    const RigidPlace from = random_place(random, 2);
    const RigidPlace to = random_place(random, 2);
    const Placement at = placement(from, to);
    Obb box = testing::random_box(random);
    const PlacedBox placed = place(at, box);
    testing::align(box);
    CentredBox plain{};
    std::copy_n(box.centre, 3, plain.centre);
    std::copy_n(box.half, 3, plain.half);
    const PlacedBox as_obb = place(at, box);
    const PlacedBox as_plain = place(at, plain);
    float centre[3];
    place_point(at, box.centre, centre);
    for (int k = 0; k < 3; ++k) {
      ASSERT_EQ(placed.centre[k], centre[k]);
      ASSERT_EQ(as_plain.centre[k], centre[k]);
      ASSERT_EQ(placed.half[k], box.half[k] * at.ratio);
      ASSERT_EQ(as_plain.half[k], box.half[k] * at.ratio);
      for (int j = 0; j < 3; ++j) ASSERT_EQ(as_plain.axis[k][j], as_obb.axis[k][j]);
    }
    ASSERT_EQ(placed.slack, at.slack);
    ASSERT_EQ(as_plain.slack, at.slack);
  }
}

}  // namespace
}  // namespace tact
