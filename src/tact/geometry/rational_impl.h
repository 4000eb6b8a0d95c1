#pragma once
// Rational numbers, for points that are where triangles cut each other. Private to geometry.
#include <array>
#include <boost/multiprecision/cpp_int.hpp>

#include "tact/base/vec.h"

namespace tact::exact {

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational_backend,
                                               boost::multiprecision::et_off>;

/// A place in space.
struct RationalPoint {
  std::array<Rational, 3> at;
};

/// As it stands.
inline RationalPoint to_rational(const Vec3& v) {
  return {{Rational(v.x), Rational(v.y), Rational(v.z)}};
}

inline RationalPoint operator-(const RationalPoint& p, const RationalPoint& q) {
  return {{p.at[0] - q.at[0], p.at[1] - q.at[1], p.at[2] - q.at[2]}};
}
inline Rational dot(const RationalPoint& p, const RationalPoint& q) {
  return p.at[0] * q.at[0] + p.at[1] * q.at[1] + p.at[2] * q.at[2];
}
inline RationalPoint cross(const RationalPoint& p, const RationalPoint& q) {
  return {{p.at[1] * q.at[2] - p.at[2] * q.at[1], p.at[2] * q.at[0] - p.at[0] * q.at[2],
           p.at[0] * q.at[1] - p.at[1] * q.at[0]}};
}

/// Along the normal of the triangle, twice its area long.
inline RationalPoint normal_of(const Triangle& t) {
  const RationalPoint base = to_rational(t[0]);
  return cross(to_rational(t[1]) - base, to_rational(t[2]) - base);
}

}  // namespace tact::exact
