#include <algorithm>
#include <cmath>

#include "tact/geometry/exact_integer_impl.h"
#include "tact/geometry/filter_impl.h"
#include "tact/geometry/flat_impl.h"
#include "tact/geometry/measure_impl.h"

namespace tact::exact {
namespace {

// A rounded value is used if its error is below this part of it.
constexpr double trusted_part = 0x1p-42;

/// An integer as value · 2^exponent, with value in [0.5, 1) but for sign and zero.
struct Rounded {
  double value = 0;
  int exponent = 0;
};

Rounded round(const Integer& x) {
  if (x.is_zero()) return {};
  const Integer magnitude = boost::multiprecision::abs(x);
  const auto digits = static_cast<int>(boost::multiprecision::msb(magnitude)) + 1;
  const int drop = std::max(0, digits - 62);
  const Integer top = magnitude >> static_cast<unsigned>(drop);
  const auto value = static_cast<double>(top.convert_to<std::int64_t>());
  return {std::ldexp(x.sign() < 0 ? -value : value, drop - digits), digits};
}

// part / whole, in [0, 1].
double ratio(const Integer& part, const Integer& whole) {
  const Rounded a = round(part);
  const Rounded b = round(whole);
  return std::clamp(std::ldexp(a.value / b.value, std::max(a.exponent - b.exponent, -2000)), 0.0,
                    1.0);
}

double exact_parameter(const Vec3& p, const Vec3& q, const Triangle& t) {
  const double x[15] = {t[0].x, t[0].y, t[0].z, t[1].x, t[1].y, t[1].z, t[2].x, t[2].y,
                        t[2].z, p.x,    p.y,    p.z,    q.x,    q.y,    q.z};
  const int unit = common_exponent(x, 15);
  const IntegerVec base = to_integer(t[0], unit);
  const IntegerVec normal = cross(to_integer(t[1], unit) - base, to_integer(t[2], unit) - base);
  const Integer from = dot(normal, to_integer(p, unit) - base);
  const Integer to = dot(normal, to_integer(q, unit) - base);
  return ratio(from, from - to);
}

double exact_parameter(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  const double x[8] = {p.x, p.y, q.x, q.y, r.x, r.y, s.x, s.y};
  const int unit = common_exponent(x, 8);
  Integer v[8];
  for (std::size_t i = 0; i < 8; ++i) v[i] = to_integer(x[i], unit);
  const auto side = [&](std::size_t i) {
    const Integer left = (v[6] - v[4]) * (v[i + 1] - v[5]);
    const Integer right = (v[7] - v[5]) * (v[i] - v[4]);
    return Integer(left - right);
  };
  const Integer from = side(0);
  return ratio(from, from - side(2));
}

double between(double p, double q, double t) {
  const double d = q - p;
  const double value = std::isfinite(d) ? p + d * t : p * (1 - t) + q * t;
  return p < q ? std::clamp(value, p, q) : std::clamp(value, q, p);
}

Vec3 between(const Vec3& p, const Vec3& q, double t) {
  return {between(p.x, q.x, t), between(p.y, q.y, t), between(p.z, q.z, t)};
}

// Signed value and error bound of the filter, for the parameter from / (from - to).
struct Approximate {
  double value;
  double error;
};

Approximate line_side(const Vec2& r, const Vec2& s, const Vec2& p) {
  const double left = (s.x - r.x) * (p.y - r.y);
  const double right = (s.y - r.y) * (p.x - r.x);
  return {left - right, filter2_factor * (std::abs(left) + std::abs(right)) + underflow};
}

// False for what overflowed.
bool trusted(const Approximate& from, const Approximate& to) {
  return std::max(from.error, to.error) < trusted_part * std::abs(from.value - to.value) &&
         (from.value > 0) != (to.value > 0) && std::isfinite(from.value - to.value);
}

Vec3 scaled_normal(const Triangle& t) {
  const Vec3 u = t[1] - t[0];
  const Vec3 v = t[2] - t[0];
  const Vec3 n = cross(u, v);
  const double sum = std::abs(u.y * v.z) + std::abs(u.z * v.y) + std::abs(u.z * v.x) +
                     std::abs(u.x * v.z) + std::abs(u.x * v.y) + std::abs(u.y * v.x);
  const double most = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  if (std::isfinite(sum) && filter2_factor * sum + underflow < trusted_part * most) return n;

  const double x[9] = {t[0].x, t[0].y, t[0].z, t[1].x, t[1].y, t[1].z, t[2].x, t[2].y, t[2].z};
  const int unit = common_exponent(x, 9);
  const IntegerVec base = to_integer(t[0], unit);
  const IntegerVec c = cross(to_integer(t[1], unit) - base, to_integer(t[2], unit) - base);
  const Rounded part[3] = {round(c.x), round(c.y), round(c.z)};
  int exponent = 0;
  for (const Rounded& p : part) {
    if (p.value != 0) exponent = std::max(exponent, p.exponent);
  }
  const auto scaled = [&](const Rounded& p) {
    return std::ldexp(p.value, std::max(p.exponent - exponent, -2000));
  };
  return {scaled(part[0]), scaled(part[1]), scaled(part[2])};
}

}  // namespace

Vec3 cross_plane(const Vec3& p, const Vec3& q, const Triangle& t) {
  if (lexicographically_less(q, p)) return cross_plane(q, p, t);
  const PlaneFilter plane(t[0], t[1], t[2]);
  Approximate from{};
  Approximate to{};
  plane.evaluate(p, from.value, from.error);
  plane.evaluate(q, to.value, to.error);
  const double parameter =
      trusted(from, to) ? from.value / (from.value - to.value) : exact_parameter(p, q, t);
  return between(p, q, parameter);
}

Vec3 cross_line(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, int axis) {
  if (lexicographically_less(q, p)) return cross_line(q, p, r, s, axis);
  if (lexicographically_less(s, r)) return cross_line(p, q, s, r, axis);
  const Vec2 p2 = project(p, axis), q2 = project(q, axis);
  const Vec2 r2 = project(r, axis), s2 = project(s, axis);
  const Approximate from = line_side(r2, s2, p2);
  const Approximate to = line_side(r2, s2, q2);
  const double parameter =
      trusted(from, to) ? from.value / (from.value - to.value) : exact_parameter(p2, q2, r2, s2);
  return between(p, q, parameter);
}

Vec3 unit_normal(const Triangle& t) {
  Vec3 n = scaled_normal(t);
  const double most = std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)});
  int exponent = 0;
  std::frexp(most, &exponent);
  n = {std::ldexp(n.x, -exponent), std::ldexp(n.y, -exponent), std::ldexp(n.z, -exponent)};
  return n * (1 / length(n));
}

}  // namespace tact::exact
