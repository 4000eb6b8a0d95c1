#include "tests/support/ray_oracle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tact::testing {
namespace {

using Q = boost::multiprecision::cpp_rational;
using QVec = std::array<Q, 3>;

QVec exact_of(const Vec3& v) { return {Q(v.x), Q(v.y), Q(v.z)}; }
QVec operator-(const QVec& a, const QVec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
QVec operator+(const QVec& a, const QVec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
QVec operator*(const QVec& a, const Q& s) { return {a[0] * s, a[1] * s, a[2] * s}; }
Q product(const QVec& a, const QVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
QVec across(const QVec& a, const QVec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
bool is_nothing(const QVec& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

// What is left of t as conditions are added: low <= t, t <= high.
struct Interval {
  Q low = 0;
  std::optional<Q> high;
  bool empty = false;

  // f + t g >= 0.
  void require(const Q& f, const Q& g) {
    if (g == 0) {
      empty = empty || f < 0;
    } else if (g > 0) {
      if (const Q t = -f / g; t > low) low = t;
    } else if (const Q t = -f / g; !high || t < *high) {
      high = t;
    }
  }
  void require_zero(const Q& f, const Q& g) {
    require(f, g);
    require(-f, -g);
  }
  std::optional<Q> first() const {
    if (empty || (high && *high < low)) return std::nullopt;
    return low;
  }
};

struct Line {
  QVec origin;
  QVec direction;
  Interval all;
  explicit Line(const OracleRay& ray)
      : origin(exact_of(ray.origin)), direction(exact_of(ray.direction)) {
    if (ray.to) direction = exact_of(*ray.to) - origin;
    if (ray.to) all.high = 1;
    if (!ray.to && !std::isinf(ray.t_max)) all.high = Q(ray.t_max);
  }
};

// All t for which the point lies on the closed triangle: linear conditions.
std::optional<Q> first_exactly(const OracleRay& ray, const Triangle& t) {
  const Line line(ray);
  Interval left = line.all;
  const std::array<QVec, 3> corner{exact_of(t[0]), exact_of(t[1]), exact_of(t[2])};
  const QVec normal = across(corner[1] - corner[0], corner[2] - corner[0]);
  if (!is_nothing(normal)) {
    left.require_zero(product(normal, line.origin - corner[0]), product(normal, line.direction));
    for (std::size_t i = 0; i < 3; ++i) {
      const QVec inward = across(normal, corner[(i + 1) % 3] - corner[i]);
      left.require(product(inward, line.origin - corner[i]), product(inward, line.direction));
    }
    return left.first();
  }
  // The longest edge is all of it.
  std::size_t at = 0;
  Q longest = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const QVec edge = corner[(i + 1) % 3] - corner[i];
    if (const Q size = product(edge, edge); size > longest) {
      longest = size;
      at = i;
    }
  }
  const QVec edge = corner[(at + 1) % 3] - corner[at];
  const QVec from = line.origin - corner[at];
  if (is_nothing(edge)) {
    for (std::size_t k = 0; k < 3; ++k) left.require_zero(from[k], line.direction[k]);
    return left.first();
  }
  const QVec off = across(edge, from);
  const QVec off_rate = across(edge, line.direction);
  for (std::size_t k = 0; k < 3; ++k) left.require_zero(off[k], off_rate[k]);
  left.require(product(edge, from), product(edge, line.direction));
  left.require(longest - product(edge, from), -product(edge, line.direction));
  return left.first();
}

double nearest_double(const Q& x) {
  const double infinite = std::numeric_limits<double>::infinity();
  auto about = x.convert_to<double>();
  if (std::isinf(about)) about = std::numeric_limits<double>::max();
  double low = about;
  while (Q(low) > x) low = std::nextafter(low, -1.0);
  double high = std::nextafter(low, infinite);
  while (!std::isinf(high) && Q(high) <= x) {
    low = high;
    high = std::nextafter(low, infinite);
  }
  if (Q(low) == x) return low;
  const Q beyond = Q(std::numeric_limits<double>::max()) * 2;
  const Q top = std::isinf(high) ? beyond : Q(high);  // as if doubles went on
  const Q to_low = x - Q(low);
  const Q to_high = top - x;
  if (std::isinf(high)) {
    const Q step = Q(low) - Q(std::nextafter(low, 0.0));
    return to_low * 2 < step ? low : high;
  }
  if (to_low != to_high) return to_low < to_high ? low : high;
  return (std::bit_cast<std::uint64_t>(low) & 1U) == 0 ? low : high;
}

// The value of |point(t) - centre|² - radius².
Q outside(const Line& line, const QVec& centre, const Q& radius, const Q& t) {
  const QVec away = line.origin + line.direction * t - centre;
  return product(away, away) - radius * radius;
}

// Where the line is nearest to the centre, of what is left of it.
Q nearest_time(const Line& line, const QVec& centre) {
  Q t = product(centre - line.origin, line.direction) / product(line.direction, line.direction);
  if (t < 0) t = 0;
  if (line.all.high && t > *line.all.high) t = *line.all.high;
  return t;
}

}  // namespace

std::optional<double> first_of_triangle(const OracleRay& ray, const Triangle& t) {
  const std::optional<Q> first = first_exactly(ray, t);
  if (!first) return std::nullopt;
  return nearest_double(*first);
}

bool meets_ball(const OracleRay& ray, const Vec3& centre, double radius) {
  const Line line(ray);
  const QVec at = exact_of(centre);
  return outside(line, at, Q(radius), nearest_time(line, at)) <= 0;
}

bool is_entry_of_ball(const OracleRay& ray, const Vec3& centre, double radius, double t) {
  const Line line(ray);
  const QVec at = exact_of(centre);
  if (outside(line, at, Q(radius), 0) <= 0) return t == 0;
  const Q nearest = nearest_time(line, at);
  const double infinite = std::numeric_limits<double>::infinity();
  // Halfway to its neighbours: before the entry on this side, behind it on that.
  const Q low = (Q(t) + Q(std::nextafter(t, -infinite))) / 2;
  const Q high = (Q(t) + Q(std::nextafter(t, infinite))) / 2;
  const bool early = low <= nearest && outside(line, at, Q(radius), low) >= 0;
  const bool late = high >= nearest || outside(line, at, Q(radius), high) <= 0;
  return early && late;
}

bool weights_fit(const OracleRay& ray, const Triangle& t, double u, double v, double share) {
  const std::optional<Q> first = first_exactly(ray, t);
  if (!first || u < 0 || v < 0 || u + v > 1 + share) return false;
  const Line line(ray);
  const QVec point = line.origin + line.direction * *first;
  const QVec base = exact_of(t[0]);
  const QVec a = exact_of(t[1]) - base;
  const QVec b = exact_of(t[2]) - base;
  const QVec off = base + a * Q(u) + b * Q(v) - point;
  Q size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Q& part : {a[k], b[k]}) size = std::max(size, Q(abs(part)));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (abs(off[k]) > size * Q(share)) return false;
  }
  return true;
}

}  // namespace tact::testing
