#pragma once
// Fractions of big integers: to be compared, and to be rounded once. Private to geometry.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tact/geometry/exact_integer_impl.h"

namespace tact::exact {

/// numerator / denominator · 2^exponent; the denominator is positive.
struct Fraction {
  Integer numerator;
  Integer denominator;
  int exponent = 0;
};

inline Integer shifted(const Integer& value, int left) {
  return left > 0 ? Integer(value << static_cast<unsigned>(left)) : value;
}

/// Sign of the difference a - b.
inline int compare(const Fraction& a, const Fraction& b) {
  const Integer left = shifted(a.numerator * b.denominator, a.exponent - b.exponent);
  const Integer right = shifted(b.numerator * a.denominator, b.exponent - a.exponent);
  return left.compare(right) < 0 ? -1 : static_cast<int>(left.compare(right) > 0);
}

inline Fraction to_fraction(double x) {
  const int unit = common_exponent(&x, 1);
  return {to_integer(x, unit), 1, unit};
}

/// The nearest double, ties to even; of no negative number.
inline double rounded(const Fraction& f) {
  if (f.numerator.is_zero()) return 0;
  // A quotient of 62 or 63 digits and a sign whether there was a remainder: more than a double has.
  const auto width = [](const Integer& i) { return static_cast<int>(msb(i)); };
  const int up = 62 - (width(f.numerator) - width(f.denominator));
  Integer remainder;
  Integer quotient;
  divide_qr(shifted(f.numerator, up), shifted(f.denominator, -up), quotient, remainder);
  const auto digits = static_cast<std::uint64_t>(quotient);
  const int unit = f.exponent - up;
  const int top = unit + 63 - __builtin_clzll(digits);
  if (top > 1023) return std::numeric_limits<double>::infinity();
  const int last = std::max(top - 52, -1074);
  const int drop = last - unit;
  if (drop > 63) return 0;
  std::uint64_t kept = digits >> drop;
  const std::uint64_t lost = digits - (kept << drop);
  const std::uint64_t half = std::uint64_t{1} << (drop - 1);
  const bool more = lost > half || (lost == half && !remainder.is_zero());
  const bool tie = lost == half && remainder.is_zero();
  kept += more || (tie && (kept & 1U) != 0) ? 1 : 0;
  return std::ldexp(static_cast<double>(kept), last);
}

}  // namespace tact::exact
