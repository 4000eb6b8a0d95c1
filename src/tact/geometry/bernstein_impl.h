#pragma once
// Where a cubic in Bernstein form is about zero, and where it is nearest to it. Estimates, of which
// nothing is claimed: what rests on them is certified afterwards. Private to the filter of moving
// features.
#include <algorithm>
#include <cmath>
#include <optional>

#include "tact/geometry/moving_span_impl.h"

namespace tact::exact {

inline double value_at(const BernsteinCubic& b, double t) {
  const double s = 1 - t;
  return s * s * (s * b[0] + 3 * t * b[1]) + t * t * (3 * s * b[2] + t * b[3]);
}
inline double slope_at(const BernsteinCubic& b, double t) {
  const double s = 1 - t;
  return 3 * (s * s * (b[1] - b[0]) + 2 * s * t * (b[2] - b[1]) + t * t * (b[3] - b[2]));
}
inline double bend_at(const BernsteinCubic& b, double t) {
  return 6 * ((1 - t) * (b[0] - 2 * b[1] + b[2]) + t * (b[1] - 2 * b[2] + b[3]));
}

/// A root in (0, 1) of one with different signs at 0 and 1: Newton's steps, halves where they leave
/// what is left.
inline double estimate_root(const BernsteinCubic& b) {
  double lo = 0;
  double hi = 1;
  double t = b[0] / (b[0] - b[3]);
  if (!(t > 0 && t < 1)) t = 0.5;
  for (int step = 0; step < 40; ++step) {
    const double value = value_at(b, t);
    if (value == 0) break;
    ((value > 0) == (b[0] > 0) ? lo : hi) = t;
    double next = t - value / slope_at(b, t);
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    const double way = std::abs(next - t);
    t = next;
    if (way < 0x1p-50 || hi - lo < 0x1p-50) break;
  }
  return t;
}

/// Where in (0, 1) one that is positive at both ends, or negative, comes nearest to zero or beyond.
inline std::optional<double> estimate_turn(const BernsteinCubic& b) {
  const double first = b[1] - b[0];
  const double middle = b[2] - b[1];
  const double last = b[3] - b[2];
  const double a = first - 2 * middle + last;
  const double half = middle - first;
  const double root = std::sqrt(std::max(half * half - a * first, 0.0));
  const double q = -(half + std::copysign(root, half));
  const double sign = b[0] > 0 ? 1 : -1;
  for (const double t : {q / a, first / q}) {
    if (t > 0 && t < 1 && sign * bend_at(b, t) > 0) return t;
  }
  return {};
}

}  // namespace tact::exact
