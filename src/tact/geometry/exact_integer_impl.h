#pragma once
// The last step: integers of any length, for coordinates of any exponents. Private to geometry.
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "tact/base/vec.h"

namespace tact::exact {

// 1024 bits lie within the number itself: coordinates of ordinary exponents need no allocation.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<1024>,
                                              boost::multiprecision::et_off>;

/// Exponent of the last binary digit of x, or the largest int for zero.
inline int last_digit(double x) {
  if (x == 0) return std::numeric_limits<int>::max();
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  return exponent - 53 + __builtin_ctzll(static_cast<std::uint64_t>(digits));
}

/// The unit in which all of x[0..n) are integers is 2^common_exponent.
inline int common_exponent(const double* x, std::size_t n) {
  int least = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < n; ++i) least = std::min(least, last_digit(x[i]));
  return least == std::numeric_limits<int>::max() ? 0 : least;
}

/// x / 2^unit, which is an integer.
inline Integer to_integer(double x, int unit) {
  if (x == 0) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
  const int shift = exponent - 53 - unit;
  if (shift < 0) return digits / (std::int64_t{1} << -shift);  // without remainder, by the unit
  Integer value = digits;
  value <<= static_cast<unsigned>(shift);
  return value;
}

/// A vector of integers, for the products that predicates are made of.
struct IntegerVec {
  Integer x;
  Integer y;
  Integer z;
};

inline IntegerVec to_integer(const Vec3& v, int unit) {
  return {to_integer(v.x, unit), to_integer(v.y, unit), to_integer(v.z, unit)};
}
inline IntegerVec operator-(const IntegerVec& a, const IntegerVec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Integer dot(const IntegerVec& a, const IntegerVec& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline IntegerVec cross(const IntegerVec& a, const IntegerVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace tact::exact
