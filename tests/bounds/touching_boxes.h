#pragma once
// Two boxes that have one point in common and hardly more: along one direction it is the last of
// the one and the first of the other, and half edges are the least floats that still hold it, by
// exact arithmetic. Any rounding error that a test does not allow for makes such boxes seem apart.
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <limits>

#include "tact/bounds/obb.h"
#include "tact/bounds/placement.h"
#include "tests/support/random.h"

namespace tact::testing {

using Rational = boost::multiprecision::cpp_rational;

struct ExactPoint {
  std::array<Rational, 3> x;
};

inline ExactPoint exact_point(const Vec3& p) { return {{p.x, p.y, p.z}}; }

template <class Direction>
Rational exact_dot(const Direction& along, const ExactPoint& p) {
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += Rational(along[k]) * p.x[k];
  return sum;
}

inline ExactPoint from_centre(const float (&centre)[3], const ExactPoint& p) {
  return {
      {p.x[0] - Rational(centre[0]), p.x[1] - Rational(centre[1]), p.x[2] - Rational(centre[2])}};
}

/// The least float that is not below |x|.
inline float least_above(const Rational& x) {
  const Rational size = abs(x);
  auto above = static_cast<float>(size);
  while (Rational(above) < size) above = std::nextafter(above, std::numeric_limits<float>::max());
  while (above > 0 && Rational(std::nextafter(above, 0.0F)) >= size) {
    above = std::nextafter(above, 0.0F);
  }
  return above;
}

/// A point of the placed box's frame in the other's, by the floats of the placement taken as exact.
inline ExactPoint placed_exactly(const Placement& at, const ExactPoint& p) {
  ExactPoint out;
  for (std::size_t k = 0; k < 3; ++k) {
    out.x[k] = exact_dot(at.rotation[k], p) * Rational(at.ratio) + Rational(at.shift[k]);
  }
  return out;
}

inline Vec3 axis_of(const Obb& box, int k) {
  return {double{box.axis[k][0]}, double{box.axis[k][1]}, double{box.axis[k][2]}};
}

inline Obb random_box(Random& random) {
  const Transform turn = Transform::from_quaternion(random.quaternion(), {});
  Obb box{};
  for (std::size_t k = 0; k < 3; ++k) {
    box.centre[k] = static_cast<float>(random.uniform(-1, 1));
    box.half[k] = static_cast<float>(random.uniform(0.1, 1));
    for (std::size_t x = 0; x < 3; ++x) box.axis[k][x] = static_cast<float>(turn.row(k)[x]);
  }
  return box;
}

inline void align(Obb& box) {
  for (int k = 0; k < 3; ++k) {
    for (int x = 0; x < 3; ++x) box.axis[k][x] = k == x ? 1 : 0;
  }
}

/// The way from the centre of a box to a place on its surface that is outermost along `n`: at a
/// corner, or anywhere on the edge or face that lies square to n.
inline Vec3 outermost(const Obb& box, const Vec3& n, Random& random) {
  Vec3 way;
  for (int k = 0; k < 3; ++k) {
    const double along = dot(axis_of(box, k), n);
    const double part =
        std::fabs(along) < 1e-6 ? random.uniform(-0.9, 0.9) : std::copysign(1.0, along);
    way = way + axis_of(box, k) * (part * double{box.half[k]});
  }
  return way;
}

/// Makes half edges the least that hold p; those along which p is well inside stay.
inline void hold(Obb& box, const ExactPoint& p) {
  const ExactPoint way = from_centre(box.centre, p);
  for (auto& half : box.half) {
    const Rational along = exact_dot(box.axis[&half - box.half], way);
    if (abs(along) > Rational(half) * Rational(0.95)) half = least_above(along);
  }
}

struct TouchingBoxes {
  Obb a;
  Obb b;
  Vec3 direction;  ///< from a to b, along which the two only just touch
  ExactPoint point;
};

/// `axis`: 0..2 of a, 3..5 of b, 6..14 the cross products. `aligned`: a has the axes of the frame.
inline TouchingBoxes touching_boxes(int axis, bool aligned, Random& random) {
  TouchingBoxes out{random_box(random), random_box(random), {}, {}};
  if (aligned) align(out.a);
  const Vec3 n = axis < 3   ? axis_of(out.a, axis)
                 : axis < 6 ? axis_of(out.b, axis - 3)
                            : cross(axis_of(out.a, (axis - 6) / 3), axis_of(out.b, (axis - 6) % 3));
  out.direction = n * ((random.chance(2) ? 1 : -1) / length(n));
  const float(&c)[3] = out.a.centre;
  const Vec3 p =
      Vec3{double{c[0]}, double{c[1]}, double{c[2]}} + outermost(out.a, out.direction, random);
  const Vec3 other = p - outermost(out.b, out.direction * -1, random);
  for (std::size_t k = 0; k < 3; ++k) out.b.centre[k] = static_cast<float>(other[k]);
  out.point = exact_point(p);
  hold(out.a, out.point);
  hold(out.b, out.point);
  return out;
}

}  // namespace tact::testing
