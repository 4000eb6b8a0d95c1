#include <gtest/gtest.h>

#include <cmath>

#include "scenes/triangle_families.h"
#include "tact/geometry/distance.h"
#include "tact/geometry/triangle.h"
#include "tests/geometry/ground.h"

namespace tact {
namespace {

using testing::ground;

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

void expect_equal(const ContactGeometry& a, const ContactGeometry& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.segment.from, b.segment.from);
  EXPECT_EQ(a.segment.to, b.segment.to);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.depth, b.depth);
}

TEST(DescribeContact, CrossingHasSegmentNormalAndDepth) {
  // A wall through y = 1 that reaches 0.5 below the ground and is 2 wide there.
  const Triangle wall{Vec3{0, 1, 3}, Vec3{1, 1, -0.5}, Vec3{4, 1, 3}};
  const ContactGeometry c = describe_contact(ground, wall);
  EXPECT_EQ(c.kind, ContactKind::crossing);
  expect_near(c.segment.from, {6.0 / 7, 1, 0});
  expect_near(c.segment.to, {10.0 / 7, 1, 0});
  EXPECT_NEAR(c.depth, 0.5, 1e-15);
  expect_near(c.normal, {0, 0, 1});  // lifts the wall out from behind the ground
  EXPECT_EQ(describe_contact(wall, ground).normal, -c.normal);
}

TEST(DescribeContact, KindIsExact) {
  const Vec3 up{1, 1, 1};
  const auto kind = [](const Triangle& b) { return describe_contact(ground, b).kind; };
  EXPECT_EQ(kind({Vec3{1, 1, 0}, up, Vec3{1, 2, 1}}), ContactKind::touching);  // corner on face
  EXPECT_EQ(kind({Vec3{1, 1, -0x1p-1074}, up, Vec3{1, 2, 1}}), ContactKind::crossing);
  EXPECT_EQ(kind({Vec3{1, 0, 0}, Vec3{2, 0, 0}, up}), ContactKind::touching);  // edge on edge
  EXPECT_EQ(kind({Vec3{1, 1, 0}, Vec3{2, 1, 0}, up}), ContactKind::touching);  // edge on face
  EXPECT_EQ(kind({Vec3{2, 2, -1}, Vec3{2, 2, 1}, Vec3{5, 5, 0}}), ContactKind::touching);
  EXPECT_EQ(kind({Vec3{1, 1, 0}, Vec3{9, 1, 0}, Vec3{5, 5, 0}}), ContactKind::coplanar);
  EXPECT_EQ(kind({Vec3{4, 0, 0}, Vec3{9, 1, 0}, Vec3{5, 5, 0}}), ContactKind::coplanar);
  EXPECT_EQ(kind({Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{1, 1, 0}}), ContactKind::touching);
  EXPECT_EQ(kind({ground[0], ground[1], Vec3{1, 1, 0}}), ContactKind::coplanar);  // two corners
}

TEST(DescribeContact, TheSameThreeCornersAreCoincident) {
  const auto& [p, q, r] = ground;
  for (const Triangle& t : {Triangle{p, q, r}, {q, r, p}, {r, q, p}, {p, r, q}}) {
    const ContactGeometry c = describe_contact(ground, t);
    EXPECT_EQ(c.kind, ContactKind::coincident);
    EXPECT_EQ(c.depth, 0);
    EXPECT_EQ(std::abs(c.normal.z), 1);
  }
  EXPECT_EQ(describe_contact(ground, {-p, q, r}).kind, ContactKind::coincident) << "minus zero";
  EXPECT_EQ(describe_contact({p, q, q}, {q, p, q}).kind, ContactKind::coincident);
  EXPECT_EQ(describe_contact({p, q, q}, {q, p, p}).kind, ContactKind::touching);
}

TEST(DescribeContact, PointsAreCornersWhereTheyCanBe) {
  const ContactGeometry c =
      describe_contact(ground, {Vec3{0.1, 0.7, 0}, Vec3{1, 1, 1}, Vec3{1, 2, 3}});
  EXPECT_EQ(c.segment.from, (Vec3{0.1, 0.7, 0}));
  EXPECT_EQ(c.segment.to, c.segment.from);
  EXPECT_EQ(c.depth, 0);
}

TEST(DescribeContact, LongestChordOfACoplanarOverlap) {
  const ContactGeometry c =
      describe_contact(ground, {Vec3{-1, 1, 0}, Vec3{3, 1, 0}, Vec3{-1, 2, 0}});
  EXPECT_EQ(c.kind, ContactKind::coplanar);
  expect_near(c.segment.from, {0, 1.75, 0});
  expect_near(c.segment.to, {3, 1, 0});
  EXPECT_EQ(c.depth, 0);
  EXPECT_EQ(std::abs(c.normal.z), 1);
}

TEST(DescribeContact, DegenerateTrianglesHaveNoPlane) {
  const Triangle segment{Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{1, 1, 0.5}};
  const ContactGeometry through = describe_contact(ground, segment);
  expect_near(through.segment.from, {1, 1, 0});
  EXPECT_EQ(through.segment.from, through.segment.to);
  EXPECT_NEAR(through.depth, 1, 1e-15);
  expect_near(through.normal, {0, 0, 1});
  const Triangle other{Vec3{0, 1, 0}, Vec3{3, 1, 0}, Vec3{3, 1, 0}};
  const ContactGeometry crossing = describe_contact(segment, other);
  expect_near(crossing.segment.from, {1, 1, 0});
  EXPECT_EQ(crossing.segment.from, crossing.segment.to);
  EXPECT_EQ(crossing.normal, (Vec3{0, 0, 0}));
  EXPECT_EQ(crossing.depth, 0);
}

class ContactOnFamily : public ::testing::TestWithParam<int> {};

// How far p is from the triangle, against the size of the two.
double off(const Vec3& p, const Triangle& t, double scale) {
  return std::sqrt(
      closest_point_triangle(p * scale, {t[0] * scale, t[1] * scale, t[2] * scale}).distance_sq);
}

TEST_P(ContactOnFamily, FiniteOnBothTrianglesAndTheSameInEveryOrder) {
  scenes::Random random(29);
  int contacts = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto [a, b] = scenes::make_pair(static_cast<scenes::Family>(GetParam()), random);
    if (!intersects(a, b)) continue;
    ++contacts;
    const ContactGeometry c = describe_contact(a, b);
    ContactGeometry swapped = describe_contact({b[1], b[2], b[0]}, {a[2], a[0], a[1]});
    if (!(a == b)) swapped.normal = -swapped.normal;
    expect_equal(swapped, c);
    double most = 0;
    for (const Triangle* t : {&a, &b}) {
      for (const Vec3& p : *t) most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
    const double scale = most == 0 ? 1 : std::ldexp(1.0, std::min(-std::ilogb(most), 1000));
    for (const Vec3& p : {c.segment.from, c.segment.to}) {
      ASSERT_TRUE(is_finite(p));
      ASSERT_LE(off(p, a, scale), 1e-11);
      ASSERT_LE(off(p, b, scale), 1e-11);
    }
    ASSERT_TRUE(is_finite(c.normal) && std::isfinite(c.depth));
    ASSERT_GE(c.depth, 0);
    const double length_of_normal = length(c.normal);
    ASSERT_TRUE(length_of_normal == 0 || std::abs(length_of_normal - 1) < 1e-14);
    if (c.kind == ContactKind::coincident) {
      ASSERT_EQ(length_of_normal != 0, overlap_in_area(a, b)) << "only a degenerate one has none";
    } else if (c.kind != ContactKind::touching) {
      ASSERT_NE(length_of_normal, 0);
    }
  }
  EXPECT_GT(contacts, 50);
}

INSTANTIATE_TEST_SUITE_P(All, ContactOnFamily, ::testing::Range(0, scenes::family_count),
                         [](const auto& family) {
                           return "family" + std::to_string(family.param);
                         });

}  // namespace
}  // namespace tact
